import * as z from 'zod/mini'
import { requiredText } from './fields.ts'
import type { Locale } from './locale.ts'
import { namedObject } from './named.ts'

/** The maximum number of roles of a platform, and of a user on a platform. */
export const maxRoles = 50

/** The id of a role, which is its value in the claim `roles`. */
export const roleId = z.string().check(z.regex(/^[a-z][a-z0-9_.-]{0,39}$/, 'invalidRole'))

const name = requiredText(60)
const optionalName = z.optional(name)

/** A role that users can have on a platform. */
export const platformRole = namedObject('PlatformRole', {
  id: roleId,
  /** The role's names by language; a missing one falls back to English. */
  names: z.object({
    en: name,
    ar: optionalName,
    fr: optionalName,
    es: optionalName,
    zh: optionalName,
  }),
  /** True if administrators of a company may assign the role. */
  byCompany: z.boolean(),
})

export const platformRoles = z.array(platformRole).check(
  z.maxLength(maxRoles, 'tooMany'),
  z.refine((roles) => new Set(roles.map(({ id }) => id)).size === roles.length, 'doubledRole'),
)

export type PlatformRole = z.output<typeof platformRole>

/** Returns the name of a role in a language, or else its English name. */
export function nameOfRole({ names }: Pick<PlatformRole, 'names'>, locale: Locale): string {
  return names[locale] ?? names.en
}

const rolesOnPlatform = namedObject('RolesOnPlatform', {
  subsystem: z.string().check(z.maxLength(100)),
  roles: z.array(roleId).check(z.maxLength(maxRoles, 'tooMany')),
})

/** Roles of a user, by platform. */
export const rolesOfPlatforms = z.array(rolesOnPlatform).check(z.maxLength(100, 'tooMany'))
/** The roles of invited users on the platforms of their invitation. */
export const invitedRoles = z.optional(rolesOfPlatforms)

/** Numbers of users who can open each platform. Omits platforms without users. */
export const platformUsers = z.array(
  namedObject('PlatformUsers', { id: z.string(), users: z.int() }),
)
