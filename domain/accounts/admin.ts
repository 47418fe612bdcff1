import { randomUUIDv7 } from 'node:crypto'
import type { Locale } from '#contract/locale.ts'
import { permissionsOf, roles, type Permission, type Role } from '#contract/permission.ts'
import { fullNameIn } from './full-name.ts'
import { affects, row, rows, run, scalar, sql, type Db, type Transaction } from '#server/db.ts'
import { addWithAccount } from './account.ts'
import {
  deactivatedAt,
  isReplaceable,
  isToBeDeactivated,
  isToBeWarned,
  type Dormant,
} from './dormant.ts'

export type Admin = {
  id: string
  email: string
  firstname: string
  lastname: string
  preferredLanguage: Locale
  active: boolean
  /** End of a suspension by a super admin; null if not suspended. */
  suspendedUntil: Date | null
  roles: Role[]
  /** Version for optimistic locking, incremented with each change of the roles. */
  version: number
  /** Name of the admin who last changed the roles; null if none did. */
  changedBy: string | null
}

type NewAdmin = Pick<Admin, 'email' | 'firstname' | 'lastname' | 'preferredLanguage' | 'roles'>

/** Adds an admin and returns the id, or undefined if another admin already has the email address. */
export async function addAdmin(tx: Transaction, admin: NewAdmin): Promise<string | undefined> {
  const id = await addWithAccount(
    tx,
    'admin',
    sql`
    insert into admins (id, email, firstname, lastname, preferred_language)
    values (${randomUUIDv7()}, ${admin.email}, ${admin.firstname}, ${admin.lastname},
            ${admin.preferredLanguage})
    on conflict (email) do nothing
    returning id`,
  )
  if (id !== undefined) await putRoles(tx, id, admin.roles)
  return id
}

/** SQL condition on `admins a`: neither deactivated nor suspended. */
export const isAdminActive = sql`(a.active and coalesce(a.suspended_until <= now(), true))`

const columns = sql`
  a.id, a.email, a.firstname, a.lastname, a.preferred_language, a.active, a.version,
  case when a.suspended_until > now() then a.suspended_until end as suspended_until,
  (select ${fullNameIn(sql`b`)} from admins b where b.id = a.changed_by) as changed_by,
  array(select r.role from admin_roles r where r.admin_id = a.id
        order by array_position(${roles}::text[], r.role)) as roles`

export function findAdmin(db: Db, id: string): Promise<Admin | undefined> {
  return row<Admin>(db)`select ${columns} from admins a where a.id = ${id}`
}

/** Finds the admin of an actor such as `admin:<id>` (`actorText`). Returns undefined for any other actor. */
export async function findAdminOfActor(db: Db, actor: string): Promise<Admin | undefined> {
  const [kind, id = ''] = actor.split(':')
  return kind === 'admin' ? findAdmin(db, id) : undefined
}

export function findAdminByEmail(db: Db, email: string): Promise<Admin | undefined> {
  return row<Admin>(db)`select ${columns} from admins a where a.email = ${email}`
}

/** Changes the language. Returns the previous one, or undefined if the admin already has this language. */
export function changeAdminLanguage(
  tx: Transaction,
  id: string,
  language: Locale,
): Promise<Locale | undefined> {
  return scalar<Locale>(tx)`
    with before as (select preferred_language from admins where id = ${id} for update)
    update admins a set preferred_language = ${language} from before b
    where a.id = ${id} and b.preferred_language <> ${language}
    returning b.preferred_language`
}

type AdminRecipient = Pick<Admin, 'id' | 'email' | 'preferredLanguage'>

/** Lists the active admins who hold a permission, as mail recipients. */
export function listAdminsWith(db: Db, permission: Permission): Promise<AdminRecipient[]> {
  const permittedRoles = roles.filter((role) => permissionsOf([role]).includes(permission))
  return rows<AdminRecipient>(db)`
    select a.id, a.email, a.preferred_language from admins a
    where ${isAdminActive} and exists (
      select from admin_roles r where r.admin_id = a.id and r.role = any(${permittedRoles}::text[]))`
}

/** Locks all admins against changes until the end of the transaction. */
export async function lockAdmins(tx: Transaction): Promise<void> {
  await run(tx)`select from admins order by id for no key update`
}

/** Replaces the roles of an admin and increments the version. `changedBy` is the id of an admin, or null. */
export async function replaceRoles(
  tx: Transaction,
  id: string,
  roles: readonly Role[],
  changedBy: string | null,
): Promise<void> {
  await run(tx)`update admins set version = version + 1, changed_by = ${changedBy} where id = ${id}`
  await putRoles(tx, id, roles)
}

/** Activates or deactivates an admin. Returns false if this changes nothing. */
export function setAdminActive(tx: Transaction, id: string, active: boolean): Promise<boolean> {
  return affects(tx)`
    update admins
    set active = ${active}, reactivated_at = case when ${active} then now() else reactivated_at end
    where id = ${id} and active <> ${active}`
}

/**
 * Marks an unused admin account as warned. Returns undefined if the admin was already warned, has logged in meanwhile,
 * or is one of the last active super admins (`isReplaceable`).
 */
export function warnDormantAdmin(tx: Transaction, id: string): Promise<Dormant | undefined> {
  return row<Dormant>(tx)`
    update admins a set dormant_warned_at = now()
    where a.id = ${id} and ${isToBeWarned} and ${isReplaceable.admins}
    returning a.id, a.email, a.preferred_language, ${deactivatedAt} as until`
}

/**
 * Deactivates an unused admin account. Returns undefined if the admin has logged in meanwhile or is one of the last
 * active super admins (`isReplaceable`). Call `lockAdmins` first, so that concurrent calls cannot deactivate them all.
 */
export function deactivateDormantAdmin(tx: Transaction, id: string): Promise<Dormant | undefined> {
  return row<Dormant>(tx)`
    update admins a set active = false
    where a.id = ${id} and ${isToBeDeactivated} and ${isReplaceable.admins}
    returning a.id, a.email, a.preferred_language, now() as until`
}

/** Returns true if this admin has suspended another admin in the last day. */
export function hasSuspended(db: Db, id: string): Promise<boolean> {
  return affects(db)`
    select from admins where suspended_by = ${id} and suspended_until > now() limit 1`
}

/**
 * Suspends an admin for one day; `by` is the id of the super admin who did it. Returns false for a deactivated admin,
 * and within seven days of the start of an earlier suspension.
 */
export function suspendAdmin(tx: Transaction, id: string, by: string): Promise<boolean> {
  return affects(tx)`
    update admins set suspended_until = now() + interval '1 day', suspended_by = ${by}
    where id = ${id} and active
      and coalesce(suspended_until - interval '1 day' < now() - interval '7 days', true)`
}

/** Lists the active super admins by email address. */
export function listSuperAdmins(db: Db): Promise<Admin[]> {
  return rows<Admin>(db)`
    select ${columns} from admins a
    where ${isAdminActive} and exists (
      select from admin_roles r where r.admin_id = a.id and r.role = 'super_admin')
    order by a.email`
}

/** Returns true if no other active admin is a super admin. */
export async function isLastSuperAdmin(tx: Transaction, id: string): Promise<boolean> {
  return (await countOtherSuperAdmins(tx, id)) === 0
}

/** Counts the active super admins other than this admin. */
export async function countOtherSuperAdmins(db: Db, id: string): Promise<number> {
  const count = await scalar<number>(db)`
    select count(*)::int from admins a join admin_roles r on r.admin_id = a.id
    where r.role = 'super_admin' and ${isAdminActive} and a.id <> ${id}`
  return count ?? 0
}

type Identity = { issuer: string; subject: string; verifiedEmail: string | undefined }

/**
 * Finds the admin with this identity at the admins' identity provider; never creates one. The first login binds the
 * active admin with the verified email address to the subject; later logins are matched by the subject only. `isNew` is
 * true if this call bound the admin. Returns undefined if no admin matches.
 */
export async function linkAdminIdentity(
  tx: Transaction,
  { issuer, subject, verifiedEmail }: Identity,
): Promise<{ admin: Admin; isNew: boolean } | undefined> {
  const boundId = await scalar<string>(tx)`
    select id from admins where oidc_issuer = ${issuer} and oidc_subject = ${subject}`
  const adminId =
    boundId ??
    (await scalar<string>(tx)`
      update admins set oidc_issuer = ${issuer}, oidc_subject = ${subject}
      where email = ${verifiedEmail ?? null} and oidc_issuer is null and active
      returning id`)
  const admin = adminId === undefined ? undefined : await findAdmin(tx, adminId)
  return admin && { admin, isNew: !boundId }
}

/** Removes the binding to an identity, so that the admin's next login at the identity provider binds again. */
export async function unlinkAdminIdentity(db: Db, id: string): Promise<void> {
  await run(db)`update admins set oidc_issuer = null, oidc_subject = null where id = ${id}`
}

export async function recordAdminLogin(db: Db, id: string): Promise<void> {
  await run(db)`update admins set last_login_at = now() where id = ${id}`
}

async function putRoles(tx: Transaction, id: string, roles: readonly Role[]): Promise<void> {
  await run(tx)`delete from admin_roles where admin_id = ${id} and role <> all(${roles}::text[])`
  // Existing rows are not replaced, because `given_at` is the time since which the admin has held the role.
  await run(tx)`
    insert into admin_roles (admin_id, role)
    select distinct ${id}::uuid, unnest(${roles}::text[])
    on conflict (admin_id, role) do nothing`
}
