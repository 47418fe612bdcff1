import type { UserListQuery } from '#contract/user-list.ts'
import { findUsers, type ListedUser } from '#domain/lists/listed-user.ts'
import type { UserScope } from '#domain/lists/user-list.ts'
import { csvOfList, type CsvColumns } from '#server/csv.ts'
import type { Db } from '#server/db.ts'

const columns: CsvColumns<ListedUser> = {
  id: ({ id }) => id,
  firstname: ({ firstname }) => firstname,
  lastname: ({ lastname }) => lastname,
  email: ({ email }) => email,
  company: ({ partner }) => partner?.name ?? '',
  status: ({ status }) => status,
  platforms: ({ subsystems }) => subsystems.map(({ name }) => name).join('; '),
  roles: ({ subsystems }) =>
    subsystems
      .filter(({ roles }) => roles.length > 0)
      .map(({ name, roles }) => `${name}: ${roles.map(({ id }) => id).join(', ')}`)
      .join('; '),
  secondFactor: ({ secondFactors }) => secondFactors.join('; '),
  lastLogin: ({ lastLogin }) => lastLogin?.toISOString() ?? '',
}

/** Generates the CSV file of the listed users in chunks. */
export function csvOfUsers(db: Db, scope: UserScope, query: UserListQuery): AsyncGenerator<string> {
  return csvOfList(columns, (page) => findUsers(db, scope, query, page))
}
