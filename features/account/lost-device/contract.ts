import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { idParams, linkToken, phone, requiredText } from '#contract/fields.ts'
import { recoveryStates, recoveryUnderWay } from '#contract/link.ts'
import { errors } from '#contract/refusal.ts'
import { namedObject } from '#contract/named.ts'

/** Requires the right password, so that strangers cannot send the user mails. */
export const askForHelp = endpoint('POST /users/recovery/ask', {
  access: 'login-attempt',
  summary:
    'Requests a new second factor during a login. All of the user’s addresses are notified immediately, someone else must approve the request, and the link is emailed after 24 hours at the earliest. Fails with 403001 for a day after the password was set with an emailed link',
  body: z.object({ phone: z.optional(phone), note: requiredText(500) }),
  example: { phone: '+351 21 000 0000', note: 'My phone was stolen on the train.' },
  reply: nothing,
  status: 202,
  refusals: errors(
    'loginExpired',
    'userInactive',
    'partnerInactive',
    'tooManyRequests',
    'approvalPending',
    'noSecondPerson',
    'forbidden',
  ),
})

export const findOwnRecovery = endpoint('GET /users/recovery', {
  access: 'user',
  summary: 'Returns the current user’s pending request to replace the second factor, or null',
  reply: namedObject('FoundRecovery', {
    recovery: z.nullable(recoveryUnderWay),
  }),
})

export const stopOwnRecovery = endpoint('POST /users/recovery/{id}/stop', {
  access: 'user',
  summary: 'Cancels the current user’s request to replace the second factor',
  params: idParams,
  body: nothing,
  reply: nothing,
  refusals: errors('notFound'),
})

/** Requires no login: the link can only stop a recovery and secure the account, never open it. */
export const stopRecovery = endpoint('POST /users/recovery/stop', {
  access: 'anyone',
  summary:
    'Cancels the recovery that the emailed link belongs to, or undoes it within a day after completion. With `endsSessions`, it also ends all sessions, blocks the password until it is changed, and uses up the link',
  body: z.object({ token: linkToken, endsSessions: z.optional(z.boolean()) }),
  /** State of the recovery when the link was used. */
  reply: z.object({ recovery: z.enum(recoveryStates) }),
  refusals: errors('invalidLink', 'tooManyRequests'),
})

export const lockAccount = endpoint('POST /users/lock', {
  access: 'user',
  stepUp: { withinMinutes: 5 },
  summary:
    'Locks the current user’s account and ends all sessions, at the portal and on every platform. Only support can unlock it',
  body: nothing,
  reply: nothing,
})

export const lockAccountByLink = endpoint('POST /users/lock/with-token', {
  access: 'anyone',
  summary:
    'Locks an account and ends all sessions, at the portal and on every platform, with the emailed link that cancels a recovery. Uses up the link. Only support can unlock the account',
  body: z.object({ token: linkToken }),
  reply: nothing,
  refusals: errors('invalidLink', 'tooManyRequests'),
})

/** Result of using the link: all sessions ended and the password blocked (`secured`), or the account `locked`. */
export type Secured = 'secured' | 'locked'
