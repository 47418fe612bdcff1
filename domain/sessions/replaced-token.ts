import { purgeOf, run, scalar, sql, type Db, type Transaction } from '#server/db.ts'
import { tokenHash } from '#server/secret.ts'

/** Time for which requests that were in flight during a rotation may still carry the session's former token. */
const grace = sql`interval '60 seconds'`

/** Records the token that a session had before a rotation, or before a login replaced the session. */
export async function rememberReplacedToken(
  tx: Transaction,
  { id, token }: { id: string; token: string },
): Promise<void> {
  await run(tx)`
    insert into replaced_tokens (token_hash, session_id) values (${tokenHash(token)}, ${id})
    on conflict do nothing`
}

/** Records the current token of a user's session as replaced. */
export async function rememberTokenOf(tx: Transaction, id: string): Promise<void> {
  await run(tx)`
    insert into replaced_tokens (token_hash, session_id) select token_hash, id from sessions where id = ${id}
    on conflict do nothing`
}

/** Returns the id of the session, ended or not, whose token this was until at most 60 seconds ago. */
export function findReplacedToken(db: Db, token: string): Promise<string | undefined> {
  return scalar<string>(db)`
    select session_id from replaced_tokens
    where token_hash = ${tokenHash(token)} and replaced_at > now() - ${grace}`
}

export const deleteExpiredReplacedTokens = purgeOf(
  'replaced_tokens',
  sql`replaced_at <= now() - ${grace}`,
)
