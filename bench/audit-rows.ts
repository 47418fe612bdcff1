import { performance } from 'node:perf_hooks'
import type pg from 'pg'
import { seconds } from './audit-pages.ts'

const rowsAtOnce = 500_000

/**
 * Thirteen months of 20,000 people on 50,000 addresses: skewed as in life, so that some filters find half of
 * the log and others a handful. The indexes are made when the rows are in, which is ten times as fast.
 */
export async function fillAuditLog(owner: pg.Client, total: number): Promise<void> {
  const start = performance.now()
  await owner.query(`
    insert into audit_log (id, timestamp, actor_kind, action)
    select gen_random_uuid(), now() - month * interval '1 month', 'system', 'audit_month_retired'
    from generate_series(1, 12) month`)
  const admin = await owner.query('select make_audit_partitions() as made')
  const { rows } = await owner.query<{ definition: string; name: string }>(`
    select indexdef as definition, indexname as name from pg_indexes
    where tablename = 'audit_log' and indexname <> 'audit_log_pkey'`)
  for (const { name } of rows) await owner.query(`drop index ${name}`)
  for (let from = 0; from < total; from += rowsAtOnce) {
    await owner.query(
      `
      insert into audit_log
        (id, timestamp, actor_kind, actor_id, target_id, action, data, ip_address, sub_system, request_id)
      select
        (lpad(to_hex((extract(epoch from t) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3)
          || '8' || substr(md5(n::text), 4, 15))::uuid,
        t, case when n % 50 = 0 then 'admin' when n % 10 = 0 then 'visitor' else 'user' end,
        case when n % 10 <> 0 or n % 50 = 0 then '00000000-0000-4000-8000-' || lpad(to_hex(n * 7919 % 20000), 12, '0') end,
        case when n % 10 = 0 then '00000000-0000-4000-8000-' || lpad(to_hex(n * 104729 % 20000), 12, '0') end,
        (array['login_succeeded', 'login_succeeded', 'login_succeeded', 'platform_accessed', 'platform_accessed',
               'logged_out', 'login_failed', 'session_ended', 'profile_changed', 'password_changed'])[1 + n * 31 % 10],
        jsonb_build_object('sessionId', md5(n::text)::uuid, 'method', 'otp', 'browser', 'Chrome on Windows'),
        '10.' || n * 7919 % 50000 / 65536 || '.' || n * 7919 % 50000 / 256 % 256 || '.' || n * 7919 % 50000 % 256,
        case when n % 20 = 0 then 'admin' when n % 3 = 0 then 'business-hub' else 'portal' end,
        md5('r' || n)::uuid::text
      from (select n, now() - interval '12 months' + n * (interval '12 months' / $3::float8) as t
            from generate_series($1::bigint, $2::bigint) n) numbered`,
      [from, Math.min(from + rowsAtOnce, total) - 1, total],
    )
    if (from % (rowsAtOnce * 4) === 0) console.log(`${from + rowsAtOnce} rows, ${seconds(start)} s`)
  }
  for (const { definition } of rows) await owner.query(definition.replace(' ON ONLY ', ' ON '))
  await owner.query('analyze audit_log')
  const size = await owner.query(
    `select pg_size_pretty(sum(pg_total_relation_size(relid))) as size from pg_partition_tree('audit_log')`,
  )
  console.log(
    `${total} rows in ${admin.rows[0].made / 2 + 4} months, ${size.rows[0].size}, made in ${seconds(start)} s`,
  )
}
