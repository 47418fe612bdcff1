import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { email, idParams, linkToken, time, uuid } from '#contract/fields.ts'
import { errors } from '#contract/refusal.ts'
import { namedObject } from '#contract/named.ts'

const stepUp = { withinMinutes: 5 } as const

const contactPoint = namedObject('ContactPoint', {
  id: uuid,
  email: z.string(),
  verified: z.boolean(),
  /** Time from which the address receives notices of a recovery, if it is verified. */
  usableFrom: time,
  usable: z.boolean(),
})

export const listContactPoints = endpoint('GET /users/contact-points', {
  access: 'user',
  summary:
    'Lists the current user’s alert addresses: other email addresses that are notified if someone tries to recover the account',
  reply: z.array(contactPoint),
})

export const addContactPoint = endpoint('POST /users/contact-points', {
  access: 'user',
  stepUp,
  summary:
    'Adds an alert address (at most three) and emails it a confirmation link. Once confirmed, it becomes active 72 hours after it was added. All of the user’s other addresses are notified',
  body: z.object({ email }),
  example: { email: 'ada.home@example.com' },
  reply: contactPoint,
  status: 201,
  refusals: errors('tooManyRequests'),
})

export const removeContactPoint = endpoint('POST /users/contact-points/{id}/remove', {
  access: 'user',
  stepUp,
  summary: 'Removes one of the current user’s alert addresses and notifies all of their addresses',
  params: idParams,
  body: nothing,
  reply: nothing,
  refusals: errors('notFound'),
})

/** Requires no login: the link can only verify its own address. */
export const verifyContactPoint = endpoint('POST /users/contact-points/verify', {
  access: 'anyone',
  summary: 'Confirms an alert address with the link that was emailed to it',
  body: namedObject('LinkToken', { token: linkToken }),
  reply: nothing,
  refusals: errors('invalidLink', 'tooManyRequests'),
})
