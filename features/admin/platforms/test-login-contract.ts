import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { idParams, time } from '#contract/fields.ts'
import { errorCodes } from '#contract/refusal.ts'

const { invalidLink, notFound, tooManyRequests } = errorCodes
const access = { adminWithAnyOf: ['manage_platform'] } as const

export const beginTestLogin = endpoint('POST /admin/platforms/{id}/test-login', {
  access,
  stepUp: 15,
  summary:
    'Begins a test login: the answer is a request for a code of a client that lasts ten minutes, asks for what the platform may ask for, and ends in the admin area. No token is issued for the platform',
  params: idParams,
  body: nothing,
  reply: z.object({ url: z.string(), expiresAt: time }),
  status: 201,
  refusals: { notFound, tooManyRequests },
})

export const finishTestLogin = endpoint('POST /admin/platforms/{id}/test-login/finish', {
  access,
  stepUp: { none: 'it ends the test that was begun with one' },
  summary:
    'Ends a test login, once and in the session that has begun it, by the code or the error that came back; answers the claims, never a token',
  params: idParams,
  body: z.object({
    state: z.string().check(z.maxLength(200, 'tooLong')),
    code: z.optional(z.string().check(z.maxLength(200, 'tooLong'))),
    error: z.optional(z.string().check(z.maxLength(200, 'tooLong'))),
    description: z.optional(z.string().check(z.maxLength(1000, 'tooLong'))),
  }),
  reply: z.object({
    isPassed: z.boolean(),
    /** OAuth error code of a test that failed, and what the provider says about it. */
    error: z.string(),
    description: z.string(),
    /** Their values as JSON; null where the ID token or userinfo lacks the claim. */
    claims: z.array(
      z.object({
        name: z.string(),
        idToken: z.nullable(z.string()),
        userInfo: z.nullable(z.string()),
      }),
    ),
    scope: z.string(),
  }),
  refusals: { invalidLink },
})

/** Channel on which the window of a test login says that it has ended; the message is the platform's id. */
export const testChannel = 'portico-test-login'

export type TestResult = z.output<typeof finishTestLogin.reply>
