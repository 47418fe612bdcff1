import { randomInt } from 'node:crypto'
import {
  createChallenge as createPuzzle,
  verifySolution,
  type Challenge,
  type Solution,
} from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import type { Origin } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { databaseNow } from '#server/database-clock.ts'
import { affects, purgeOf, sql, type Db } from '#server/db.ts'
import { derivedKeys, tokenHash } from '#server/secret.ts'
import { limitFailures } from './address-limit.ts'

const lifetimeMs = 10 * 60 * 1000

/** Creates a proof-of-work challenge (ALTCHA) for a visitor's cookie. Browsers take about a second to solve it. */
export function createChallenge(visitor: string): Promise<Challenge> {
  return createPuzzle({
    algorithm: 'PBKDF2/SHA-256',
    cost: config.humanCheckCost,
    // The number of attempts with which a browser finds the solution.
    counter: randomInt(1_000, 2_000),
    deriveKey,
    data: { visitor: visitorMark(visitor) },
    expiresAt: new Date(databaseNow() + lifetimeMs),
    ...secretsOf(derivedKeys('human-check')[0] ?? ''),
  })
}

/**
 * Checks the widget's answer to a challenge of this visitor and consumes it. If it is wrong, used or expired, runs
 * `onFailure`, which writes the audit row. Failures are rate-limited by IP address. Throws `humanCheckFailed` or
 * `tooManyRequests`.
 */
export async function requireHumanCheck(
  db: Db,
  { origin, visitor, answer }: { origin: Origin; visitor: string; answer: string },
  onFailure: () => Promise<void>,
): Promise<void> {
  const verify = () => verifyHumanCheck(db, visitor, answer)
  if (await limitFailures(db, 'wrongHumanChecks', origin, verify)) return
  await onFailure()
  throw new Refusal(errorCodes.humanCheckFailed, { field: 'humanCheck' })
}

async function verifyHumanCheck(db: Db, visitor: string, answer: string): Promise<boolean> {
  const payload = decode(answer)
  if (!payload) return false
  const { challenge, solution } = payload
  const isForVisitor = challenge.parameters?.data?.['visitor'] === visitorMark(visitor)
  if (!isForVisitor || !(await isSolved(challenge, solution))) return false
  const mark = tokenHash(String(challenge.signature))
  // The library has compared the expiry with the clock of this server only.
  const isUnexpired = sql`to_timestamp(${challenge.parameters.expiresAt ?? 0}::float8) > now()`
  return affects(db)`
    insert into human_checks (answer_hash, expires_at)
    select ${mark}, now() + ${lifetimeMs} * interval '1 millisecond' where ${isUnexpired}
    on conflict (answer_hash) do nothing`
}

export const deleteExpiredHumanChecks = purgeOf('human_checks', sql`expires_at <= now()`)

type Payload = { challenge: Challenge; solution: Solution }

async function isSolved(challenge: Challenge, solution: Solution): Promise<boolean> {
  for (const secret of derivedKeys('human-check')) {
    // The library throws on malformed answers.
    const { verified } = await verifySolution({
      challenge,
      solution,
      deriveKey,
      ...secretsOf(secret),
    }).catch(() => ({ verified: false }))
    if (verified) return true
  }
  return false
}

function decode(answer: string): Payload | undefined {
  try {
    const payload = JSON.parse(Buffer.from(answer, 'base64').toString('utf8')) as Partial<Payload>
    return payload.challenge && payload.solution ? (payload as Payload) : undefined
  } catch {
    return undefined
  }
}

function secretsOf(secret: string) {
  return { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret} key` }
}

function visitorMark(visitor: string): string {
  return tokenHash(visitor).toString('base64url')
}
