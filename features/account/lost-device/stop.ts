import type { Reply } from '#contract/endpoint.ts'
import { isId } from '#contract/fields.ts'
import type { RecoveryState } from '#contract/link.ts'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import { disableAddedFactor } from '#domain/credentials/added-factor.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { deleteKnownBrowsersOf } from '#domain/sessions/known-browser.ts'
import { consumeLink, openLinkForUse, voidLinksOf, type Link } from '#domain/sign-in/link.ts'
import { endLoginsAndLinks } from '#domain/sign-in/login.ts'
import { mailUser } from '#domain/mail/mail.ts'
import { markCompromised } from '#domain/credentials/password.ts'
import { endRecovery, isRecoveryOf, findRecoveryState } from '#domain/sign-in/recovery.ts'
import { lockAccount } from '#domain/accounts/user-lock.ts'
import { getUser } from '#domain/accounts/user.ts'
import type { Origin, UserCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import type { stopRecovery as endpoint } from './contract.ts'

type OwnLink = Link & { userId: string }

/**
 * Stops a recovery of the caller. Throws 404001 for an unknown id and for a recovery of another user. A no-op for a
 * recovery that has ended.
 */
export async function stopOwn(db: Db, caller: UserCaller, id: string): Promise<void> {
  const { userId } = caller
  if (!isId(id) || !(await isRecoveryOf(db, userId, id))) throw new Refusal(commonErrors.notFound)
  await transaction(db, (tx) => endRecovery(tx, caller, { userId, approvalId: id }, 'stopped'))
}

/**
 * Stops or undoes the recovery of a link. Without `endsSessions` the link is not consumed, so that it can still end the
 * sessions later.
 */
export async function stopByLink(
  db: Db,
  origin: Origin,
  { token, endsSessions = false }: { token: string; endsSessions?: boolean | undefined },
): Promise<Reply<typeof endpoint>> {
  const link = await openStopLink(db, origin, token)
  return transaction(db, async (tx) => {
    const recovery = await findRecoveryState(tx, link)
    if (recovery !== 'done') await stop(tx, origin, link, recovery)
    if (endsSessions) await secure(tx, origin, link)
    return { recovery }
  })
}

async function stop(
  tx: Transaction,
  origin: Origin,
  link: OwnLink,
  recovery: RecoveryState,
): Promise<void> {
  const { userId, approvalId } = link
  if (recovery === 'undoable') await undo(tx, origin, link)
  else if (approvalId !== null) await endRecovery(tx, origin, { userId, approvalId }, 'stopped')
  else if (recovery === 'open') await stopWithoutApproval(tx, origin, link)
}

/** Disables the new factor and ends every session. Does nothing if the factor is no longer in use. */
async function undo(tx: Transaction, origin: Origin, link: OwnLink): Promise<void> {
  if (!(await disableAddedFactor(tx, origin, link))) return
  const { id: linkId, userId } = link
  const ended = await endLoginsAndLinks(tx, userId)
  await deleteKnownBrowsersOf(tx, userId)
  const data = { linkId, ended }
  await recordAudit(tx, origin, 'all_sessions_ended', { targetId: userId, data })
}

/** Stops a recovery without an approval: an admin had the link emailed directly. */
async function stopWithoutApproval(
  tx: Transaction,
  origin: Origin,
  { id: linkId, userId }: OwnLink,
): Promise<void> {
  for (const kind of ['reset-mfa', 'recover'] as const) await voidLinksOf(tx, userId, { kind })
  await recordAudit(tx, origin, 'recovery_stopped', { targetId: userId, data: { linkId } })
}

/**
 * Ends every session and blocks the password until it is changed, because another person knows it. Consumes the link.
 */
async function secure(
  tx: Transaction,
  origin: Origin,
  { id: linkId, userId }: OwnLink,
): Promise<void> {
  if (!(await consumeLink(tx, linkId))) throw new Refusal(errorCodes.invalidLink)
  await markCompromised(tx, userId)
  const ended = await endLoginsAndLinks(tx, userId)
  await deleteKnownBrowsersOf(tx, userId)
  await mailUser(tx, 'reset-password', await getUser(tx, userId))
  const data = { linkId, ended, reason: 'recovery stopped' }
  await recordAudit(tx, origin, 'all_sessions_ended', { targetId: userId, data })
}

/** Disables the new factor that the email with the link reported, if any, and locks the account. Consumes the link. */
export async function lockByLink(db: Db, origin: Origin, token: string): Promise<void> {
  const link = await openStopLink(db, origin, token)
  await transaction(db, async (tx) => {
    if (!(await consumeLink(tx, link.id))) throw new Refusal(errorCodes.invalidLink)
    await disableAddedFactor(tx, origin, link)
    await lockAccount(tx, origin, await getUser(tx, link.userId))
  })
}

async function openStopLink(db: Db, origin: Origin, token: string): Promise<OwnLink> {
  const link = await openLinkForUse(db, origin, token)
  const { kind, userId } = link
  if (kind !== 'stop-recovery' || userId === null) throw new Refusal(errorCodes.invalidLink)
  return { ...link, userId }
}
