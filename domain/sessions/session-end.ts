import type { Sql } from 'sql-template-tag'
import type { SessionEnd } from '#contract/session.ts'
import { purgeOf, sql } from '#server/db.ts'

/** Time for which the end of a session is kept. */
const retention = sql`interval '1 day'`

/**
 * Returns SQL that deletes sessions and records their ends, for the browsers that still hold their cookies. `reason`
 * may be SQL over the deleted row. The statement returns the ids of the deleted sessions.
 */
export function withRecordedEnds(deletion: Sql, reason: SessionEnd | Sql): Sql {
  return sql`
    with deleted as (${deletion} returning id, token_hash, (${reason})::text as reason),
    remembered as (
      insert into session_ends (token_hash, reason)
      select token_hash, reason from deleted
      on conflict do nothing)
    select id from deleted`
}

/** Returns SQL for the recorded end of a session, for a union with timed-out sessions that are not deleted yet. */
export function selectRecordedEnd(hash: Buffer): Sql {
  return sql`select reason from session_ends where token_hash = ${hash} and ended_at > now() - ${retention}`
}

export const deleteSessionEnds = purgeOf('session_ends', sql`ended_at <= now() - ${retention}`)
