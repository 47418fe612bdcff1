import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { recordId, requiredText, uuid } from '#contract/fields.ts'
import { errors } from '#contract/refusal.ts'

/** Permissions to search each kind, equal to those of the list that shows it (compared in app/permissions.test.ts). */
export const searchAccess = {
  user: { access: { adminWithAnyOf: ['manage_regular_user'] } },
  company: { access: { adminWithAnyOf: ['manage_partner'] } },
  platform: { access: { adminWithAnyOf: ['manage_platform'] } },
  admin: { access: { adminWithAnyOf: ['manage_admin_user'] } },
  refusal: { access: { adminWithAnyOf: ['manage_platform'] } },
  request: { access: { adminWithAnyOf: ['view_admin_audit_log', 'view_audit_log'] } },
} as const

/** Kinds of result whose opening is recorded. Requests are not among them: the audit log records its own searches. */
export const searchKinds = ['user', 'company', 'platform', 'admin'] as const
export type SearchKind = (typeof searchKinds)[number]

const person = {
  id: uuid,
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  active: z.boolean(),
}

export const searchEverything = endpoint('GET /admin/search', {
  access: 'admin',
  mayLag: true,
  summary:
    'Searches users, companies, platforms and admins by part of their name or address, up to eight of each kind that the caller can see. Also finds requests with audit log entries that the caller can read, and refused requests of platforms, by their ID (a UUID with or without hyphens) or at least its first eight characters. The audit log records which results are opened, but not the search',
  query: z.object({ q: requiredText(200) }),
  reply: z.object({
    /** `company` is the name of the company. */
    users: z.array(z.object({ ...person, company: z.nullable(z.string()) })),
    companies: z.array(z.object({ id: uuid, name: z.string(), active: z.boolean() })),
    platforms: z.array(z.object({ id: z.string(), name: z.string(), active: z.boolean() })),
    admins: z.array(z.object(person)),
    /** Request IDs as the audit log contains them. */
    requests: z.array(z.object({ id: z.string() })),
    /** Requests of platforms that the OpenID provider refused, by their request ID. */
    refusals: z.optional(
      z.array(
        z.object({
          requestId: z.string(),
          platformId: z.string(),
          platform: z.string(),
          /** OAuth error code that the platform received. */
          error: z.string(),
          reason: z.string(),
          /** Value that was refused, such as a redirect URI; may be empty. */
          value: z.string(),
        }),
      ),
    ),
  }),
})

export type SearchReply = z.output<typeof searchEverything.reply>

export const recordOpened = endpoint('POST /admin/search/opened', {
  access: 'admin',
  stepUp: { none: 'it changes nothing but adds a row to the log' },
  summary: 'Records in the audit log that a search result was opened',
  body: z.object({ kind: z.enum(searchKinds), id: recordId.check(z.maxLength(100)) }),
  reply: nothing,
  status: 204,
  refusals: errors('notFound', 'forbidden'),
})
