import type pg from 'pg'

/** Creates the partitions of the audit log for months before this one. Only the owner of the tables may. */
export async function addAuditMonths(owner: pg.Pool | pg.Client, months: number): Promise<void> {
  await owner.query(
    `select add_audit_month((date_trunc('month', now() at time zone 'UTC') - make_interval(months => n))::date, 31)
     from generate_series(1, $1::int) n`,
    [months],
  )
}
