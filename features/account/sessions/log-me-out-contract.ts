import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { linkToken } from '#contract/fields.ts'
import { errorCodes } from '#contract/refusal.ts'

export const logMeOut = endpoint({
  method: 'POST',
  path: '/users/sessions/logout/with-token',
  access: 'anyone',
  summary: 'Ends every session of whoever the mailed link is for, here and on every platform; once',
  body: z.object({ token: linkToken }),
  reply: nothing,
  refusals: { invalidLink: errorCodes.invalidLink, tooManyRequests: errorCodes.tooManyRequests },
})
