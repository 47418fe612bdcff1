import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { commonErrors } from '#contract/refusal.ts'
import { named } from '#contract/named.ts'

const { notFound } = commonErrors
const uid = z.string().check(z.regex(/^[\w-]{1,64}$/))

/** Ways to authenticate for a step-up. Each offered way satisfies the platform's requirement. */
export const ways = ['passkey', 'otp', 'password-otp', 'password'] as const

export const getStepUp = endpoint('GET /users/step-up', {
  access: 'user',
  summary:
    'Returns the step-up that a platform requires of the current user, with its reason and the available methods. Identify it by the uid of the platform’s request or, for a platform behind a proxy, by the platform’s ID',
  query: z.object({ uid: z.optional(uid), subsystem: z.optional(uid) }),
  reply: z.object({
    platform: z.string(),
    email: z.string(),
    /**
     * `again`: the login is too old, or the platform was idle for too long. `two-factors` and `passkey`: the platform
     * requires them, and the login did not use them.
     */
    reason: z.enum(['again', 'two-factors', 'passkey']),
    /** Empty if the user has no sufficient method. */
    ways: z.array(named('Proof', z.enum(ways))),
  }),
  refusals: { notFound },
})

export type StepUpRequest = z.output<typeof getStepUp.reply>
