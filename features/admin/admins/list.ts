import { etagOf } from '#contract/fields.ts'
import { roles } from '#contract/permission.ts'
import { byName } from '#server/collation.ts'
import { row, rows, sql, type Db } from '#server/db.ts'
import type { Page } from '#server/paging.ts'
import type { AdminUser } from './contract.ts'

type Row = Omit<AdminUser, 'lastLogin' | 'etag'> & { lastLogin: Date | null; version: number }

const columns = sql`
  a.id, a.email, a.firstname, a.lastname, a.active, a.version, a.last_login_at as last_login,
  array(select r.role from admin_roles r where r.admin_id = a.id) as roles`

/** Sorted by email; one more than the page shows. */
export async function listAdminUsers(db: Db, { take, after }: Page) {
  const found = await rows<Row>(db)`
    select ${columns} from admins a where a.email ${byName} > ${after?.[0] ?? ''}
    order by a.email ${byName} limit ${take}`
  return found.map((admin) => ({ ...asAdminUser(admin), key: [admin.email] }))
}

export async function findAdminUser(db: Db, id: string): Promise<AdminUser> {
  const found = await row<Row>(db)`select ${columns} from admins a where a.id = ${id}`
  if (!found) throw new Error(`no admin ${id}`)
  return asAdminUser(found)
}

function asAdminUser({ version, lastLogin, ...rest }: Row): AdminUser {
  return {
    ...rest,
    roles: roles.filter((role) => rest.roles.includes(role)),
    lastLogin: lastLogin?.toISOString() ?? null,
    etag: etagOf(version),
  }
}
