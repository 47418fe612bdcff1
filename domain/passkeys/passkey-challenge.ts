import { randomBytes } from 'node:crypto'
import { databaseNow } from '#server/database-clock.ts'
import { affects, purgeOf, sql, type Db } from '#server/db.ts'
import { isTokenFor, tokenFor, tokenHash } from '#server/secret.ts'

/** Purpose of a challenge. */
export type Ceremony = 'login' | 'second-factor' | 'register' | 'step-up'

/** Context that a challenge is bound to. A response is accepted only with equal ceremony, host and owner. */
export type ChallengeBinding = {
  ceremony: Ceremony
  rpId: string
  /** Visitor's cookie before a login; otherwise the id of the login attempt, session or link. */
  owner: string
}

// Lengths in bytes: a challenge consists of random bytes, the time of its expiry and a signature.
const randomLength = 16
const timeLength = 8

/**
 * Returns a signed challenge that expires after `minutes`, by the database's clock. Because of the signature nothing has
 * to be stored for visitors who only open a login page (WebAuthn, "Cryptographic Challenges").
 */
export function createPasskeyChallenge(binding: ChallengeBinding, minutes: number): string {
  const head = Buffer.alloc(randomLength + timeLength)
  randomBytes(randomLength).copy(head)
  head.writeBigUInt64BE(BigInt(databaseNow() + minutes * 60_000), randomLength)
  const signature = Buffer.from(tokenFor('passkey', signedText(binding, head)), 'base64url')
  return Buffer.concat([head, signature]).toString('base64url')
}

/** Returns true if the challenge was created for this binding, even if it is used up or expired. */
export function isChallengeFor(binding: ChallengeBinding, challenge: string): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  const head = bytes.subarray(0, randomLength + timeLength)
  const signature = bytes.subarray(head.length).toString('base64url')
  return isTokenFor('passkey', signedText(binding, head), signature)
}

/**
 * Uses up a challenge for which `isChallengeFor` was true. Returns false if it is expired or used up. Atomic: only one
 * of any number of concurrent calls returns true.
 */
export function consumePasskeyChallenge(db: Db, challenge: string): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url')
  // Hashes a canonical encoding, because one challenge can be spelled in several ways in base64url.
  const mark = tokenHash(bytes.toString('base64url'))
  const expiresAt = sql`to_timestamp(${Number(bytes.readBigUInt64BE(randomLength)) / 1000}::float8)`
  return affects(db)`
    insert into passkey_challenges (challenge_hash, expires_at)
    select ${mark}, ${expiresAt} where ${expiresAt} > now()
    on conflict (challenge_hash) do nothing`
}

export const deleteExpiredPasskeyChallenges = purgeOf(
  'passkey_challenges',
  sql`expires_at <= now()`,
)

function signedText({ ceremony, rpId, owner }: ChallengeBinding, head: Buffer): string {
  return JSON.stringify([ceremony, rpId, owner, head.toString('base64url')])
}
