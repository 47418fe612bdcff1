import * as z from 'zod/mini'
import { freeText, locale, phone, requiredText, timezone } from './fields.ts'

/**
 * The fields of a user's profile, as a request sends them. A new field is `z.optional(…)` for one release, because
 * pages of the last release do not send it.
 */
export const profileFields = {
  firstname: requiredText(100),
  lastname: requiredText(100),
  jobTitle: freeText(100),
  timezone,
  preferredLanguage: locale,
  phone,
  referralCode: freeText(64),
}

export type ProfileField = keyof typeof profileFields
export type Profile = z.output<z.ZodMiniObject<typeof profileFields>>
/** A profile in which each field has a value, as the database stores it. */
export type StoredProfile = { [Name in ProfileField]: NonNullable<Profile[Name]> }

/** Examples of the fields in the API document. */
export const profileExamples: StoredProfile = {
  firstname: 'Grace',
  lastname: 'Hopper',
  jobTitle: 'Treasurer',
  timezone: 'Europe/Lisbon',
  preferredLanguage: 'en',
  phone: '+351 21 000 0000',
  referralCode: 'HARBOUR-7',
}

export const profileFieldNames = Object.keys(profileFields) as ProfileField[]

type Stored<Schema> = Schema extends typeof locale
  ? Schema
  : Schema extends z.ZodMiniOptional
    ? z.ZodMiniOptional<z.ZodMiniString>
    : z.ZodMiniString

function stored(schema: z.ZodMiniType): z.ZodMiniType {
  if (schema === locale) return schema
  return schema instanceof z.ZodMiniOptional ? z.optional(z.string()) : z.string()
}

/** The fields in a reply. Stored texts are not checked again: an old one must not make the reply invalid. */
export const profileReply = Object.fromEntries(
  Object.entries<z.ZodMiniType>(profileFields).map(([name, schema]) => [name, stored(schema)]),
) as { [Name in ProfileField]: Stored<(typeof profileFields)[Name]> }

/** The fields that admins see, besides the name. */
export const profileForAdmins = {
  jobTitle: profileReply.jobTitle,
  phone: profileReply.phone,
  timezone: profileReply.timezone,
  preferredLanguage: profileReply.preferredLanguage,
}

/** Returns examples of the fields in the export of users. A function, because bundlers drop it where it is unused. */
export function profileInExport() {
  const { firstname, lastname } = profileExamples
  return { firstname, lastname }
}
