import { Refusal, commonErrors } from '#contract/refusal.ts'
import { replaceCompanyRoles } from '#domain/companies/company-role.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { limitFailures } from '#domain/credentials/address-limit.ts'
import { voidLinksOf } from '#domain/sign-in/link.ts'
import { openSession, recordLoginFailure, userLogins } from '#domain/sign-in/login.ts'
import { findOrCreatePartner } from '#domain/companies/partner.ts'
import { linkSandboxUser, findSandboxUser, consumeSandboxToken } from '#domain/platforms/sandbox.ts'
import type { StartedSession } from '#domain/sessions/session.ts'
import { grantAccess } from '#domain/platform-access/platform-account.ts'
import { listSubsystems } from '#domain/platforms/subsystem.ts'
import {
  addUser,
  getUser,
  inactivityOf,
  isAddressTaken,
  markOnboarded,
  moveUser,
  type Inactivity,
  type User,
} from '#domain/accounts/user.ts'
import type { Origin } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { db, transaction, type Transaction } from '#server/db.ts'
import { logInToSandbox } from './contract.ts'
import { createTokenVerifier, type SandboxClaims } from './token.ts'

const { refusals } = logInToSandbox
const invalidToken = { reason: 'sandbox token', code: refusals.invalidLink }
const addressTaken = { reason: 'address taken', code: refusals.unableToProcess }

const issuer = config.sandboxTrustedIssuer
/** Undefined in a portal that is not a sandbox. */
const verifyToken = issuer ? createTokenVerifier(issuer) : undefined

/**
 * Logs in a user of the trusted portal. The first login creates an account, which is linked to the portal's user; every
 * login updates its email address and company.
 */
export async function logInWithToken(
  origin: Origin,
  token: string,
): Promise<{ userId: string; session: StartedSession }> {
  if (!verifyToken) throw new Refusal(commonErrors.notFound)
  const claims = await limitFailures(db, 'unknownLinks', origin, () => consumeToken(token))
  if (!claims) throw await refuse(origin, invalidToken)
  const userId = await transaction(db, (tx) => findOrCreateUser(tx, origin, claims)).catch(
    (error: unknown) => {
      // The new address of a linked user may belong to another account, which violates a unique index.
      if (!isAddressTaken(error)) throw error
      return undefined
    },
  )
  if (userId === undefined) throw await refuse(origin, addressTaken)
  const inactivity = inactivityOf(await getUser(db, userId))
  if (inactivity) throw await refuse(origin, inactivity, userId)
  // The user was verified by the portal, not here, so the login does not count as a step-up.
  const login = { accountId: userId, origin, methods: claims.amr, isUnverified: true }
  const session = await transaction(db, async (tx) => {
    const facts = { method: 'sandbox', tokenId: claims.jti }
    const newSession = await openSession(tx, userLogins, login, facts)
    await markOnboarded(tx, userId)
    return newSession
  })
  return { userId, session }
}

/**
 * Consumes a token. Returns undefined if it is invalid or already used; throws `notAvailable` while the keys cannot be
 * fetched.
 */
async function consumeToken(token: string): Promise<SandboxClaims | undefined> {
  const claims = (await verifyToken?.(token)) ?? 'invalid'
  if (claims === 'unknown') throw new Refusal(commonErrors.notAvailable)
  if (claims === 'invalid') return undefined
  return (await consumeSandboxToken(db, issuer, claims.jti)) ? claims : undefined
}

/**
 * Returns the id of the user's account, which is created or updated. Returns undefined if the address of a new user
 * belongs to another account, which must not be taken over. For a linked user, throws the database error instead.
 */
async function findOrCreateUser(
  tx: Transaction,
  origin: Origin,
  claims: SandboxClaims,
): Promise<string | undefined> {
  const identity = { issuer, subject: claims.sub }
  const linkedId = await findSandboxUser(tx, identity)
  const { partner, email } = claims
  const partnerId = partner === null ? null : await findOrCreatePartner(tx, partner)
  if (linkedId !== undefined) {
    await updateUser(tx, { ...origin, userId: linkedId }, { email, partnerId })
    return linkedId
  }
  const userId = await addUser(tx, {
    partnerId,
    email,
    firstname: claims.given_name,
    lastname: claims.family_name,
    preferredLanguage: claims.locale,
  })
  if (userId === undefined) return undefined
  await linkSandboxUser(tx, identity, userId)
  const platformIds = (await listSubsystems(tx)).map(({ id }) => id)
  const commonIds = claims.subsystems.filter((id) => platformIds.includes(id))
  await grantAccess(tx, userId, commonIds)
  await recordAudit(tx, { ...origin, userId }, 'signed_up', { data: { issuer } })
  return userId
}

/** Updates email address and company. A change of the email address voids the links mailed to the old address. */
async function updateUser(
  tx: Transaction,
  origin: Origin & { userId: string },
  after: Pick<User, 'email' | 'partnerId'>,
): Promise<void> {
  const { email, partnerId } = await getUser(tx, origin.userId)
  if (email === after.email && partnerId === after.partnerId) return
  await moveUser(tx, origin.userId, after)
  // The user's roles belong to the previous company.
  if (partnerId !== after.partnerId) await replaceCompanyRoles(tx, origin.userId, [], 'system')
  if (email !== after.email) await voidLinksOf(tx, origin.userId)
  await recordAudit(tx, origin, 'profile_changed', {
    targetId: origin.userId,
    data: { before: { email, partnerId }, after },
  })
}

/** Records the reason for a failed login and returns the error to throw. */
async function refuse(origin: Origin, { reason, code }: Inactivity, targetId?: string) {
  await recordLoginFailure(db, userLogins, origin, targetId, reason)
  return new Refusal(code)
}
