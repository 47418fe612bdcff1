import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { errorCodes } from './refusal.ts'

export const getChallenge = endpoint('GET /human-check/challenge', {
  access: 'anyone',
  summary:
    'Returns a new challenge for the human check. It is bound to this browser and can be solved once',
  reply: z.record(z.string(), z.unknown()),
  refusals: { tooManyRequests: errorCodes.tooManyRequests },
})

/** The solution of a challenge. */
export const humanCheck = z
  .string()
  .check(z.minLength(1, 'humanCheckMissing'), z.maxLength(8192, 'tooLong'))
