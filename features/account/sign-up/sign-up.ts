import type { Body } from '#contract/endpoint.ts'
import { errorCodes, invalidField, Refusal } from '#contract/refusal.ts'
import { isTimeZone } from '#contract/time-zone.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { requireHumanCheck } from '#domain/credentials/human-check.ts'
import {
  acceptInvitation,
  acceptOtherInvitations,
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

type OpenInvitation = {
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
  input: Body<typeof endpoint>,
): Promise<string> {
  const openInvitation = await requireInvitation(db, origin, input)
  const { invitation } = openInvitation
  const context = { person: invitation, isSignUp: true }
  // There is no user id before the account exists.
  await requireValidPassword(db, undefined, {
    password: input.password,
    context,
    field: 'password',
    company: invitation.partnerName,
  })
  await requireHumanCheck(db, { origin, visitor, answer: input.humanCheck }, () =>
    recordRefusal(db, origin, invitation, 'human check'),
  )
  const hash = await hashPassword(input.password)
  const token = await transaction(db, (tx) => createAccount(tx, origin, openInvitation, hash))
  if (token !== undefined) return token
  await recordRefusal(db, origin, invitation, 'address taken')
  throw new Refusal(errorCodes.unableToProcess)
}

/**
 * Creates the account and returns the token of its login attempt. Returns undefined, without any change, if the email
 * address already has an account.
 */
async function createAccount(
  tx: Transaction,
  origin: Origin,
  { linkId, givenBy, invitation }: OpenInvitation,
  hash: string,
): Promise<string | undefined> {
  const { id: invitationId } = invitation
  const userId = await addUser(tx, invitation)
  if (userId === undefined) return undefined
  // The terms are those of now, because an admin may have changed them while the password was hashed.
  const accepted = (await consumeLink(tx, linkId)) && (await acceptInvitation(tx, invitationId))
  if (!accepted) throw new Refusal(errorCodes.invalidLink)
  const invitations = [accepted, ...(await acceptOtherInvitations(tx, invitation))]
  const subsystems = [...new Set(invitations.flatMap((each) => each.subsystems))]
  await setPassword(tx, userId, hash)
  for (const { subsystems: platformIds, accessExpiresAt: expiresAt, platformRoles } of invitations)
    await grantAccess(tx, userId, platformIds, { givenBy, expiresAt, platformRoles })
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
  input: Body<typeof endpoint>,
): Promise<OpenInvitation> {
  const link = await openLinkForUse(db, origin, input.token)
  const invitation = link.invitationId ? await findInvitation(db, link.invitationId) : undefined
  if (!invitation) throw new Refusal(errorCodes.invalidLink)
  if (!invitation.partnerActive) throw new Refusal(errorCodes.partnerInactive)
  if (invitation.email !== input.email) {
    throw invalidField('email', 'notInvited')
  }
  const { timezone = '', preferredLanguage = invitation.preferredLanguage } = input
  const settings = { preferredLanguage, timezone: isTimeZone(timezone) ? timezone : 'UTC' }
  return { linkId: link.id, givenBy: link.createdBy, invitation: { ...invitation, ...settings } }
}

function recordRefusal(
  db: Db,
  origin: Origin,
  { id: targetId }: Invitation,
  reason: string,
): Promise<void> {
  return recordAudit(db, origin, 'sign_up_refused', { targetId, data: { reason } })
}
