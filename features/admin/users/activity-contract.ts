import * as z from 'zod/mini'
import { auditEntry } from '#contract/audit-entry.ts'
import { endpoint } from '#contract/endpoint.ts'
import { idParams, pageQuery } from '#contract/fields.ts'
import { errors } from '#contract/refusal.ts'
import { inBounds } from '#contract/search-time.ts'

const moment = z.optional(z.iso.datetime({ offset: true }).check(inBounds))

/** Requires access to the audit log. Contains actions of admins only if the caller may see those in the log. */
export const listActivity = endpoint('GET /admin/users/{id}/activity', {
  access: { adminWithAnyOf: ['view_admin_audit_log', 'view_audit_log'] },
  mayLag: true,
  params: idParams,
  summary:
    'Lists audit log entries of a user and about their account, newest first, with reasons for failures',
  /** Period of the audit rows; `endDate` is exclusive. */
  query: z.object({ startDate: moment, endDate: moment, ...pageQuery }),
  reply: z.array(auditEntry),
  refusals: errors('notFound'),
})
