import * as z from 'zod/mini'
import { email } from './fields.ts'
import { inBounds } from './search-time.ts'

export const auditTime = z.iso.datetime({ offset: true })

/** A time, or a day in UTC; an end day is included. */
const moment = z.union([auditTime, z.iso.date()]).check(inBounds)

const lowerCase = z.string().check(z.overwrite((value) => value.trim().toLowerCase()))

/** The server refuses any that it does not record. */
export const auditAction = z.string().check(z.maxLength(60))

/** The filters of the log; several actions mean any of them. */
export const auditFilters = {
  startDate: z.optional(moment),
  endDate: z.optional(moment),
  action: z.optional(z.union([auditAction, z.array(auditAction).check(z.maxLength(100))])),
  /** An id or email: entries with this actor or this target. */
  user: z.optional(z.union([z.uuid(), email])),
  ipAddress: z.optional(lowerCase.check(z.regex(/^[0-9a-f:.]{2,45}$/))),
  subSystem: z.optional(lowerCase.check(z.regex(/^[a-z][a-z0-9-]{1,40}$/))),
  requestId: z.optional(lowerCase.check(z.regex(/^[0-9a-z-]{1,64}$/))),
  /** Entries about users of this company, and about itself; older entries name none. */
  company: z.optional(z.uuid()),
}

const filterQuery = z.object(auditFilters)

export type AuditFilters = z.output<typeof filterQuery>
