import type { Sql } from 'sql-template-tag'
import { sql } from '#server/db.ts'

/**
 * Returns SQL for the minimum time between two writes of an activity that restarts an idle timeout in minutes: a tenth
 * of the timeout, and at most a minute. A session that is used more often therefore ends earlier than its timeout after
 * the last use by at most this time, and never later.
 */
export function activityInterval(idleMinutes: number | Sql): Sql {
  return sql`least(interval '1 minute', make_interval(secs => 6 * ${idleMinutes}))`
}
