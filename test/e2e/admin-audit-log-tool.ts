import { change, type Person } from './people.ts'

type Facts = { age?: string; requestId?: string; subSystem?: string; data?: object }

export async function record({ id }: Person, action: string, facts: Facts): Promise<void> {
  const { age = '0', requestId = '', subSystem = 'portal', data = {} } = facts
  await change(
    `insert into audit_log (id, timestamp, actor_kind, actor_id, action, data, ip_address, sub_system, request_id)
     values (gen_random_uuid(), now() - $1::interval, 'user', $2, $3, $4, '198.51.100.7', $5, $6)`,
    [age, id, action, JSON.stringify(data), subSystem, requestId],
  )
}
