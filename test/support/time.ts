import { db } from '#server/db.ts'
import { tokenHash } from '#server/secret.ts'

const dated = {
  login_attempts: ['created_at', 'expires_at'],
  sessions: ['created_at', 'last_seen_at', 'login_at', 'verified_at', 'expires_at'],
  one_time_links: ['created_at', 'expires_at'],
  second_factors: ['created_at'],
  admin_sessions: ['created_at', 'last_seen_at', 'step_up_at', 'expires_at'],
}

/** Lifetimes are tested by making the rows of a user, or of an address, older: never by waiting. */
export async function older(table: keyof typeof dated, whose: string, age: string): Promise<void> {
  const shifts = dated[table].map((column) => `${column} = ${column} - $2::interval`).join(', ')
  const ownId = table === 'admin_sessions' ? 'admin_id' : 'user_id'
  const owner = whose.includes('@') ? 'email' : ownId
  await db.query(`update ${table} set ${shifts} where ${owner} = $1`, [whose, age])
}

/** The same for what was counted under a key, such as an address or an account. */
export async function countsOlder(key: string, age: string): Promise<void> {
  await db.query(
    `update rate_limits set tries = array(select tried - $2::interval from unnest(tries) tried),
            blocked_until = blocked_until - $2::interval, stale_at = stale_at - $2::interval
     where key = $1`,
    [key, age],
  )
}

/** The same for a token that a session had before a rotation. */
export async function replacedTokenOlder(token: string, age: string): Promise<void> {
  await db.query(
    'update replaced_tokens set replaced_at = replaced_at - $2::interval where token_hash = $1',
    [tokenHash(token), age],
  )
}
