import type { SessionEnd } from '#contract/session.ts'
import { purgeOf, sql } from '#server/db.ts'
import type { Sql } from 'sql-template-tag'

/** The end of a session is forgotten after this time. */
const remembered = sql`interval '1 day'`

/** Adds to a deletion of sessions that their ends are remembered, for the browsers that hold their cookies. */
export function rememberingEnd(deletion: Sql, reason: SessionEnd): Sql {
  return sql`
    with gone as (${deletion} returning token_hash)
    insert into session_ends (token_hash, reason)
    select token_hash, ${reason} from gone
    on conflict do nothing`
}

/** The same for a deletion that returns id, token_hash and reason of each session; its rows are the ids. */
export function rememberingEnds(deletion: Sql): Sql {
  return sql`
    with gone as (${deletion}),
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
