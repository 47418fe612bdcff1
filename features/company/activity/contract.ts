import * as z from 'zod/mini'
import { auditCsvColumns, auditEntry } from '#contract/audit-entry.ts'
import { auditFilters } from '#contract/audit-filters.ts'
import { endpoint } from '#contract/endpoint.ts'
import { pageQuery } from '#contract/fields.ts'

const access = { userWithAnyOf: ['company_audit'] } as const

const { startDate, endDate, action, user } = auditFilters
const filters = { startDate, endDate, action, user }

export const listCompanyActivity = endpoint('GET /users/company/audit', {
  access,
  summary:
    'Lists the audit entries of the caller’s company and its users, the latest first. Actions of the provider have neither the id of the admin nor an IP address',
  query: z.object({ ...filters, ...pageQuery }),
  reply: z.array(auditEntry),
})

export const exportCompanyActivity = endpoint('GET /users/company/audit/export', {
  access,
  stepUp: { withinMinutes: 5 },
  summary:
    'Exports the audit entries of the caller’s company as a CSV file, the latest first, at most one million',
  query: z.object(filters),
  reply: z.unknown(),
  csvColumns: { ...auditCsvColumns, requestId: '' },
})
