import * as z from 'zod/mini'
import { requiredText } from './fields.ts'
import type { Locale } from './locale.ts'

/** Of one platform, and so of one user on it. */
export const mostRoles = 50

/** As it stands in the claim `roles`. */
export const roleId = z.string().check(z.regex(/^[a-z][a-z0-9_.-]{0,39}$/, 'invalidRole'))

const name = requiredText(60)
const optionalName = z.optional(name)

/** What a user may be on a platform. */
export const platformRole = z.object({
  id: roleId,
  /** A language without a name of its own shows the English one. */
  names: z.object({
    en: name,
    ar: optionalName,
    fr: optionalName,
    es: optionalName,
    zh: optionalName,
  }),
  /** Whether the administrators of a company may give it. */
  byCompany: z.boolean(),
})

export const platformRoles = z.array(platformRole).check(
  z.maxLength(mostRoles, 'tooMany'),
  z.refine((roles) => new Set(roles.map(({ id }) => id)).size === roles.length, 'doubledRole'),
)

export type PlatformRole = z.output<typeof platformRole>

export function nameOfRole({ names }: Pick<PlatformRole, 'names'>, locale: Locale): string {
  return names[locale] ?? names.en
}

const ofPlatform = z.object({
  subsystem: z.string().check(z.maxLength(100)),
  roles: z.array(roleId).check(z.maxLength(mostRoles, 'tooMany')),
})

/** What the users of an invitation are to be on its platforms. */
export const rolesOfPlatforms = z.array(ofPlatform).check(z.maxLength(100, 'tooMany'))
export const invitedRoles = z.optional(rolesOfPlatforms)
