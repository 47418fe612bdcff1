import { etagOf } from '#contract/fields.ts'
import { roles } from '#contract/permission.ts'
import { byName } from '#server/collation.ts'
import { config } from '#server/config.ts'
import { row, rows, sql, type Db } from '#server/db.ts'
import type { Page } from '#server/paging.ts'
import type { AdminUser } from './contract.ts'

type Row = Omit<AdminUser, 'lastLogin' | 'suspendedUntil' | 'etag'> & {
  lastLogin: Date | null
  suspendedUntil: Date | null
  version: number
}

const columns = sql`
  a.id, a.email, a.firstname, a.lastname, a.active, a.version, a.last_login_at as last_login,
  case when a.suspended_until > now() then a.suspended_until end as suspended_until,
  a.oidc_subject is not null or exists (select from passwords p where p.user_id = a.id) as joined,
  case when exists (select from passkeys k
                    where k.user_id = a.id and k.rp_id = ${config.passkeys.admins.rpId} and k.disabled_at is null)
       then 'passkey'
       else coalesce((select case when f.disabled_at is null then 'app' else 'disabled' end from second_factors f
                      where f.user_id = a.id and f.confirmed_at is not null), 'none') end as second_factor,
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

function asAdminUser({ version, lastLogin, suspendedUntil, ...rest }: Row): AdminUser {
  return {
    ...rest,
    roles: roles.filter((role) => rest.roles.includes(role)),
    lastLogin: lastLogin?.toISOString() ?? null,
    suspendedUntil: suspendedUntil?.toISOString() ?? null,
    etag: etagOf(version),
  }
}
