import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { freeText, pageQuery, time } from '#contract/fields.ts'
import { anyOf, sortedBy } from '#contract/list.ts'
import { mailFaults } from '#contract/mail-fault.ts'
import { mailKinds } from '#contract/mail-kind.ts'

export const undeliveredStates = ['failed', 'queued'] as const

/**
 * Why a mail cannot be sent again: it is tried by itself (`waiting`), it was sent again already (`sending`), its link no
 * longer works, or there is no account to send it for.
 */
export const resendFaults = ['waiting', 'sending', 'link', 'account'] as const

export const listUndelivered = endpoint('GET /admin/mails/undelivered', {
  access: { adminWithAnyOf: ['manage_regular_user'] },
  mayLag: true,
  summary:
    'Mails of the last seven days that the mail server refused and that were not sent again, and those that wait for a quarter of an hour, the latest first: by a part of the address, kind, state and company. Those to admins are for readers of the admins’ log',
  query: z.object({
    q: z.optional(freeText(200)),
    kind: anyOf(...mailKinds),
    state: z.optional(z.enum(undeliveredStates)),
    company: z.optional(z.string().check(z.maxLength(100))),
    sort: sortedBy('created', 'to'),
    ...pageQuery,
  }),
  reply: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(mailKinds),
      state: z.enum(undeliveredStates),
      to: z.string(),
      /** The user that it went to; null for an address without an account and for admins. */
      userId: z.nullable(z.uuid()),
      isAdmin: z.boolean(),
      /** The invitation in it, while its guest has no account. */
      invitationId: z.nullable(z.uuid()),
      /** Of the user or the invitation. */
      company: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
      createdAt: time,
      tries: z.int(),
      /** When it was tried last, in vain. */
      triedAt: z.nullable(time),
      lastError: z.nullable(z.string()),
      fault: z.nullable(z.enum(mailFaults)),
      /** It was sent again, and the mail server has not answered yet. */
      isSending: z.boolean(),
      /** By its own call, or by that of its invitation. */
      canResend: z.boolean(),
      /** Null where it can be sent again. */
      whyNot: z.nullable(z.enum(resendFaults)),
      /** Our mail server failed it in the last 15 minutes, and has taken no other mail since. */
      isServerDown: z.boolean(),
    }),
  ),
})
