import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { freeText, locale, recordId } from '#contract/fields.ts'
import { errors } from '#contract/refusal.ts'

export const previewInvitation = endpoint('GET /admin/invitations/preview', {
  access: { adminWithAnyOf: ['manage_regular_user'] },
  summary: 'Returns an invitation email as HTML, to show in a frame',
  query: z.object({
    companyId: recordId.check(z.maxLength(100)),
    language: locale,
    /** Ids of the platforms that the invitation grants, separated by commas. */
    platforms: z.optional(freeText(10_000)),
  }),
  reply: z.unknown(),
  isPage: true,
  refusals: errors('notFound'),
})
