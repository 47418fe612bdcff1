import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { loggedIn } from '#contract/me.ts'
import { errors } from '#contract/refusal.ts'

/** Path at which a portal publishes the keys that its sandbox verifies tokens with. */
export const keysPath = '/.well-known/sandbox-keys.json'

export const createSandboxToken = endpoint('POST /users/sandbox/token', {
  access: 'user',
  summary:
    'Creates a one-time token for the sandbox, valid for one minute. Requires a login with a second factor',
  reply: z.object({ token: z.string(), url: z.string() }),
  refusals: errors('forbidden', 'notFound'),
})

export const logInToSandbox = endpoint('POST /users/sandbox/login/with-token', {
  access: 'anyone',
  summary: 'Logs in to a sandbox with a token from the portal that it trusts',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(4096)) }),
  reply: loggedIn,
  refusals: errors(
    'notFound',
    'invalidLink',
    'unableToProcess',
    'userInactive',
    'partnerInactive',
    'tooManyRequests',
  ),
})
