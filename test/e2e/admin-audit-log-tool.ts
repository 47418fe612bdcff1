import { ago } from '#test/rows.ts'
import { addRow } from './rows.ts'
import { type Person } from './people.ts'

type Facts = { age?: string; requestId?: string; subSystem?: string; data?: object }

export async function record({ id }: Person, action: string, facts: Facts): Promise<void> {
  const { age = '0', requestId = '', subSystem = 'portal', data = {} } = facts
  await addRow('audit_log', {
    timestamp: ago(age),
    actorKind: 'user',
    actorId: id,
    action,
    data: JSON.stringify(data),
    ipAddress: '198.51.100.7',
    subSystem,
    requestId,
  })
}
