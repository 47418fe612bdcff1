import { Refusal, commonErrors } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { refundAddressLimit, consumeAddressLimit } from '#domain/rate-limit.ts'
import { browserName } from '#domain/known-browser.ts'
import { voidLinksOf } from '#domain/link.ts'
import { partnerNamed } from '#domain/partner.ts'
import { linkSandboxUser, findSandboxUser, consumeSandboxToken } from '#domain/sandbox.ts'
import { startSession, type StartedSession } from '#domain/session.ts'
import { grantAccess, listSubsystems } from '#domain/subsystem.ts'
import {
  addUser,
  findUser,
  getUser,
  isAddressTaken,
  markOnboarded,
  moveUser,
  type User,
} from '#domain/user.ts'
import type { Origin } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { refusals } from './contract.ts'
import { createTokenVerifier, type SandboxClaims, type VerifyToken } from './token.ts'

const issuer = config.sandboxTrustedIssuer
/** Undefined in every portal that is nobody's sandbox: it has no such door. */
const verify: VerifyToken | undefined = issuer
  ? createTokenVerifier({ issuer, audience: config.publicUrl })
  : undefined

export type Entered = { userId: string; session: StartedSession }

/**
 * Logs somebody in whom the trusted portal sends. Her account is made when she first comes, and is hers alone; her
 * address and company are those of today.
 */
export async function enter(db: Db, origin: Origin, token: string): Promise<Entered> {
  if (!verify) throw new Refusal(commonErrors.notFound)
  const held = await consumeAddressLimit(db, 'unknownLinks', origin)
  if (held) throw new Refusal(refusals.tooManyRequests, held)
  const passenger = await verify(token)
  if (passenger === 'unknown') throw new Refusal(commonErrors.notAvailable)
  if (passenger === 'invalid') return refuse(db, origin, 'sandbox token')
  if (!(await consumeSandboxToken(db, issuer, passenger.jti)))
    return refuse(db, origin, 'sandbox token')
  await refundAddressLimit(db, 'unknownLinks', origin)
  const userId = await transaction(db, (tx) => accountOf(tx, origin, passenger)).catch(
    (error: unknown) => {
      if (!isAddressTaken(error)) throw error
    },
  )
  if (userId === undefined) return refuse(db, origin, 'address taken')
  await requireActive(db, origin, userId)
  return { userId, session: await open(db, { ...origin, userId }, passenger) }
}

/** Undefined when her address belongs to an account that did not come this way: nobody takes one over. */
async function accountOf(
  tx: Transaction,
  origin: Origin,
  passenger: SandboxClaims,
): Promise<string | undefined> {
  const stranger = { issuer, subject: passenger.sub }
  const own = await findSandboxUser(tx, stranger)
  const { partner, email } = passenger
  const partnerId = partner === null ? null : await partnerNamed(tx, partner)
  if (own !== undefined) {
    await follow(tx, { ...origin, userId: own }, { email, partnerId })
    return own
  }
  const userId = await addUser(tx, {
    partnerId,
    email,
    firstname: passenger.given_name,
    lastname: passenger.family_name,
    preferredLanguage: passenger.locale,
  })
  if (userId === undefined) return undefined
  await linkSandboxUser(tx, stranger, userId)
  const known = (await listSubsystems(tx)).map(({ id }) => id)
  await grantAccess(
    tx,
    userId,
    passenger.subsystems.filter((id) => known.includes(id)),
  )
  await recordAudit(tx, { ...origin, userId }, 'signed_up', { data: { issuer } })
  return userId
}

type Place = Pick<User, 'email' | 'partnerId'>

/** What was mailed to the address before opens nothing any more. */
async function follow(
  tx: Transaction,
  origin: Origin & { userId: string },
  after: Place,
): Promise<void> {
  const { email, partnerId } = await getUser(tx, origin.userId)
  if (email === after.email && partnerId === after.partnerId) return
  await moveUser(tx, origin.userId, after)
  if (email !== after.email) await voidLinksOf(tx, origin.userId)
  const about = { targetId: origin.userId, data: { before: { email, partnerId }, after } }
  await recordAudit(tx, origin, 'profile_changed', about)
}

function open(
  db: Db,
  origin: Origin & { userId: string },
  { amr, jti }: SandboxClaims,
): Promise<StartedSession> {
  return transaction(db, async (tx) => {
    const session = await startSession(tx, { userId: origin.userId, origin, methods: amr })
    if (!session) throw new Refusal(refusals.userInactive)
    await markOnboarded(tx, origin.userId)
    await recordAudit(tx, origin, 'login_succeeded', {
      data: {
        sessionId: session.id,
        method: 'sandbox',
        tokenId: jti,
        browser: browserName(origin.userAgent),
      },
    })
    return session
  })
}

async function requireActive(db: Db, origin: Origin, userId: string): Promise<void> {
  const user = await findUser(db, userId)
  if (user?.active && user.partnerActive) return
  const reason = user?.active ? 'company inactive' : 'user inactive'
  await recordAudit(db, origin, 'login_failed', {
    targetId: userId,
    data: { reason, browser: browserName(origin.userAgent) },
  })
  throw new Refusal(user?.active ? refusals.partnerInactive : refusals.userInactive)
}

async function refuse(
  db: Db,
  origin: Origin,
  reason: 'sandbox token' | 'address taken',
): Promise<never> {
  const browser = browserName(origin.userAgent)
  await recordAudit(db, origin, 'login_failed', { data: { reason, browser } })
  throw new Refusal(reason === 'address taken' ? refusals.unableToProcess : refusals.invalidLink)
}
