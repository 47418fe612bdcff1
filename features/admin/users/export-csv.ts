import type { UserListQuery } from '#contract/user-list.ts'
import { findUsers, type ListedUser } from '#domain/lists/listed-user.ts'
import type { UserScope } from '#domain/lists/user-list.ts'
import { csvOfList, type CsvTexts } from '#server/csv.ts'
import type { Db } from '#server/db.ts'
import { exportUsers } from './contract.ts'

const texts: CsvTexts<ListedUser, keyof typeof exportUsers.csvColumns> = {
  company: ({ partner }) => partner?.name ?? '',
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
  return csvOfList(exportUsers.csvColumns, texts, (page) => findUsers(db, scope, query, page))
}
