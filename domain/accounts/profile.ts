import { join, raw, type Sql } from 'sql-template-tag'
import { profileFieldNames, type Profile, type ProfileField } from '#contract/profile-fields.ts'
import { sql } from '#server/db.ts'

/** Returns the column of `users` that stores a field, such as `job_title`. */
function columnOf(name: ProfileField): Sql {
  return raw(name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
}

/** The columns of the profile of `users u`. */
export const profileColumns = join(profileFieldNames.map((name) => sql`u.${columnOf(name)}`))

/** The profile of `users u` as the arguments of `json_build_object`. */
export const profileAsJson = join(
  profileFieldNames.map((name) => sql`${raw(`'${name}'`)}, u.${columnOf(name)}`),
)

/** Returns the assignments of an update of `users`. A field that the profile lacks keeps its stored value. */
export function profileAssignments(profile: Profile): Sql {
  return join(
    profileFieldNames.map((name) => {
      const column = columnOf(name)
      return sql`${column} = coalesce(${profile[name] ?? null}, ${column})`
    }),
  )
}
