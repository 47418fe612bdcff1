import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { email, pageQuery } from '#contract/fields.ts'

const access = { adminWithAnyOf: ['view_admin_audit_log', 'view_audit_log'] } as const

/** So that the day after it is a time that PostgreSQL reads, too. */
const latest = Date.UTC(9999, 0)

/** From 1970 to 9998. */
const inBounds = z.refine<string>(
  (value) => Date.parse(value) >= 0 && Date.parse(value) < latest,
  'invalidDate',
)
const time = z.iso.datetime({ offset: true })

/** A time, or a day in UTC; an end day is included. */
const moment = z.union([time, z.iso.date()]).check(inBounds)

const lowerCase = z.string().check(z.overwrite((value) => value.trim().toLowerCase()))

/** The filters of the log; several actions mean any of them. */
export const filters = {
  startDate: z.optional(moment),
  endDate: z.optional(moment),
  action: z.optional(
    z.union([z.string().check(z.maxLength(60)), z.array(z.string()).check(z.maxLength(100))]),
  ),
  /** An id or email: entries with this actor or this target. */
  user: z.optional(z.union([z.uuid(), email])),
  ipAddress: z.optional(lowerCase.check(z.regex(/^[0-9a-f:.]{2,45}$/))),
  subSystem: z.optional(lowerCase.check(z.regex(/^[a-z][a-z0-9-]{1,40}$/))),
  requestId: z.optional(lowerCase.check(z.regex(/^[0-9a-z-]{1,64}$/))),
}

const filterQuery = z.object(filters)

export type Filters = z.output<typeof filterQuery>

/** The search parameters of the page. */
export const searchNames = [
  'startDate',
  'endDate',
  'range',
  'action',
  'user',
  'ipAddress',
  'subSystem',
  'requestId',
  'zone',
  'entry',
  'cursor',
] as const

export const entry = z.object({
  id: z.uuid(),
  /** The actor's present name; empty for visitors, the system and erased users. */
  user: z.string(),
  userId: z.nullable(z.string()),
  actorKind: z.enum(['user', 'admin', 'platform', 'system', 'visitor']),
  /** The name of the target, where that is not the actor. */
  target: z.string(),
  targetId: z.nullable(z.string()),
  action: z.string(),
  data: z.record(z.string(), z.unknown()),
  ipAddress: z.string(),
  timestamp: z.iso.datetime(),
  subSystem: z.string(),
  requestId: z.string(),
})

export const listEntries = endpoint('GET /admin/auditlogs', {
  access,
  summary: 'The entries, the latest first: who did what, when and from where',
  query: z.object({ ...filters, ...pageQuery }),
  reply: z.array(entry),
})

export const listActions = endpoint('GET /admin/auditlogs/actions', {
  access,
  summary: 'The names of all recorded actions',
  reply: z.array(z.string()),
})

export const countNew = endpoint('GET /admin/auditlogs/new', {
  access,
  summary: 'The number of entries after a time, at most 1000',
  query: z.object({ ...filters, after: time.check(inBounds) }),
  reply: z.object({ count: z.int() }),
})

export const exportEntries = endpoint('GET /admin/auditlogs/export', {
  access,
  stepUp: 5,
  summary: 'The entries as a CSV file, the latest first, at most one million',
  query: filterQuery,
  /** A file (`Blob`), not JSON. */
  reply: z.unknown(),
})
