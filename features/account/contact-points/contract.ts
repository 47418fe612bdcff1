import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { email, idParams, linkToken, time } from '#contract/fields.ts'
import { errors } from '#contract/refusal.ts'
import { namedObject } from '#contract/named.ts'

const stepUp = { withinMinutes: 5 } as const

const contactPoint = namedObject('ContactPoint', {
  id: z.uuid(),
  email: z.string(),
  verified: z.boolean(),
  /** Time from which the address receives notices of a recovery, if it is verified. */
  usableFrom: time,
  usable: z.boolean(),
})

export const listContactPoints = endpoint('GET /users/contact-points', {
  access: 'user',
  summary:
    'Lists the other email addresses at which the logged-in user is notified of a recovery of the account',
  reply: z.array(contactPoint),
})

export const addContactPoint = endpoint('POST /users/contact-points', {
  access: 'user',
  stepUp,
  summary:
    'Adds an email address, up to three, and mails it a link that verifies it. It takes effect 72 hours later. The user is notified at all other addresses',
  body: z.object({ email }),
  example: { email: 'ada.home@example.com' },
  reply: contactPoint,
  status: 201,
  refusals: errors('tooManyRequests'),
})

export const removeContactPoint = endpoint('POST /users/contact-points/{id}/remove', {
  access: 'user',
  stepUp,
  summary: 'Removes an address of the logged-in user and notifies the user at all addresses',
  params: idParams,
  body: nothing,
  reply: nothing,
  refusals: errors('notFound'),
})

/** Requires no login: the link can only verify its own address. */
export const verifyContactPoint = endpoint('POST /users/contact-points/verify', {
  access: 'anyone',
  summary: 'Verifies an address by the link that was mailed to it',
  body: namedObject('LinkToken', { token: linkToken }),
  reply: nothing,
  refusals: errors('invalidLink', 'tooManyRequests'),
})
