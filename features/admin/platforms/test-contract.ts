import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { idParams, time, uuid } from '#contract/fields.ts'
import { platformAccessStates } from '#contract/me.ts'
import { errorCodes } from '#contract/refusal.ts'
import { namedObject } from '#contract/named.ts'

const { invalidLink, notFound, tooManyRequests } = errorCodes
const access = { adminWithAnyOf: ['manage_platform'] } as const

/** Claims with their values as JSON; null if the ID token or userinfo lacks the claim. */
const claims = z.array(
  namedObject('Claim', {
    name: z.string(),
    idToken: z.nullable(z.string()),
    userInfo: z.nullable(z.string()),
  }),
)

export const beginTestLogin = endpoint('POST /admin/platforms/{id}/test-login', {
  access,
  stepUp: 15,
  danger: { worst: 'a login of the admin', reason: 'for the admin alone' },
  summary:
    'Starts a test login. The response contains an authorization request of a separate client, valid for ten minutes, with everything that the platform can request. It returns to the admin area, and no token is issued to the platform',
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
    'Finishes a test login with the code or error of the authorization response, once and in the session that started it. Returns the claims, never a token',
  params: idParams,
  body: z.object({
    state: z.string().check(z.maxLength(200, 'tooLong')),
    code: z.optional(z.string().check(z.maxLength(200, 'tooLong'))),
    error: z.optional(z.string().check(z.maxLength(200, 'tooLong'))),
    description: z.optional(z.string().check(z.maxLength(1000, 'tooLong'))),
  }),
  reply: z.object({
    isPassed: z.boolean(),
    /** OAuth error code of a failed test; `description` is the provider's explanation. Both are empty if it passed. */
    error: z.string(),
    description: z.string(),
    claims,
    scope: z.string(),
  }),
  refusals: { invalidLink },
})

/** Broadcast channel on which the window of a test login reports its end; the message is the platform's id. */
export const testChannel = 'portico-test-login'

export type TestResult = z.output<typeof finishTestLogin.reply>

export const previewClaims = endpoint('POST /admin/platforms/{id}/claims-preview', {
  access,
  stepUp: { none: 'it shows what the page of the user shows' },
  summary:
    'Returns the claims about a user that the platform would receive with all of its scopes, and whether the user can open it, without a login or a token. Also requires manage_regular_user, and is recorded in the audit log',
  params: idParams,
  body: z.object({ userId: uuid }),
  reply: z.object({
    /** Access of the user, without a check of the IP address against the company’s networks. */
    access: z.enum(platformAccessStates),
    claims,
    scope: z.string(),
  }),
  refusals: { notFound },
})

export type Claims = z.output<typeof claims>
