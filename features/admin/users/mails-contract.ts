import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { freeText, idParams, time, uuid, recordId } from '#contract/fields.ts'
import { linkKinds } from '#contract/link.ts'
import { mailFaults } from '#contract/mail-fault.ts'
import { mailKinds } from '#contract/mail-kind.ts'
import { errorCodes } from '#contract/refusal.ts'

const { notFound } = errorCodes
const access = { adminWithAnyOf: ['manage_regular_user'] } as const
const ofUser = { access, params: idParams, refusals: { notFound } } as const

export const listTokens = endpoint('GET /admin/users/{id}/tokens', {
  ...ofUser,
  summary: 'Lists a user’s one-time links that weren’t revoked, newest first, without their tokens',
  reply: z.array(
    z.object({
      id: uuid,
      kind: z.enum(linkKinds),
      createdAt: time,
      expiresAt: time,
      usedAt: z.nullable(time),
    }),
  ),
})

export const revokeLink = endpoint('POST /admin/users/{id}/tokens/{tokenId}/revoke', {
  ...ofUser,
  stepUp: 5,
  danger: { worst: 'a link stops working', reason: 'it only prevents' },
  summary:
    'Revokes a valid link that was emailed to a user. Links that only log out everywhere or cancel a recovery can’t be revoked',
  params: z.object({ id: recordId, tokenId: recordId }),
  body: z.object({ reason: z.optional(freeText(500)) }),
  reply: nothing,
})

export const listMails = endpoint('GET /admin/users/{id}/mails', {
  ...ofUser,
  mayLag: true,
  summary:
    'Lists emails to a user, including those before sign-up such as the invitation, newest first, with delivery status and link status',
  reply: z.array(
    z.object({
      id: uuid,
      kind: z.enum(mailKinds),
      /** `obsolete`: never sent, because its content was outdated, for example after its link was voided. */
      state: z.enum(['queued', 'sent', 'failed', 'obsolete']),
      createdAt: time,
      sentAt: z.nullable(time),
      lastError: z.nullable(z.string()),
      fault: z.nullable(z.enum(mailFaults)),
      /**
       * The one-time link in the mail. `opened`: not used yet. `voided`: by an admin, a newer link, or a change of the
       * account.
       */
      link: z.nullable(
        z.object({
          id: uuid,
          state: z.enum(['open', 'opened', 'used', 'voided', 'expired']),
          expiresAt: time,
          openedAt: z.nullable(time),
          usedAt: z.nullable(time),
          /** True if `revokeLink` would void the link. */
          canRevoke: z.boolean(),
        }),
      ),
      /** True if `resendMail` would send the mail again, with a working link if it contains one. */
      canResend: z.boolean(),
    }),
  ),
})

export const resendMail = endpoint('POST /admin/mails/{id}/resend', {
  ...ofUser,
  stepUp: 5,
  danger: { worst: 'mails a link', reason: 'to the same address' },
  summary: 'Resends an email, with the same link if it is still valid',
  body: nothing,
  reply: nothing,
  status: 202,
})
