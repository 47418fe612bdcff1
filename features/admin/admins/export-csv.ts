import { csvOfList, type CsvTexts } from '#server/csv.ts'
import type { Db } from '#server/db.ts'
import { exportAdminUsers, statusOf, type AdminUser } from './contract.ts'
import { listAdminUsers, type Filters } from './list.ts'

const texts: CsvTexts<AdminUser, keyof typeof exportAdminUsers.csvColumns> = {
  status: statusOf,
  joined: ({ joined }) => String(joined),
  roles: ({ roles }) => roles.join('; '),
  lastLogin: ({ lastLogin }) => lastLogin ?? '',
}

/** Yields the admins of a list as CSV chunks. */
export function csvOfAdmins(db: Db, filters: Filters): AsyncGenerator<string> {
  return csvOfList(exportAdminUsers.csvColumns, texts, (page) => listAdminUsers(db, filters, page))
}
