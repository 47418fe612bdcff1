import * as z from 'zod/mini'
import { email, uuid } from './fields.ts'
import { inBounds } from './search-time.ts'
import { named } from './named.ts'

export const auditTime = z.iso.datetime({ offset: true })

/** A time, or a day in UTC. An end day is inclusive. */
const moment = z.union([auditTime, z.iso.date()]).check(inBounds)

const lowerCase = z.string().check(z.overwrite((value) => value.trim().toLowerCase()))

/** The name of an action. The server rejects unknown ones. */
export const auditAction = named('AuditAction', z.string().check(z.maxLength(60)))

/** The filters of the audit log. Several actions match entries with any of them. */
export const auditFilters = {
  startDate: z.optional(moment),
  endDate: z.optional(moment),
  action: z.optional(z.union([auditAction, z.array(auditAction).check(z.maxLength(100))])),
  /** A user's id or email: matches entries with this actor or target. */
  user: z.optional(z.union([uuid, email])),
  ipAddress: z.optional(lowerCase.check(z.regex(/^[0-9a-f:.]{2,45}$/))),
  subSystem: z.optional(lowerCase.check(z.regex(/^[a-z][a-z0-9-]{1,40}$/))),
  requestId: z.optional(lowerCase.check(z.regex(/^[0-9a-z-]{1,64}$/))),
  /** Matches entries about this company and its users. Older entries contain no company. */
  company: z.optional(uuid),
}

/** `hidden` excludes the caller's own searches of the log; from the histogram, the searches of all admins. */
export const ownSearches = z.optional(named('OwnSearches', z.enum(['hidden'])))

const filterQuery = z.object(auditFilters)

export type AuditFilters = z.output<typeof filterQuery>
