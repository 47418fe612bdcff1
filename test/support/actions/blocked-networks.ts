import { newAdmin, callBy, type AuditCase } from './audit-cases.ts'

const block = { network: '203.0.113.192/27', hours: 1, reason: 'Failed logins of many accounts' }
const other = { ...block, network: '203.0.113.160/27' }

/** The audit cases of blocked networks. */
export const actions: Record<string, AuditCase> = {
  'POST /admin/blocked-networks': {
    leaves: 'network_blocked',
    by: 'admin',
    call: async () => {
      await callBy((await newAdmin()).browser, 'POST /admin/blocked-networks', { body: block })
    },
  },
  'POST /admin/blocked-networks/{id}/unblock': {
    leaves: 'network_unblocked',
    by: 'admin',
    call: async () => {
      const { browser } = await newAdmin()
      await callBy(browser, 'POST /admin/blocked-networks', { body: other })
      const blocks = (await callBy(browser, 'GET /admin/blocked-networks', {})) as {
        id: string
        network: string
      }[]
      const id = blocks.find(({ network }) => network === other.network)?.id ?? ''
      await callBy(browser, 'POST /admin/blocked-networks/{id}/unblock', {
        params: { id },
        body: {},
      })
    },
  },
}
