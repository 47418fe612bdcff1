import {
  acrs,
  multiFactor,
  phishingResistant,
  singleFactor,
  type Acr,
} from '#contract/assurance.ts'
import { config } from '#server/config.ts'
import type { Db } from '#server/db.ts'
import type { Session } from '../sessions/session.ts'
import { findProofs, hasCode } from '../sessions/step-up.ts'
import type { Subsystem } from './subsystem.ts'

/** An authentication of a user: a complete login, or a step-up. Methods of different events are never combined. */
export type AuthenticationEvent = { at: Date; methods: readonly string[] }

/** Methods that prove the possession of a device or code. */
const possession = ['otp', 'recovery', 'hwk', 'swk']
const passkeys = ['hwk', 'swk']

/** Requirements of each class, the highest class first: at least one method of each group. */
const ladder: readonly { acr: Acr; groups: readonly (readonly string[])[] }[] = [
  // A passkey with user verification by the device.
  { acr: phishingResistant, groups: [passkeys, ['user']] },
  { acr: multiFactor, groups: [['pwd'], possession] },
  { acr: singleFactor, groups: [['pwd', ...possession]] },
]

/** Returns the highest class that the methods reach, or undefined if they reach none. */
export function acrOf(methods: readonly string[]): Acr | undefined {
  const holds = (group: readonly string[]) => group.some((method) => methods.includes(method))
  return ladder.find(({ groups }) => groups.every(holds))?.acr
}

/** Returns the rank of a class, higher for a stronger one; -1 for an unknown class. */
export function levelOf(acr: string | undefined): number {
  return acrs.indexOf(acr as Acr)
}

/** Returns true if `acr`, for example of a token, is `least` or a stronger class, or if there is no `least`. */
export function reaches(acr: unknown, least: Acr | null | undefined): boolean {
  return !least || levelOf(String(acr)) >= levelOf(least)
}

/** Returns the methods by their names of RFC 8176. A recovery code is a one-time password (RFC 4949) from a list. */
export function amrOf(methods: readonly string[]): string[] {
  const names = methods.map((method) => (method === 'recovery' ? 'otp' : method))
  const isMultiple = reaches(acrOf(methods), multiFactor)
  return [...new Set([...names, ...(isMultiple ? ['mfa'] : [])])]
}

/** Requirements of one platform for a login, from its registration and its request. */
export type Requirement = {
  /** Lowest class that is accepted. */
  least: Acr
  /** Classes that the platform requested, in its order of preference. */
  preferred: readonly Acr[]
  /** Maximum age of the event; undefined for no limit. */
  maxAgeSeconds: number | undefined
  /** Time of the request. Later events are accepted whatever `maxAgeSeconds` is. */
  askedAt?: Date | undefined
  /** Time at which the platform's own session ended by its idle timeout. Only later events are accepted. */
  after?: Date | undefined
}

/** Returns the class that the configuration requires for every platform, or undefined if any login is accepted. */
export function leastAcr(): Acr | undefined {
  return config.stepUpFactors === 2 ? multiFactor : undefined
}

/** Returns the requirements of a platform's registration, without those of a request. */
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

/**
 * Returns the event of a session that meets the requirement: the one with the highest class, and of several the latest.
 * Returns undefined if none does.
 */
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
      (a, b) =>
        levelOf(acrOf(b.methods)) - levelOf(acrOf(a.methods)) || Number(b.at) - Number(a.at),
    )[0]
}

/** Returns `acr`, `amr` and `auth_time` of one event. `acr` is the first preferred class that the event reaches. */
export function claimsOfEvent(
  { at, methods }: AuthenticationEvent,
  { preferred }: Pick<Requirement, 'preferred'>,
) {
  const highest = acrOf(methods) ?? singleFactor
  return {
    acr: preferred.find((acr) => reaches(highest, acr)) ?? highest,
    amr: amrOf(methods),
    authTime: Math.floor(at.getTime() / 1000),
  }
}

/** Returns the highest class that a user can reach with the factors of the account. */
export async function findReach(db: Db, userId: string): Promise<Acr> {
  const proofs = await findProofs(db, userId)
  if (proofs.includes('passkey')) return phishingResistant
  return hasCode(proofs) ? multiFactor : singleFactor
}
