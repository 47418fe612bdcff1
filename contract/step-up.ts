import * as z from 'zod/mini'
import { endpoint, nothing } from './endpoint.ts'
import { oneTimeCode } from './fields.ts'
import { errorCodes } from './refusal.ts'

/** Called when an endpoint answered `stepUpRequired`. */
export const stepUp = endpoint('POST /admin/step-up', {
  access: 'admin',
  summary:
    'Step-up authentication: a one-time code unlocks for five minutes the endpoints that answer 403003',
  body: z.object({ otp: oneTimeCode }),
  reply: nothing,
  refusals: { stepUpFailed: errorCodes.stepUpFailed, addressBlocked: errorCodes.addressBlocked },
})
