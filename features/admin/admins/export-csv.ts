import { csvOfList, type CsvColumns } from '#server/csv.ts'
import type { Db } from '#server/db.ts'
import type { AdminUser } from './contract.ts'
import { listAdminUsers } from './list.ts'

const columns: CsvColumns<AdminUser> = {
  id: ({ id }) => id,
  firstname: ({ firstname }) => firstname,
  lastname: ({ lastname }) => lastname,
  email: ({ email }) => email,
  status: ({ active }) => (active ? 'active' : 'inactive'),
  joined: ({ joined }) => String(joined),
  secondFactor: ({ secondFactor }) => secondFactor,
  roles: ({ roles }) => roles.join('; '),
  lastLogin: ({ lastLogin }) => lastLogin ?? '',
}

/** All admins as a file in chunks. */
export function csvOfAdmins(db: Db): AsyncGenerator<string> {
  return csvOfList(columns, async (page) => ({ rows: await listAdminUsers(db, page) }))
}
