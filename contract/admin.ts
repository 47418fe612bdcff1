import * as z from 'zod/mini'
import { permissions, roles } from './permission.ts'
import { endpoint, nothing } from './endpoint.ts'
import { locale, oneTimeCode, required, time, uuid } from './fields.ts'
import { mfa } from './me.ts'
import { acceptedPasskeys } from './accepted-passkeys.ts'
import { passkeyAssertion } from './passkey.ts'
import { errors } from './refusal.ts'
import { named, namedObject } from './named.ts'

/** The logged-in admin. */
const adminMe = namedObject('Admin', {
  id: uuid,
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  roles: z.array(named('AdminRole', z.enum(roles))),
  permissions: z.array(named('Permission', z.enum(permissions))),
  /** The end of a suspension, during which the admin can only decline and cancel requests; null if not suspended. */
  suspendedUntil: z.optional(z.nullable(time)),
  /** The number of approval requests that this admin can decide now. */
  waitingApprovals: z.int(),
})

export type AdminMe = z.output<typeof adminMe>

export const getAdminMe = endpoint('GET /admin/me', {
  access: 'admin',
  summary: 'Returns the current admin and their permissions',
  reply: adminMe,
})

export const getAdminAccount = endpoint('GET /admin/account', {
  access: 'admin',
  summary:
    'Returns how the current admin logs in (password and second factors) and the language of their emails',
  reply: z.object({
    email: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    /** The language of emails to this admin. */
    preferredLanguage: locale,
    /** False if admins log in at the company's identity provider. */
    hasPassword: z.boolean(),
    passwordChangedAt: z.nullable(time),
    mfa,
  }),
})

/** The final reply of every admin login. */
export const adminLoggedIn = namedObject('AdminLoggedIn', {
  next: z.literal('done'),
  admin: adminMe,
  passkeys: z.optional(acceptedPasskeys),
})

/** Called after an endpoint answered `stepUpRequired`. */
export const stepUp = endpoint('POST /admin/step-up', {
  access: 'admin',
  whileSuspended: true,
  stepUp: { none: 'it is the step-up itself' },
  summary:
    'Confirms the current admin’s identity with one of the proofs listed in a 403003 error (step-up authentication). For the next 5 or 15 minutes, depending on the call, calls that require a step-up succeed without another one',
  body: z.union([
    z.object({ password: required, otp: oneTimeCode }),
    z.object({ otp: oneTimeCode }),
    z.object({ passkey: passkeyAssertion }),
  ]),
  reply: nothing,
  refusals: errors('stepUpFailed', 'wrongPasskey', 'ceremonyExpired', 'addressBlocked'),
})
