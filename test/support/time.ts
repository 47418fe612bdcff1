import { db } from '#server/db.ts'
import { tokenHash } from '#server/secret.ts'

/** Backdates the attempts under a key, such as those of an address or an account. */
export async function backdateCounts(key: string, age: string): Promise<void> {
  await db.query(
    `update rate_limits set counted_at = array(select at - $2::interval from unnest(counted_at) at),
            blocked_until = blocked_until - $2::interval, stale_at = stale_at - $2::interval
     where key = $1`,
    [key, age],
  )
}

/** Backdates the rotation that replaced a token. */
export async function backdateReplacedToken(token: string, age: string): Promise<void> {
  await db.query(
    'update replaced_tokens set replaced_at = replaced_at - $2::interval where token_hash = $1',
    [tokenHash(token), age],
  )
}
