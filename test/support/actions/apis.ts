import { addApi } from '../apis.ts'
import { callBy, newAdmin, type AuditCase } from './audit-cases.ts'

const headers = { 'if-match': '"1"' }
const facts = { name: 'Orders', scopes: ['orders.read'], format: 'jwt', active: true }

/** The audit cases of admins' actions on APIs. */
export const actions: Record<string, AuditCase> = {
  'POST /admin/apis': {
    leaves: 'api_added',
    by: 'admin',
    call: async () => {
      const body = { ...facts, id: 'https://audited.example/orders' }
      await callBy((await newAdmin()).browser, 'POST /admin/apis', { body })
    },
  },
  'PUT /admin/apis/{clientId}': {
    leaves: 'api_changed',
    by: 'admin',
    changes: true,
    call: () => toApi('PUT /admin/apis/{clientId}', facts),
  },
  'POST /admin/apis/{clientId}/replace-secret': {
    leaves: 'api_secret_replaced',
    by: 'admin',
    call: () => toApi('POST /admin/apis/{clientId}/replace-secret', { graceHours: 1 }),
  },
}

async function toApi(key: string, body: object): Promise<void> {
  const { browser } = await newAdmin()
  const { clientId } = await addApi()
  await callBy(browser, key, { params: { clientId }, headers, body })
}
