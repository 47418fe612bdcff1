import pg from 'pg'
import { addAuditMonths } from '../../demo/audit-months.ts'

/** Months of the audit log and their partitions, as the owner of the tables sees them. */

/** Returns the month so many months from now, such as 2026-01. */
export function monthFromNow(months: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months))
    .toISOString()
    .slice(0, 7)
}

/** Creates the partitions of the last two months: those of a database that is older than its rows. */
export async function addEarlierMonths(): Promise<void> {
  const owner = new pg.Client(process.env['DATABASE_OWNER_URL'])
  await owner.connect()
  await addAuditMonths(owner, 2)
  await owner.end()
}

/** Creates the partitions of a month, each of so many days, and adds rows of its first and its last second. */
export async function addMonth(
  owner: pg.Pool,
  month: string,
  count: number,
  days = 31,
): Promise<void> {
  await owner.query('select add_audit_month($1, $2)', [`${month}-01`, days])
  await owner.query(
    `insert into audit_log (id, timestamp, actor_kind, action)
     select gen_random_uuid(), first_day + n % 2 * (interval '1 month' - interval '1 second'), 'system', 'signed_up'
     from generate_series(1, $2) n, lateral (select ($1 || '-01')::timestamp at time zone 'UTC' as first_day) m`,
    [month, count],
  )
}

/** Lists the attached partitions of a month; those of `audit_log` come first. */
export async function partsOf(owner: pg.Pool, month: string) {
  const { rows } = await owner.query<{ name: string; isPending: boolean }>(
    `select c.relname as name, i.inhdetachpending as "isPending"
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent in ('audit_log'::regclass, 'audit_sealed'::regclass) and c.relname ~ $1 order by 1`,
    [month.replace('-', '_')],
  )
  return rows
}
