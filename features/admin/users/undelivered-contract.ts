import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { freeText, pageQuery, recordId, time, uuid } from '#contract/fields.ts'
import { anyOf, sortedBy } from '#contract/list.ts'
import { mailFaults } from '#contract/mail-fault.ts'
import { mailKinds } from '#contract/mail-kind.ts'
import { named } from '#contract/named.ts'

export const undeliveredStates = ['failed', 'queued'] as const

/**
 * Reasons why a mail cannot be sent again: it is retried automatically (`waiting`), it is being sent again (`sending`),
 * its link no longer works (`link`), or it belongs to no account or invitation (`account`).
 */
export const resendFaults = ['waiting', 'sending', 'link', 'account'] as const

export const listUndelivered = endpoint('GET /admin/mails/undelivered', {
  access: { adminWithAnyOf: ['manage_regular_user'] },
  mayLag: true,
  summary:
    'Lists emails from the last seven days that the mail server rejected and that haven’t been resent, and emails that have been queued for more than 15 minutes, newest first. Filter by part of the address, kind, status or company. Emails to admins are included only for callers who can read the admin audit log',
  query: z.object({
    q: z.optional(freeText(200)),
    kind: anyOf(...mailKinds),
    state: z.optional(z.enum(undeliveredStates)),
    company: z.optional(recordId.check(z.maxLength(100))),
    sort: sortedBy('created', 'to'),
    ...pageQuery,
  }),
  reply: z.array(
    z.object({
      id: uuid,
      kind: named('MailKind', z.enum(mailKinds)),
      state: named('UndeliveredState', z.enum(undeliveredStates)),
      to: z.string(),
      /** Id of the recipient; null for an address without an account and for an admin. */
      userId: z.nullable(uuid),
      isAdmin: z.boolean(),
      /** Id of the invitation in the mail, while the invited user has no account. */
      invitationId: z.nullable(uuid),
      /** Company of the user or of the invitation. */
      company: z.nullable(z.object({ id: uuid, name: z.string() })),
      createdAt: time,
      tries: z.int(),
      /** Time of the last failed attempt. */
      triedAt: z.nullable(time),
      lastError: z.nullable(z.string()),
      fault: z.nullable(named('MailFault', z.enum(mailFaults))),
      /** True if the mail is being sent again and the mail server has not responded yet. */
      isSending: z.boolean(),
      /** True if the mail can be sent again: by `resendMail`, or by resending the invitation that it contains. */
      canResend: z.boolean(),
      /** Reason why the mail cannot be sent again; null if it can. */
      whyNot: z.nullable(z.enum(resendFaults)),
      /** True if the mail failed at our mail server in the last 15 minutes, and the server has accepted none since. */
      isServerDown: z.boolean(),
    }),
  ),
})
