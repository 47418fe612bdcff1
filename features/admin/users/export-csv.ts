import type { UserListQuery } from '#contract/user-list.ts'
import type { UserScope } from '#domain/user-list.ts'
import { byteOrderMark, csvLine } from '#server/csv.ts'
import type { Db } from '#server/db.ts'
import { findUsers, type ListedUser } from './list.ts'

/** The row limit of spreadsheets. */
const maxRows = 1_000_000
const pageSize = 1_000

const columns: Readonly<Record<string, (user: ListedUser) => string>> = {
  id: ({ id }) => id,
  firstname: ({ firstname }) => firstname,
  lastname: ({ lastname }) => lastname,
  email: ({ email }) => email,
  company: ({ partner }) => partner?.name ?? '',
  status: ({ status }) => status,
  platforms: ({ subsystems }) => subsystems.map(({ name }) => name).join('; '),
  secondFactor: ({ secondFactors }) => secondFactors.join('; '),
  lastLogin: ({ lastLogin }) => lastLogin?.toISOString() ?? '',
}

/** The file in chunks; each is read from the database when the one before was consumed, the first with the header. */
export async function* csvOfUsers(
  db: Db,
  scope: UserScope,
  query: UserListQuery,
  limit = maxRows,
): AsyncGenerator<string> {
  let after: readonly string[] | undefined
  let count = 0
  let head = `${byteOrderMark}${csvLine(Object.keys(columns))}`
  for (;;) {
    const take = Math.min(pageSize, limit - count)
    const { rows, bound } = await findUsers(db, scope, query, { take, after })
    const lines = rows.map((user) => csvLine(Object.values(columns).map((text) => text(user))))
    yield [head, ...lines].join('')
    head = ''
    count += rows.length
    if (count >= limit) return yield csvLine([`Only the first ${limit} users are in this file.`])
    // A search that stopped at its bound goes on behind it.
    after = rows.length === take ? rows.at(-1)?.key : bound?.key
    if (!after) return
  }
}
