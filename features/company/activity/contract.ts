import * as z from 'zod/mini'
import { auditCsvColumns, auditEntry } from '#contract/audit-entry.ts'
import { auditFilters, ownSearches } from '#contract/audit-filters.ts'
import { endpoint } from '#contract/endpoint.ts'
import { freeText, pageQuery } from '#contract/fields.ts'

const access = { userWithAnyOf: ['company_audit'] } as const

const { startDate, endDate, action, user } = auditFilters
const filters = {
  startDate,
  endDate,
  action,
  user,
  /** An IP address, or a part of the name or email of at most 50 users of the company. */
  q: z.optional(freeText(200)),
  ownSearches,
}

const filterQuery = z.object(filters)

export type ActivityFilters = z.output<typeof filterQuery>

export const listCompanyActivity = endpoint('GET /users/company/audit', {
  access,
  summary:
    'Lists audit log entries about the caller’s company and its users, newest first. Entries about actions by support contain neither the admin’s ID nor an IP address',
  query: z.object({ ...filters, ...pageQuery }),
  reply: z.array(auditEntry),
})

export const exportCompanyActivity = endpoint('GET /users/company/audit/export', {
  access,
  stepUp: { withinMinutes: 5 },
  summary:
    'Exports up to one million audit log entries about the caller’s company as a CSV file, newest first',
  query: filterQuery,
  reply: z.unknown(),
  // Request ids are hidden from companies, so the column is empty.
  csvColumns: { ...auditCsvColumns, requestId: '' },
})
