import {
  acrs,
  multiFactor,
  phishingResistant,
  singleFactor,
  type Acr,
} from '#contract/assurance.ts'
import { config } from '#server/config.ts'
import type { Db } from '#server/db.ts'
import type { Session } from './session.ts'
import { findProofs, hasCode } from './step-up.ts'
import type { Subsystem } from './subsystem.ts'

/** One moment at which a user has shown something: a whole login, or a step-up. Its methods are never added to others. */
export type AuthenticationEvent = { at: Date; methods: readonly string[] }

const possession = ['otp', 'recovery', 'hwk', 'swk']
const passkeys = ['hwk', 'swk']

/** What each class takes, the highest first: one method of each group. */
const ladder: readonly { acr: Acr; groups: readonly (readonly string[])[] }[] = [
  // A passkey whose user was verified by their device.
  { acr: phishingResistant, groups: [passkeys, ['user']] },
  { acr: multiFactor, groups: [['pwd'], possession] },
  { acr: singleFactor, groups: [['pwd', ...possession]] },
]

/** Undefined for methods that prove nothing. */
export function acrOf(methods: readonly string[]): Acr | undefined {
  const holds = (group: readonly string[]) => group.some((method) => methods.includes(method))
  return ladder.find(({ groups }) => groups.every(holds))?.acr
}

/** The place of a class on the ladder; -1 for an unknown one. */
export function levelOf(acr: string | undefined): number {
  return acrs.indexOf(acr as Acr)
}

/** Whether a class, of a token for example, is at least another one. */
export function reaches(acr: unknown, least: Acr | null | undefined): boolean {
  return !least || levelOf(String(acr)) >= levelOf(least)
}

/** Names of RFC 8176. A recovery code is a one-time password (RFC 4949) from a list. */
export function amrOf(methods: readonly string[]): string[] {
  const names = methods.map((method) => (method === 'recovery' ? 'otp' : method))
  const isMultiple = reaches(acrOf(methods), multiFactor)
  return [...new Set([...names, ...(isMultiple ? ['mfa'] : [])])]
}

/** What one platform asks of a login, by its registration and by its request. */
export type Requirement = {
  /** The lowest class that counts. */
  least: Acr
  /** The classes that the platform asked for, in its order of preference. */
  preferred: readonly Acr[]
  maxAgeSeconds: number | undefined
  /** An event after it counts however old it is by now: when the request was made. */
  askedAt?: Date | undefined
  /** Only events after it count: when the platform's own session has ended by idleness. */
  after?: Date | undefined
}

/** What every platform asks for by the configuration; undefined for any login. */
export function leastAcr(): Acr | undefined {
  return config.stepUpFactors === 2 ? multiFactor : undefined
}

/** What the registration of a platform asks for by itself. */
export function requirementOf(
  platform: Pick<Subsystem, 'requiredAcr' | 'maxAgeMinutes'>,
  after?: Date | undefined,
): Requirement {
  const { requiredAcr, maxAgeMinutes } = platform
  return {
    least: requiredAcr ?? leastAcr() ?? singleFactor,
    preferred: [],
    maxAgeSeconds: maxAgeMinutes === null ? undefined : maxAgeMinutes * 60,
    after,
  }
}

export type Proofs = Pick<
  Session,
  'loginAt' | 'methods' | 'verifiedAt' | 'verifiedMethods' | 'readAt'
>

/** The highest event of a session that meets the requirement, the latest among equals; undefined without one. */
export function findEvent(
  { loginAt, methods, verifiedAt, verifiedMethods, readAt }: Proofs,
  { least, maxAgeSeconds, askedAt, after }: Requirement,
): AuthenticationEvent | undefined {
  const stepUp = verifiedAt && { at: verifiedAt, methods: verifiedMethods }
  const events = [{ at: loginAt, methods }, ...(stepUp ? [stepUp] : [])]
  const isRecent = ({ at }: AuthenticationEvent) =>
    maxAgeSeconds === undefined ||
    readAt.getTime() - at.getTime() <= maxAgeSeconds * 1000 ||
    (askedAt !== undefined && at > askedAt)
  return events
    .filter((event) => acrOf(event.methods) !== undefined)
    .filter((event) => reaches(acrOf(event.methods), least) && isRecent(event))
    .filter(({ at }) => !after || at > after)
    .toSorted(
      (one, other) =>
        levelOf(acrOf(other.methods)) - levelOf(acrOf(one.methods)) ||
        Number(other.at) - Number(one.at),
    )[0]
}

/** `acr`, `amr` and `auth_time` of one event; `acr` is the class that the platform prefers among those that it reaches. */
export function claimsOfEvent(
  { at, methods }: AuthenticationEvent,
  { preferred }: Pick<Requirement, 'preferred'>,
) {
  const own = acrOf(methods) ?? singleFactor
  return {
    acr: preferred.find((acr) => reaches(own, acr)) ?? own,
    amr: amrOf(methods),
    authTime: Math.floor(at.getTime() / 1000),
  }
}

/** The highest class that a user can show. */
export async function findReach(db: Db, userId: string): Promise<Acr> {
  const proofs = await findProofs(db, userId)
  if (proofs.includes('passkey')) return phishingResistant
  return hasCode(proofs) ? multiFactor : singleFactor
}
