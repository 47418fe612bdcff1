import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { imageHash } from './image.ts'
import { acceptedPasskeys } from './accepted-passkeys.ts'
import { profileReply } from './profile-fields.ts'
import { themes } from './theme.ts'
import { named, namedObject } from './named.ts'
import { uuid } from './fields.ts'

/** The states of a user's access to a platform: active, or a reason for no access (specification §6). */
export const platformAccessStates = [
  'active',
  'no_access',
  'deactivated',
  'no_partner',
  'ip_not_allowed',
  'wrong_subsystem',
] as const

export type PlatformAccessState = (typeof platformAccessStates)[number]

/** The second factors of an account. */
export const mfa = namedObject('SecondFactors', {
  /** True if the account has an authenticator app, even a disabled one. */
  totp: z.boolean(),
  /** The time at which the authenticator app was set up; null without one. */
  since: z.nullable(z.iso.datetime({ offset: true })),
  /**
   * True if the authenticator is disabled: after too many wrong codes in a row, by an admin, or by the user. None of
   * its codes is accepted until a reset.
   */
  disabled: z.boolean(),
  recoveryCodesLeft: z.int(),
  /** The number of valid passkeys; undefined if passkeys are disabled. */
  passkeys: z.optional(z.int()),
})

/** The logged-in user. */
export const me = namedObject('User', {
  id: uuid,
  email: z.string(),
  ...profileReply,
  /** False until the user has chosen a time zone or declined the one that the portal offers. */
  timezoneSettled: z.optional(z.boolean()),
  /** The color scheme that the user chose; null to follow the device. */
  theme: z.optional(z.nullable(named('Theme', z.enum(themes)))),
  /** The caller's IP address as the server sees it; companies can restrict addresses. */
  ipAddress: z.string(),
  permissions: z.array(z.string()),
  partner: z.nullable(namedObject('CompanyReference', { id: uuid, name: z.string() })),
  subsystems: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      url: z.string(),
      logo: z.optional(z.nullable(imageHash)),
      state: named('PlatformAccessState', z.enum(platformAccessStates)),
    }),
  ),
  mfa,
})

export type Me = z.output<typeof me>

export const getMe = endpoint('GET /users/me', {
  access: 'user',
  summary: 'Returns the current user',
  reply: me,
})

/** The final reply of every user login. */
export const loggedIn = namedObject('LoggedIn', {
  next: z.literal('done'),
  user: me,
  passkeys: z.optional(acceptedPasskeys),
  /** True if the page may offer to add a passkey: the user has not declined one within the last 30 days. */
  offersPasskey: z.optional(z.boolean()),
})

export type LoggedIn = z.output<typeof loggedIn>
