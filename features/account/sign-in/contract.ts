import * as z from 'zod/mini'
import { adminLoggedIn } from '#contract/admin.ts'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { email, oneTimeCode, required } from '#contract/fields.ts'
import { loggedIn } from '#contract/me.ts'
import { errors } from '#contract/refusal.ts'

const credentials = z.object({ email, password: required })
const code = z.union([z.object({ otp: oneTimeCode }), z.object({ recoveryCode: required })])
const codeErrors = ['loginExpired', 'wrongCode', 'userInactive', 'addressBlocked'] as const
const secondStep = z.object({
  next: z.literal('verify-mfa'),
  /** By which the login can go on; never empty. */
  methods: z.array(z.enum(['passkey', 'otp', 'recovery'])),
})
const nextStep = z.union([secondStep, z.object({ next: z.literal('configure-mfa') })])

export const login = endpoint('POST /users/login', {
  access: 'anyone',
  summary: 'First step of a login: email address and password',
  body: credentials,
  reply: z.union([nextStep, loggedIn]),
  refusals: errors('invalidCredentials', 'userInactive', 'partnerInactive', 'addressBlocked'),
})

export const verifyCode = endpoint('POST /users/login/verify-mfa', {
  access: 'login-attempt',
  summary: 'Second step of a login: a one-time code or a recovery code',
  body: code,
  reply: loggedIn,
  refusals: errors(...codeErrors, 'partnerInactive'),
})

/** Open to anyone, because it also clears the cookies of a session that has already ended. */
export const logout = endpoint('GET /users/logout', {
  access: 'anyone',
  summary: 'Ends this session, here and on every platform that it opened',
  reply: nothing,
})

export const primeCsrf = endpoint('GET /csrf', {
  access: 'anyone',
  summary: 'Gives a visitor the first CSRF token, in the header x-csrf-token',
  reply: nothing,
  status: 204,
})

/** Refused where the company's identity provider logs admins in. */
export const adminLogin = endpoint('POST /admin/login', {
  access: 'anyone',
  summary: 'First step of an admin’s login: email address and password',
  body: credentials,
  reply: nextStep,
  refusals: errors('invalidCredentials', 'userInactive', 'addressBlocked'),
})

export const verifyAdminCode = endpoint('POST /admin/login/verify-mfa', {
  access: 'admin-login-attempt',
  summary: 'Second step of an admin’s login: a one-time code or a recovery code',
  body: code,
  reply: adminLoggedIn,
  refusals: errors(...codeErrors),
})

/** Open to anyone, because it also clears the cookies of a session that has already ended. */
export const adminLogout = endpoint('GET /admin/logout', {
  access: 'anyone',
  summary: 'Ends this admin’s session',
  reply: nothing,
})

export const primeAdminCsrf = endpoint('GET /admin/csrf', {
  access: 'anyone',
  summary: 'Gives a visitor of the admin area the first CSRF token, in the header x-csrf-token',
  reply: nothing,
  status: 204,
})
