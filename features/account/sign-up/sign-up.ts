import type { Body } from '#contract/endpoint.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { isTimeZone } from '#contract/time-zone.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { requireHumanCheck } from '#domain/credentials/human-check.ts'
import {
  acceptOtherInvitations,
  closeInvitation,
  findInvitation,
  type Invitation,
} from '#domain/invitations/invitation.ts'
import { consumeLink, openLinkForUse } from '#domain/sign-in/link.ts'
import { createLoginAttempt } from '#domain/sign-in/login-attempt.ts'
import { requireValidPassword } from '#domain/credentials/new-password.ts'
import { hashPassword, setPassword } from '#domain/credentials/password.ts'
import { grantAccess } from '#domain/platform-access/platform-account.ts'
import { acceptTerms, addUser, type User } from '#domain/accounts/user.ts'
import type { Origin } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import type { signUp as endpoint } from './contract.ts'

type Guest = {
  linkId: string
  /** Creator of the link, who grants the access. */
  givenBy: string
  invitation: Invitation & Pick<User, 'timezone'>
}

/**
 * Creates an account from an invitation, and a login attempt that ends with the setup of the second factor. Atomic.
 * Returns the token of the attempt.
 */
export async function signUp(
  db: Db,
  { origin, visitor }: { origin: Origin; visitor: string },
  sent: Body<typeof endpoint>,
): Promise<string> {
  const guest = await requireInvitation(db, origin, sent)
  const { invitation } = guest
  const context = { person: invitation, isSignUp: true }
  await requireValidPassword(db, undefined, {
    password: sent.password,
    context,
    field: 'password',
    company: invitation.partnerName,
  })
  await requireHumanCheck(db, { origin, visitor, answer: sent.humanCheck }, () =>
    recordRefusal(db, origin, invitation, 'human check'),
  )
  const hash = await hashPassword(sent.password)
  const token = await transaction(db, (tx) => createAccount(tx, origin, guest, hash))
  if (token !== undefined) return token
  await recordRefusal(db, origin, invitation, 'address taken')
  throw new Refusal(errorCodes.unableToProcess)
}

/** Creates the account. Returns undefined, without any change, if the email address already has an account. */
async function createAccount(
  tx: Transaction,
  origin: Origin,
  { linkId, givenBy, invitation }: Guest,
  hash: string,
): Promise<string | undefined> {
  const { id: invitationId } = invitation
  const userId = await addUser(tx, invitation)
  if (userId === undefined) return undefined
  const isOpen =
    (await consumeLink(tx, linkId)) && (await closeInvitation(tx, invitationId, 'accepted'))
  if (!isOpen) throw new Refusal(errorCodes.invalidLink)
  const all = [invitation, ...(await acceptOtherInvitations(tx, invitation))]
  const subsystems = [...new Set(all.flatMap((each) => each.subsystems))]
  await setPassword(tx, userId, hash)
  for (const { subsystems: given, accessExpiresAt: expiresAt, platformRoles } of all)
    await grantAccess(tx, userId, given, { givenBy, expiresAt, platformRoles })
  await acceptTerms(tx, userId)
  await recordAudit(tx, { ...origin, userId }, 'signed_up', {
    targetId: userId,
    data: { invitationId, subsystems },
  })
  const { token } = await createLoginAttempt(tx, userId)
  return token
}

async function requireInvitation(
  db: Db,
  origin: Origin,
  sent: Body<typeof endpoint>,
): Promise<Guest> {
  const link = await openLinkForUse(db, origin, sent.token)
  const invitation = link.invitationId ? await findInvitation(db, link.invitationId) : undefined
  if (!invitation) throw new Refusal(errorCodes.invalidLink)
  if (!invitation.partnerActive) throw new Refusal(errorCodes.partnerInactive)
  if (invitation.email !== sent.email) {
    throw new Refusal(errorCodes.invalidInput, { field: 'email' })
  }
  const { timezone = '', preferredLanguage = invitation.preferredLanguage } = sent
  const joined = { preferredLanguage, timezone: isTimeZone(timezone) ? timezone : 'UTC' }
  return { linkId: link.id, givenBy: link.createdBy, invitation: { ...invitation, ...joined } }
}

function recordRefusal(
  db: Db,
  origin: Origin,
  { id: targetId }: Invitation,
  reason: string,
): Promise<void> {
  return recordAudit(db, origin, 'sign_up_refused', { targetId, data: { reason } })
}
