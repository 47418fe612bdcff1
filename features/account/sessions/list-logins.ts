import type { Reply } from '#contract/endpoint.ts'
import { rows, type Db } from '#server/db.ts'
import type { Page } from '#server/paging.ts'
import type { listLogins as endpoint } from './contract.ts'

/** Cursor before the latest row: no row has the time `infinity`. */
const firstCursor = ['infinity', '00000000-0000-0000-0000-000000000000'] as const

type Login = Reply<typeof endpoint>[number]
type Caller = { userId: string; sessionId: string }
type LoginRow = {
  /** Cursor: the time with microsecond precision, and the id. */
  key: string[]
  timestamp: Date
  ipAddress: string
  browser: string
  reason: string
  sessionId: string | null
}

/** Returns the user's logins and failed attempts at their account from the audit log. */
export async function listLogins(
  db: Db,
  { userId, sessionId }: Caller,
  { take, after }: Page,
): Promise<(Login & { key: string[] })[]> {
  const [timestamp, id] = after ?? firstCursor
  const logins = await rows<LoginRow>(db)`
    select array[timestamp::text, id::text] as key, timestamp, ip_address, coalesce(data->>'browser', '') as browser,
           case when action = 'login_succeeded' then 'none'
                when action = 'passkey_refused' and data->>'reason' !~ '(locked|inactive)$' then 'passkey'
                else coalesce(data->>'reason', '') end as reason,
           case when action = 'login_succeeded'
                then nullif(data->>'sessionId', ${sessionId}::text) end as session_id
    from audit_log
    where ((actor_id = ${userId} and action = 'login_succeeded')
           or (target_id = ${userId}
               and (action = 'login_failed'
                    or (action = 'passkey_refused' and data->>'ceremony' is distinct from 'step-up'))))
      and (timestamp, id) < (${timestamp}::timestamptz, ${id}::uuid)
    order by timestamp desc, id desc limit ${take}`
  return logins.map(({ reason, timestamp, ...login }) => ({
    ...login,
    timestamp: timestamp.toISOString(),
    outcome: outcomeOf[reason] ?? 'inactive',
  }))
}

/**
 * Outcome by the reason that the query returns: `none` for a success, `passkey` for a wrong passkey. Any other reason
 * means that the user or the company is inactive.
 */
const outcomeOf: Readonly<Record<string, Login['outcome']>> = {
  none: 'succeeded',
  password: 'wrong_password',
  code: 'wrong_code',
  'first code': 'wrong_code',
  passkey: 'wrong_passkey',
  'account locked': 'account_locked',
}
