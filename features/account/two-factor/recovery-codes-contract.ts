import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { oneTimeCode } from '#contract/fields.ts'
import { errorCodes } from '#contract/refusal.ts'

export const renewCodes = endpoint({
  method: 'POST',
  path: '/users/recovery-codes',
  access: 'user',
  summary: 'Makes ten new recovery codes; the older ones stop working',
  body: z.object({ otp: oneTimeCode }),
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
  refusals: { wrongCode: errorCodes.wrongCode, addressBlocked: errorCodes.addressBlocked },
})
