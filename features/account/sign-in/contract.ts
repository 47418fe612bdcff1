import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { credentials, nextStep, secondErrors, secondStep } from '#contract/login-steps.ts'
import { loggedIn } from '#contract/me.ts'
import { errors } from '#contract/refusal.ts'

export const login = endpoint('POST /users/login', {
  access: 'anyone',
  summary: 'Starts a login (first step) with email address and password',
  body: credentials,
  reply: z.union([nextStep, loggedIn]),
  refusals: errors('invalidCredentials', 'userInactive', 'partnerInactive', 'addressBlocked'),
})

export const verifyCode = endpoint('POST /users/login/verify-mfa', {
  access: 'login-attempt',
  summary:
    'Completes a login (second step) with a code, a passkey, or, after a passkey, the password',
  body: secondStep,
  reply: loggedIn,
  refusals: errors(...secondErrors, 'partnerInactive'),
})

/** Ends the session. Open to anyone, because it also clears the cookies of a session that has already ended. */
export const logout = endpoint('GET /users/logout', {
  access: 'anyone',
  summary: 'Ends the current session, at the portal and on every platform opened from it',
  reply: nothing,
})

export const primeCsrf = endpoint('GET /csrf', {
  access: 'anyone',
  summary: 'Returns a visitor’s first CSRF token, in the header x-csrf-token',
  reply: nothing,
  status: 204,
})
