import { adminLoggedIn } from '#contract/admin.ts'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { credentials, nextStep, secondErrors, secondStep } from '#contract/login-steps.ts'
import { errors } from '#contract/refusal.ts'

/** First step of an admin's login. Rejected if admins log in through the company's identity provider. */
export const adminLogin = endpoint('POST /admin/login', {
  access: 'anyone',
  summary: 'Starts an admin login (first step) with email address and password',
  body: credentials,
  reply: nextStep,
  refusals: errors('invalidCredentials', 'userInactive', 'addressBlocked'),
})

export const verifyAdminCode = endpoint('POST /admin/login/verify-mfa', {
  access: 'admin-login-attempt',
  summary:
    'Completes an admin login (second step) with a code, a passkey, or, after a passkey, the password',
  body: secondStep,
  reply: adminLoggedIn,
  refusals: errors(...secondErrors),
})

/** Open to anyone, because it also clears the cookies of a session that has already ended. */
export const adminLogout = endpoint('GET /admin/logout', {
  access: 'anyone',
  summary: 'Ends the current admin’s session',
  reply: nothing,
})

export const primeAdminCsrf = endpoint('GET /admin/csrf', {
  access: 'anyone',
  summary:
    'Returns the first CSRF token of a visitor to the admin area, in the header x-csrf-token',
  reply: nothing,
  status: 204,
})
