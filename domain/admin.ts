import { randomUUIDv7 } from 'node:crypto'
import type { Locale } from '#contract/locale.ts'
import { permissionsOf, roles, type Permission, type Role } from '#contract/permission.ts'
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
  /** Another super admin has locked this one out until then. */
  suspendedUntil: Date | null
  roles: Role[]
  /** Increased by each change of the roles, for optimistic locking. */
  version: number
  /** Name of the admin who last changed the roles. */
  changedBy: string | null
}

type NewAdmin = Pick<Admin, 'email' | 'firstname' | 'lastname' | 'preferredLanguage' | 'roles'>

/** Undefined when an admin has the email address already. */
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

/** For statements about `admins a`: neither deactivated nor suspended. */
export const isAdminActive = sql`(a.active and coalesce(a.suspended_until <= now(), true))`

const columns = sql`
  a.id, a.email, a.firstname, a.lastname, a.preferred_language, a.active, a.version,
  case when a.suspended_until > now() then a.suspended_until end as suspended_until,
  (select b.firstname || ' ' || b.lastname from admins b where b.id = a.changed_by) as changed_by,
  array(select r.role from admin_roles r where r.admin_id = a.id
        order by array_position(${roles}::text[], r.role)) as roles`

export function findAdmin(db: Db, id: string): Promise<Admin | undefined> {
  return row<Admin>(db)`select ${columns} from admins a where a.id = ${id}`
}

export function findAdminByEmail(db: Db, email: string): Promise<Admin | undefined> {
  return row<Admin>(db)`select ${columns} from admins a where a.email = ${email}`
}

/** Returns the language before; undefined, without a change, where it is the same. */
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

/** The active admins who hold a permission, for mails to them. */
export function listAdminsWith(db: Db, permission: Permission): Promise<AdminRecipient[]> {
  const wanted = roles.filter((role) => permissionsOf([role]).includes(permission))
  return rows<AdminRecipient>(db)`
    select a.id, a.email, a.preferred_language from admins a
    where ${isAdminActive} and exists (
      select from admin_roles r where r.admin_id = a.id and r.role = any(${wanted}::text[]))`
}

/** Locks all admins against changes until the end of the transaction. */
export async function lockAdmins(tx: Transaction): Promise<void> {
  await run(tx)`select from admins order by id for no key update`
}

/** Replaces the roles of an admin. */
export async function replaceRoles(
  tx: Transaction,
  id: string,
  roles: readonly Role[],
  changedBy: string | null,
): Promise<void> {
  await run(tx)`update admins set version = version + 1, changed_by = ${changedBy} where id = ${id}`
  await putRoles(tx, id, roles)
}

/** Returns false for an admin who is so already. */
export function setAdminActive(tx: Transaction, id: string, active: boolean): Promise<boolean> {
  return affects(tx)`
    update admins
    set active = ${active}, reactivated_at = case when ${active} then now() else reactivated_at end
    where id = ${id} and active <> ${active}`
}

/** Undefined when the admin was warned already, has logged in since or cannot be replaced. */
export function warnDormantAdmin(tx: Transaction, id: string): Promise<Dormant | undefined> {
  return row<Dormant>(tx)`
    update admins a set dormant_warned_at = now()
    where a.id = ${id} and ${isToBeWarned} and ${isReplaceable.admins}
    returning a.id, a.email, a.preferred_language, ${deactivatedAt} as until`
}

/** Undefined when the admin has logged in since or cannot be replaced. After `lockAdmins`: of two, one stays. */
export function deactivateDormantAdmin(tx: Transaction, id: string): Promise<Dormant | undefined> {
  return row<Dormant>(tx)`
    update admins a set active = false
    where a.id = ${id} and ${isToBeDeactivated} and ${isReplaceable.admins}
    returning a.id, a.email, a.preferred_language, now() as until`
}

/** Locks an admin out for a day. False for one who is deactivated, or was suspended within a week. */
export function suspendAdmin(tx: Transaction, id: string, by: string): Promise<boolean> {
  return affects(tx)`
    update admins set suspended_until = now() + interval '1 day', suspended_by = ${by}
    where id = ${id} and active
      and coalesce(suspended_until < now() - interval '6 days', true)`
}

/** The active ones, for mails. */
export function listSuperAdmins(db: Db): Promise<Admin[]> {
  return rows<Admin>(db)`
    select ${columns} from admins a
    where ${isAdminActive} and exists (
      select from admin_roles r where r.admin_id = a.id and r.role = 'super_admin')
    order by a.email`
}

/** Whether no other active admin is a super admin. */
export async function isLastSuperAdmin(tx: Transaction, id: string): Promise<boolean> {
  return !(await affects(tx)`
    select from admins a join admin_roles r on r.admin_id = a.id
    where r.role = 'super_admin' and ${isAdminActive} and a.id <> ${id} limit 1`)
}

type Identity = { issuer: string; subject: string; verifiedEmail: string | undefined }

/**
 * Finds the admin of an identity at the company's identity provider; creates none. The first login binds the
 * admin with that verified email address to the subject, and from then on only the subject counts.
 */
export async function linkAdminIdentity(
  tx: Transaction,
  { issuer, subject, verifiedEmail }: Identity,
): Promise<{ admin: Admin; isNew: boolean } | undefined> {
  const known = await scalar<string>(tx)`
    select id from admins where oidc_issuer = ${issuer} and oidc_subject = ${subject}`
  const bound =
    known ??
    (await scalar<string>(tx)`
      update admins set oidc_issuer = ${issuer}, oidc_subject = ${subject}
      where email = ${verifiedEmail ?? null} and oidc_issuer is null and active
      returning id`)
  const admin = bound === undefined ? undefined : await findAdmin(tx, bound)
  return admin && { admin, isNew: !known }
}

/** The next login at the identity provider binds the admin again. */
export async function unlinkAdminIdentity(db: Db, id: string): Promise<void> {
  await run(db)`update admins set oidc_issuer = null, oidc_subject = null where id = ${id}`
}

export async function recordAdminLogin(db: Db, id: string): Promise<void> {
  await run(db)`update admins set last_login_at = now() where id = ${id}`
}

async function putRoles(tx: Transaction, id: string, roles: readonly Role[]): Promise<void> {
  await run(tx)`delete from admin_roles where admin_id = ${id} and role <> all(${roles}::text[])`
  // A role that stays keeps the time since when it is held.
  await run(tx)`
    insert into admin_roles (admin_id, role)
    select distinct ${id}::uuid, unnest(${roles}::text[])
    on conflict (admin_id, role) do nothing`
}
