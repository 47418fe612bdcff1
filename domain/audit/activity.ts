import { config } from '#server/config.ts'
import { purgeOf, run, scalar, sql, type Db, type Transaction } from '#server/db.ts'
import { adminArea } from './audit.ts'
import { withSealLock } from './seal-mark.ts'

/** Maximum number of rows and blocks of a batch, so that its transaction takes a second or two. */
const maxRows = 50_000
const maxBlocks = 10_000
/** Number of batches after which a run ends, so that sealing continues meanwhile. */
const maxBatches = 10

/**
 * Adds the rows of uncounted blocks to the hourly counts, each batch in its own transaction, until all are counted or
 * the run is full. Ends if another process holds the sealing lock: servers of 0.3.0 count under that lock.
 */
export async function countSealed(db: Db): Promise<void> {
  for (let batch = 0; batch < maxBatches; batch += 1)
    if (!(await withSealLock(db, countBatch))) return
}

/** Returns false if all blocks are counted. */
async function countBatch(tx: Transaction): Promise<boolean> {
  const after = await scalar<number>(tx)`select block from activity_progress`
  const last = await scalar<number | null>(tx)`
    select max(number) from (
      select number, sum(row_count) over (order by number) - row_count as before
      from audit_blocks where number > ${after} order by number limit ${maxBlocks}) next
    where before < ${maxRows}`
  if (after === undefined || last === null || last === undefined) return false
  await run(tx)`
    with sealed as (
      select date_trunc('hour', a.timestamp, 'UTC') as hour, ${areaOf} as area, a.action,
             case a.action when 'login_failed' then left(coalesce(a.data ->> 'reason', ''), 60) else '' end as outcome,
             count(*) as count
      from audit_sealed s join audit_log a on a.timestamp = s.timestamp and a.id = s.row_id
      where s.block > ${after} and s.block <= ${last}
      group by 1, 2, 3, 4)
    insert into activity_totals (action, hour, area, outcome, count)
    select action, hour, area, outcome, count from sealed
    on conflict (action, hour, area, outcome) do update set count = activity_totals.count + excluded.count`
  await run(tx)`update activity_progress set block = ${last}`
  return true
}

/** SQL expression for the area of a row. Rows of `admin` and `system` require the permission `view_admin_audit_log`. */
const areaOf = sql`
  case when a.actor_kind in ('admin', 'service') or a.sub_system = ${adminArea} then 'admin'
       when a.actor_kind in ('platform', 'system') then a.actor_kind else 'user' end`

const isExpired = sql`hour < now() - ${config.auditRetention}::interval`
/** Deletes counts by company and platform, which only servers of 0.3.0 write, and no version reads. */
export const deleteOldActivityHours = purgeOf('activity_hours', isExpired)
/** Deletes the counts of hours older than the retention time of the audit log. */
export const deleteOldActivityTotals = purgeOf('activity_totals', isExpired)
