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
    'During a login, requests a new second factor. A second approver decides, all addresses of the user are notified immediately, and the link is mailed after 24 hours at the earliest. Refused with 403001 for a day after a mailed link has set the password',
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
  summary:
    'Returns the open request to replace the second factor of the logged-in user; null without one',
  reply: namedObject('FoundRecovery', {
    recovery: z.nullable(recoveryUnderWay),
  }),
})

export const stopOwnRecovery = endpoint('POST /users/recovery/{id}/stop', {
  access: 'user',
  summary: 'Stops the request to replace the second factor of the logged-in user',
  params: idParams,
  body: nothing,
  reply: nothing,
  refusals: errors('notFound'),
})

/** Requires no login: the link can only stop a recovery and secure the account, never open it. */
export const stopRecovery = endpoint('POST /users/recovery/stop', {
  access: 'anyone',
  summary:
    'Stops the recovery that the mailed link belongs to, or undoes it within a day after it took effect. With `endsSessions`, also ends every session, blocks the password until it is changed, and consumes the link',
  body: z.object({ token: linkToken, endsSessions: z.optional(z.boolean()) }),
  /** State of the recovery when the link was used. */
  reply: z.object({ recovery: z.enum(recoveryStates) }),
  refusals: errors('invalidLink', 'tooManyRequests'),
})

export const lockAccount = endpoint('POST /users/lock', {
  access: 'user',
  stepUp: { withinMinutes: 5 },
  summary:
    'Locks the account of the logged-in user and ends every session, here and on every platform; only support opens it again',
  body: nothing,
  reply: nothing,
})

export const lockAccountByLink = endpoint('POST /users/lock/with-token', {
  access: 'anyone',
  summary:
    'Locks the account and ends every session, here and on every platform, by the mailed link that stops a recovery. Consumes the link; only support opens the account again',
  body: z.object({ token: linkToken }),
  reply: nothing,
  refusals: errors('invalidLink', 'tooManyRequests'),
})

/** Action by the link: ended all sessions and blocked the password (`secured`), or locked the account (`locked`). */
export type Secured = 'secured' | 'locked'
