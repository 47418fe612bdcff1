import type { Body } from '#contract/endpoint.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { verifyHumanCheck } from '#domain/human-check.ts'
import { acceptInvitation, findInvitation, type Invitation } from '#domain/invitation.ts'
import { openLink, consumeLink, type Link } from '#domain/link.ts'
import { createLoginAttempt } from '#domain/login-attempt.ts'
import { faultsOfNewPassword } from '#domain/new-password.ts'
import { hashPassword, setPassword } from '#domain/password.ts'
import { grantAccess } from '#domain/subsystem.ts'
import { acceptTerms } from '#domain/terms.ts'
import { addUser } from '#domain/user.ts'
import type { Origin } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { signUp as endpoint } from './contract.ts'

const { refusals } = endpoint

type Sent = Body<typeof endpoint>
type From = { origin: Origin; visitor: string }

/**
 * Makes an account from an invitation, all of it or nothing, and begins the login that the second factor
 * completes: the answer is that attempt's token.
 */
export async function signUp(db: Db, { origin, visitor }: From, sent: Sent): Promise<string> {
  const { link, invitation } = await requireInvitation(db, origin, sent)
  await requireGoodPassword(db, sent.password, invitation)
  if (!(await verifyHumanCheck(db, visitor, sent.humanCheck))) {
    await recordAudit(db, origin, 'sign_up_refused', {
      targetId: invitation.id,
      data: { reason: 'human check' },
    })
    throw new Refusal(refusals.humanCheckFailed, { field: 'humanCheck' })
  }
  const hash = await hashPassword(sent.password)
  const token = await transaction(db, (tx) => makeAccount(tx, { origin, link, invitation, hash }))
  if (token !== undefined) return token
  await recordAudit(db, origin, 'sign_up_refused', {
    targetId: invitation.id,
    data: { reason: 'address taken' },
  })
  throw new Refusal(refusals.unableToProcess)
}

type Account = { origin: Origin; link: Link; invitation: Invitation; hash: string }

/** Undefined when the address has an account already: then nothing was changed. */
async function makeAccount(
  tx: Transaction,
  { origin, link, invitation, hash }: Account,
): Promise<string | undefined> {
  const userId = await addUser(tx, invitation)
  if (userId === undefined) return undefined
  const isOurs = (await consumeLink(tx, link.id)) && (await acceptInvitation(tx, invitation.id))
  if (!isOurs) throw new Refusal(refusals.invalidLink)
  await setPassword(tx, userId, hash)
  await grantAccess(tx, userId, invitation.subsystems)
  await acceptTerms(tx, userId)
  await recordAudit(tx, { ...origin, userId }, 'signed_up', {
    targetId: userId,
    data: { invitationId: invitation.id, subsystems: invitation.subsystems },
  })
  const { token } = await createLoginAttempt(tx, userId)
  return token
}

async function requireInvitation(
  db: Db,
  origin: Origin,
  sent: Sent,
): Promise<{ link: Link; invitation: Invitation }> {
  const { link, held } = await openLink(db, origin, sent.token)
  if (held) throw new Refusal(refusals.tooManyRequests, held)
  const invitation = link?.invitationId ? await findInvitation(db, link.invitationId) : undefined
  if (!link || !invitation) throw new Refusal(refusals.invalidLink)
  if (!invitation.partnerActive) throw new Refusal(refusals.partnerInactive)
  if (invitation.email !== sent.email)
    throw new Refusal(commonErrors.invalidInput, { field: 'email' })
  return { link, invitation }
}

async function requireGoodPassword(db: Db, password: string, person: Invitation): Promise<void> {
  const context = { person, isSignUp: true }
  const about = { password, context, field: 'password' }
  const faults = await faultsOfNewPassword(db, undefined, about)
  if (faults[0]) throw new Refusal(faults[0].code, { faults })
}
