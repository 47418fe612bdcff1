import { isId } from '#contract/fields.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { createLink, expiryOf, supportCodeOf, voidLinkOf } from '#domain/sign-in/link.ts'
import { mailUser, requeueMail } from '#domain/mail/mail.ts'
import { askForReplacementByTwo, mailRecoveryLink } from '#domain/sign-in/recovery.ts'
import type { User } from '#domain/accounts/user.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import * as contract from './contract.ts'
import { requireUser } from './list.ts'

type Request = { id: string; reason: string }

const { userInactive, partnerInactive } = contract.resetPassword.refusals

/** Emails the user a link to set a password; the admin never sees the link. Earlier links of this kind stop working. */
export async function mailPasswordLink(db: Db, caller: AdminCaller, request: Request) {
  const user = await requireActive(db, request.id)
  const { id: userId, email } = user
  const createdBy = `admin:${caller.adminId}`
  await transaction(db, async (tx) => {
    const linkId = await createLink(tx, { kind: 'reset-password', email, userId, createdBy })
    await mailUser(tx, 'reset-password', user, { linkId, sender: 'support' })
    const data = { linkId, reason: request.reason }
    await recordAudit(tx, caller, 'password_link_sent', { targetId: userId, data })
  })
}

/**
 * Emails the user a link to replace lost second factors. If the action requires two-person approval, requests that
 * instead and returns the request.
 */
export async function replaceFactors(db: Db, caller: AdminCaller, { id, reason }: Request) {
  const user = await requireActive(db, id)
  return transaction(db, async (tx) => {
    const lost = 'factors' as const
    const approval = await askForReplacementByTwo(tx, caller, { user, lost, reason })
    if (approval) return approval
    const linkId = await mailRecoveryLink(tx, user, { lost, adminId: caller.adminId })
    const data = { linkId, reason }
    await recordAudit(tx, caller, 'second_factor_link_sent', { targetId: user.id, data })
    return undefined
  })
}

/**
 * Emails the user one link to replace both a lost password and lost second factors, or requests two-person approval if
 * required. Returns a code that the link asks for, so that access to the mailbox is not enough (decision 0107). The
 * code cannot be read again.
 */
export async function recoverAccount(db: Db, caller: AdminCaller, { id, reason }: Request) {
  const user = await requireActive(db, id)
  return transaction(db, async (tx) => {
    const lost = 'password-and-factors' as const
    const approval = await askForReplacementByTwo(tx, caller, { user, lost, reason })
    if (approval) return approval
    const linkId = await mailRecoveryLink(tx, user, { lost, adminId: caller.adminId })
    const data = { linkId, reason }
    await recordAudit(tx, caller, 'account_recovery_begun', { targetId: user.id, data })
    return { supportCode: supportCodeOf(linkId), expiresAt: await expiryOf(tx, linkId) }
  })
}

type Revocation = { id: string; tokenId: string; reason?: string | undefined }

/**
 * Voids a link. Throws 404001 for an unknown id, another user's link, a link that has ended, and a link that only logs
 * out or cancels a recovery.
 */
export async function revokeLink(
  db: Db,
  caller: AdminCaller,
  { id, tokenId, reason }: Revocation,
): Promise<void> {
  const { id: userId } = await requireUser(db, id)
  await transaction(db, async (tx) => {
    const kind = isId(tokenId) ? await voidLinkOf(tx, userId, tokenId) : undefined
    if (!kind) throw new Refusal(commonErrors.notFound)
    const data = { linkId: tokenId, kind, ...(reason && { reason }) }
    await recordAudit(tx, caller, 'link_revoked', { targetId: userId, data })
  })
}

/** Returns an active user. Throws 404001, `userInactive` and `partnerInactive`. */
async function requireActive(db: Db, id: string): Promise<User> {
  const user = await requireUser(db, id)
  if (!user.active) throw new Refusal(userInactive)
  if (!user.partnerActive) throw new Refusal(partnerInactive)
  return user
}

/**
 * Sends a mail to a user again; does not duplicate a mail that is still queued. Throws 404001 for an unknown mail, and
 * for a mail to an admin or to an address without an account.
 */
export function resendMail(db: Db, caller: AdminCaller, id: string): Promise<void> {
  return transaction(db, async (tx) => {
    const mail = isId(id) ? await requeueMail(tx, id) : undefined
    if (!mail) throw new Refusal(commonErrors.notFound)
    const data = { mailId: id, kind: mail.kind }
    await recordAudit(tx, caller, 'mail_resent', { targetId: mail.userId, data })
  })
}
