import { csvOfList, type CsvColumns } from '#server/csv.ts'
import type { Db } from '#server/db.ts'
import type { AdminUser } from './contract.ts'
import { listAdminUsers, type Filters } from './list.ts'

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

/** Yields the admins of a list as CSV chunks. */
export function csvOfAdmins(db: Db, filters: Filters): AsyncGenerator<string> {
  return csvOfList<AdminUser>(columns, (page) => listAdminUsers(db, filters, page))
}
