import { purgeOf, run, scalar, sql, type Db, type Transaction } from '#server/db.ts'
import { tokenHash } from '#server/secret.ts'

/** Time for which requests that were in flight during a rotation may still carry the session's former token. */
const grace = sql`interval '60 seconds'`

/** Records the token that a session had before a rotation, or before a login replaced the session. */
export async function rememberReplacedToken(
  tx: Transaction,
  { id: sessionId, token }: { id: string; token: string },
): Promise<void> {
  await run(tx)`
    insert into replaced_tokens (token_hash, session_id) values (${tokenHash(token)}, ${sessionId})
    on conflict do nothing`
}

/** Records the current token of a user's session as replaced. */
export async function rememberTokenOf(tx: Transaction, sessionId: string): Promise<void> {
  await run(tx)`
    insert into replaced_tokens (token_hash, session_id) select token_hash, id from sessions where id = ${sessionId}
    on conflict do nothing`
}

/**
 * Returns the id of the session, open or ended, whose token was replaced by another less than 60 seconds ago; undefined
 * for any other token.
 */
export function findSessionIdByReplacedToken(db: Db, token: string): Promise<string | undefined> {
  return scalar<string>(db)`
    select session_id from replaced_tokens
    where token_hash = ${tokenHash(token)} and replaced_at > now() - ${grace}`
}

export const deleteExpiredReplacedTokens = purgeOf(
  'replaced_tokens',
  sql`replaced_at <= now() - ${grace}`,
)
