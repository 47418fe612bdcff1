import type { SessionEnd } from '#contract/session.ts'
import { purgeOf, sql } from '#server/db.ts'
import type { Sql } from 'sql-template-tag'

/** The end of a session is forgotten after this time. */
const remembered = sql`interval '1 day'`

/**
 * Adds to a deletion of sessions that their ends are remembered, for the browsers that hold their cookies. `reason` may
 * be SQL about the deleted row. The rows of the statement are the ids of the deleted sessions.
 */
export function rememberingEnd(deletion: Sql, reason: SessionEnd | Sql): Sql {
  return sql`
    with gone as (${deletion} returning id, token_hash, (${reason})::text as reason),
    remembered as (
      insert into session_ends (token_hash, reason)
      select token_hash, reason from gone
      on conflict do nothing)
    select id from gone`
}

/** For a union with the sessions that reached a timeout and are still there. */
export function rememberedEnd(hash: Buffer): Sql {
  return sql`select reason from session_ends where token_hash = ${hash} and ended_at > now() - ${remembered}`
}

export const deleteSessionEnds = purgeOf('session_ends', sql`ended_at <= now() - ${remembered}`)
