import * as z from 'zod/mini'
import { auditCsvColumns, auditEntry } from '#contract/audit-entry.ts'
import { auditFilters as filters, auditTime, ownSearches } from '#contract/audit-filters.ts'
import { endpoint } from '#contract/endpoint.ts'
import { pageQuery, time } from '#contract/fields.ts'
import { inBounds } from '#contract/search-time.ts'
import { namedObject } from '#contract/named.ts'

const access = { adminWithAnyOf: ['view_admin_audit_log', 'view_audit_log'] } as const

export const listEntries = endpoint('GET /admin/auditlogs', {
  access,
  mayLag: true,
  machine: 'admin:audit.read',
  summary:
    'Lists audit log entries, newest first. With a combination of filters that no index covers, a page scans 10,000 entries of the narrowest filter, and x-rows-scanned contains the number scanned',
  query: z.object({ ...filters, ownSearches, ...pageQuery }),
  reply: z.array(auditEntry),
})

export const listActions = endpoint('GET /admin/auditlogs/actions', {
  access,
  machine: 'admin:audit.read',
  summary: 'Lists the names of all recorded actions',
  reply: z.array(z.string()),
})

export const countNew = endpoint('GET /admin/auditlogs/new', {
  access,
  mayLag: true,
  summary: 'Returns the number of entries after a given time, up to 1,000',
  query: z.object({ ...filters, ownSearches, after: auditTime.check(inBounds) }),
  reply: z.object({ count: z.int() }),
})

const suggestion = namedObject('Suggestion', { id: z.string(), name: z.string(), note: z.string() })

export const suggest = endpoint('GET /admin/auditlogs/suggestions', {
  access,
  mayLag: true,
  summary:
    'Lists a few users, admins, companies, IP addresses and requests that match a search text',
  query: z.object({ q: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) }),
  reply: z.object({
    /** Matching users. `note` is the user's company; it is empty for admins and companies. */
    users: z.array(suggestion),
    admins: z.array(suggestion),
    companies: z.array(suggestion),
    /** Matching IP addresses among the latest entries. */
    addresses: z.array(z.string()),
    /** Request ids that begin with the text. Empty for fewer than eight characters. */
    requests: z.array(z.string()),
  }),
})

export const listRefusedRequests = endpoint('GET /admin/refused-requests', {
  access: { adminWithAnyOf: ['manage_platform'] },
  mayLag: true,
  summary:
    'Lists refused OpenID requests of platforms with this request ID; no audit log entry exists for them, because anyone can cause them',
  query: z.object({ requestId: z.string().check(z.minLength(1), z.maxLength(64)) }),
  reply: z.array(
    z.object({
      id: z.string(),
      at: time,
      platformId: z.string(),
      platform: z.string(),
      endpoint: z.string(),
      /** OAuth error code that the platform received. */
      error: z.string(),
      reason: z.string(),
      /** Value that was refused, such as a redirect URI; may be empty. */
      value: z.string(),
      ipAddress: z.string(),
      requestId: z.string(),
    }),
  ),
})

export const countByTime = endpoint('GET /admin/auditlogs/histogram', {
  access,
  mayLag: true,
  summary:
    'Returns the number of sealed entries in each interval of a period, by default the last 30 days',
  query: z.object({
    startDate: filters.startDate,
    endDate: filters.endDate,
    action: filters.action,
    ownSearches,
  }),
  reply: z.object({
    /** Length of each part in hours. */
    hours: z.int(),
    parts: z.array(z.object({ start: z.iso.datetime(), count: z.int(), failures: z.int() })),
  }),
})

export const exportEntries = endpoint('GET /admin/auditlogs/export', {
  access,
  mayLag: true,
  stepUp: 5,
  summary: 'Exports up to one million audit log entries as a CSV file, newest first',
  query: z.object(filters),
  reply: z.unknown(),
  csvColumns: auditCsvColumns,
})
