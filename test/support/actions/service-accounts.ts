import { addService, newServiceFacts } from '../service-accounts.ts'
import { callBy, newAdmin, type AuditCase } from './audit-cases.ts'

const headers = { 'if-match': '"1"' }

/** The audit cases of admins' actions on service accounts. */
export const actions: Record<string, AuditCase> = {
  'POST /admin/service-accounts': {
    leaves: 'service_account_added',
    by: 'admin',
    call: async () => {
      const body = { ...(await newServiceFacts()), id: 'svc-audited' }
      await callBy((await newAdmin()).browser, 'POST /admin/service-accounts', { body })
    },
  },
  'PUT /admin/service-accounts/{id}': {
    leaves: 'service_account_changed',
    by: 'admin',
    changes: true,
    call: async () => {
      const { browser } = await newAdmin()
      const params = { id: (await addService()).id }
      const body = await newServiceFacts()
      await callBy(browser, 'PUT /admin/service-accounts/{id}', { params, headers, body })
    },
  },
  'POST /admin/service-accounts/{id}/revoke': {
    leaves: 'service_account_revoked',
    by: 'admin',
    call: async () => {
      const { browser } = await newAdmin()
      const params = { id: (await addService()).id }
      await callBy(browser, 'POST /admin/service-accounts/{id}/revoke', { params, body: {} })
    },
  },
}
