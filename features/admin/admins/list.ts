import type { Query } from '#contract/endpoint.ts'
import { etagOf } from '#contract/fields.ts'
import { foldText } from '#contract/fold-text.ts'
import { roles } from '#contract/permission.ts'
import { byName } from '#server/collation.ts'
import { config } from '#server/config.ts'
import { row, rows, sql, type Db } from '#server/db.ts'
import type { FoundPage, Page } from '#server/paging.ts'
import { statusOf, type AdminUser, type exportAdminUsers } from './contract.ts'

type Row = Omit<AdminUser, 'lastLogin' | 'suspendedUntil' | 'etag'> & {
  lastLogin: Date | null
  suspendedUntil: Date | null
  version: number
}

const columns = sql`
  a.id, a.email, a.firstname, a.lastname, a.active, a.version, a.last_login_at as last_login,
  case when a.suspended_until > now() then a.suspended_until end as suspended_until,
  a.oidc_subject is not null or coalesce((
    select p.compromised_at is null from passwords p
    where p.user_id = a.id order by p.created_at desc, p.id desc limit 1), false) as joined,
  coalesce((
    select (array['disabled', 'app', 'passkey'])[max(each.level)]
    from (select case when k.rp_id = ${config.passkeys.admins.rpId} and k.disabled_at is null then 3 else 1 end as level
          from passkeys k where k.user_id = a.id
          union all
          select case when f.disabled_at is null then 2 else 1 end
          from second_factors f where f.user_id = a.id and f.confirmed_at is not null) each), 'none') as second_factor,
  array(select r.role from admin_roles r where r.admin_id = a.id) as roles`

export type Filters = Query<typeof exportAdminUsers>

/** Maximum number of admins scanned for one page of a filtered list. */
const maxScanned = 1_000

/**
 * Returns at most `take` admins sorted by email. With a filter, scans at most `maxScanned` admins. If the scan ended
 * before the page was full, `bound` contains the place where the next page continues.
 */
export async function listAdminUsers(
  db: Db,
  filters: Filters,
  { take, after }: Page,
): Promise<FoundPage<AdminUser & { key: string[] }>> {
  const { q = '', role, status, secondFactor } = filters
  const isFiltered = q !== '' || [role, status, secondFactor].some(Boolean)
  const limit = isFiltered ? maxScanned : take
  const scannedAdmins = await rows<Row>(db)`
    select ${columns} from admins a where a.email ${byName} > ${after?.[0] ?? ''}
    order by a.email ${byName} limit ${limit}`
  const matches = scannedAdmins
    .map((admin) => ({ ...asAdminUser(admin), key: [admin.email] }))
    .filter((admin) => !isFiltered || meets(admin, filters))
  const isComplete = scannedAdmins.length < limit
  const lastScanned = !isComplete && matches.length < take ? scannedAdmins.at(-1) : undefined
  return {
    rows: matches.slice(0, take),
    total: isComplete && !after ? { count: matches.length, isEstimated: false } : undefined,
    bound: lastScanned && { scanned: maxScanned, key: [lastScanned.email] },
  }
}

function meets(admin: AdminUser, { q = '', role, status, secondFactor }: Filters): boolean {
  const { firstname, lastname, email } = admin
  return (
    foldText(`${firstname} ${lastname} ${email}`).includes(foldText(q)) &&
    (!role || role.some((each) => admin.roles.includes(each))) &&
    (!status || status.includes(statusOf(admin))) &&
    (!secondFactor || secondFactor.includes(admin.secondFactor))
  )
}

/** Returns the admin. Throws an Error for an unknown id. */
export async function findAdminUser(db: Db, id: string): Promise<AdminUser> {
  const admin = await row<Row>(db)`select ${columns} from admins a where a.id = ${id}`
  if (!admin) throw new Error(`no admin ${id}`)
  return asAdminUser(admin)
}

function asAdminUser({ version, lastLogin, suspendedUntil, ...rest }: Row): AdminUser {
  return {
    ...rest,
    // In the order of `roles`, because the dialog compares lists of roles as text.
    roles: roles.filter((role) => rest.roles.includes(role)),
    lastLogin: lastLogin?.toISOString() ?? null,
    suspendedUntil: suspendedUntil?.toISOString() ?? null,
    etag: etagOf(version),
  }
}
