import * as z from 'zod/mini'
import { endpoint, nothing } from './endpoint.ts'
import { oneTimeCode } from './fields.ts'
import { errorCodes } from './refusal.ts'

/** What a screen asks when it was told that a fresh code is needed. */
export const stepUp = endpoint({
  method: 'POST',
  path: '/admin/step-up',
  access: 'admin',
  summary: 'Shows a fresh code, which opens for five minutes what asks for one (403003)',
  body: z.object({ otp: oneTimeCode }),
  reply: nothing,
  refusals: { stepUpFailed: errorCodes.stepUpFailed, addressBlocked: errorCodes.addressBlocked },
})
