import type { Reply } from '#contract/endpoint.ts'
import { rows, sql, type Db } from '#server/db.ts'
import type { Page } from '#server/paging.ts'
import type { listLogins } from './contract.ts'

type Login = Reply<typeof listLogins>[number]
type Found = { id: string; timestamp: Date; ipAddress: string; browser: string; reason: string }

/** From the audit log: what she did herself, and what was tried at her account. */
export async function listOf(
  db: Db,
  userId: string,
  { take, after }: Page,
): Promise<(Login & { id: string })[]> {
  const found = await rows<Found>(
    db,
    sql`
    select id, timestamp, ip_address, coalesce(data->>'browser', '') as browser,
           case action when 'login_succeeded' then 'none'
                       else coalesce(data->>'reason', '') end as reason
    from audit_log
    where (actor_id = ${userId} and action = 'login_succeeded'
           or target_id = ${userId} and action = 'login_failed')
      and (${after?.[0] ?? null}::uuid is null or id < ${after?.[0] ?? null}::uuid)
    order by id desc limit ${take}`,
  )
  return found.map(({ id, timestamp, ipAddress, browser, reason }) => ({
    id,
    timestamp: timestamp.toISOString(),
    ipAddress,
    browser,
    outcome: outcomeOf[reason] ?? 'inactive',
  }))
}

const outcomeOf: Readonly<Record<string, Login['outcome']>> = {
  none: 'succeeded',
  password: 'wrong_password',
  code: 'wrong_code',
  'first code': 'wrong_code',
  'account locked': 'account_locked',
}
