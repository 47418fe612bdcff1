import { randomBytes } from 'node:crypto'
import { config } from '#server/config.ts'
import { affects, purgeOf, sql, type Db } from '#server/db.ts'
import { isTokenFor, tokenFor, tokenHash } from '#server/secret.ts'

/** What an answer to a challenge is good for. */
export type Ceremony = 'login' | 'second-factor' | 'register' | 'step-up'

/** An answer counts only for the same ceremony, host and owner. */
export type ChallengeBinding = {
  ceremony: Ceremony
  rpId: string
  /** The visitor's cookie before a login, else the id of the login attempt or session. */
  owner: string
}

const randomLength = 16
const timeLength = 8

/**
 * A challenge that expires. It is signed, so that none is stored for those who only look at a login page
 * (WebAuthn, "Cryptographic Challenges").
 */
export function createPasskeyChallenge(binding: ChallengeBinding, minutes: number): string {
  const head = Buffer.alloc(randomLength + timeLength)
  randomBytes(randomLength).copy(head)
  head.writeBigUInt64BE(BigInt(Date.now() + minutes * 60_000), randomLength)
  const signature = Buffer.from(tokenFor('passkey', signedText(binding, head)), 'base64url')
  return Buffer.concat([head, signature]).toString('base64url')
}

/** Whether a challenge was made for this; it may be used up or expired. */
export function isChallengeFor(binding: ChallengeBinding, challenge: string): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  const head = bytes.subarray(0, randomLength + timeLength)
  const signature = bytes.subarray(head.length).toString('base64url')
  return isTokenFor('passkey', signedText(binding, head), signature)
}

/** Uses up a challenge of `isChallengeFor`. Atomic: true for one of any number of parallel calls, false once expired. */
export function consumePasskeyChallenge(db: Db, challenge: string): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url')
  // Of its bytes: the same challenge has several spellings.
  const mark = tokenHash(bytes.toString('base64url'))
  const expiresAt = sql`to_timestamp(${Number(bytes.readBigUInt64BE(randomLength)) / 1000}::float8)`
  return affects(db)`
    insert into passkey_challenges (challenge_hash, expires_at)
    select ${mark}, ${expiresAt} where ${expiresAt} > now()
    on conflict (challenge_hash) do nothing`
}

export const deleteExpiredPasskeyChallenges = purgeOf(
  'passkey_challenges',
  sql`expires_at <= now() - ${config.retention.expired}::interval`,
)

function signedText({ ceremony, rpId, owner }: ChallengeBinding, head: Buffer): string {
  return JSON.stringify([ceremony, rpId, owner, head.toString('base64url')])
}
