import { join, type Sql } from 'sql-template-tag'
import { approvalKinds, approvalRules, type ApprovalKind } from '#contract/approval.ts'
import {
  companyPermissionsOf,
  companyRoles,
  permissionsOf,
  roles,
  type CompanyPermission,
  type Permission,
} from '#contract/permission.ts'
import { config } from '#server/config.ts'
import { affects, rows, run, scalar, sql, type Db, type Transaction } from '#server/db.ts'
import { isAdminActive } from './admin.ts'
import type { Person } from './approval.ts'
import type { Recipient } from './mail.ts'

/** Who may decide an approval, and when a kind of action takes two people. */

/** A right counts for a decision only if it was held so long before the request: a second account is no second person. */
const heldFor = sql`interval '24 hours'`

/** What a decision is about. */
export type Case = {
  kind: ApprovalKind
  partnerId: string | null
  targetId: string
  askedBy: string
}

/** Roles of admins that give the right to decide. */
function adminRolesOf(kind: ApprovalKind): string[] {
  const { permission, isSuperAdmin } = approvalRules[kind]
  if (isSuperAdmin) return ['super_admin']
  return roles.filter((role) => permissionsOf([role]).includes(permission as Permission))
}

function companyRolesOf(kind: ApprovalKind): string[] {
  const wanted: CompanyPermission | undefined = approvalRules[kind].company
  if (wanted === undefined) return []
  return companyRoles.filter((role) => companyPermissionsOf([role]).includes(wanted))
}

/** The people who hold the right to decide since before that time, with their names and addresses. */
function holders(
  { kind, partnerId }: { kind: ApprovalKind; partnerId: string | null | Sql },
  since: Sql,
): Sql {
  return sql`
    select 'admin' as kind, a.id, a.email, a.firstname, a.lastname, a.preferred_language from admins a
    where ${isAdminActive} and exists (
      select from admin_roles r
      where r.admin_id = a.id and r.role = any(${adminRolesOf(kind)}::text[]) and r.given_at <= ${since})
    union all
    select 'user', u.id, u.email, u.firstname, u.lastname, u.preferred_language
    from users u join partners p on p.id = u.partner_id
    where p.id = ${partnerId}::uuid and p.active and p.delegated and u.active and exists (
      select from company_roles r
      where r.user_id = u.id and r.role = any(${companyRolesOf(kind)}::text[]) and r.given_at <= ${since})`
}

/** For statements about `approvals a`: whether this admin or user holds the right to decide it. */
export function mayDecideOf({ kind, id }: Person): Sql {
  const since = sql`a.asked_at - ${heldFor}`
  const rights = approvalKinds.map((each) => {
    const about = { kind: each, partnerId: sql`a.partner_id` }
    return sql`(a.kind = ${each} and exists (
      select from (${holders(about, since)}) h where h.kind = ${kind} and h.id::text = ${id}))`
  })
  return sql`(a.target_id <> ${id} and a.asked_by <> ${id} and (${join(rights, ' or ')}))`
}

const notConcerned = ({ targetId, askedBy }: Case): Sql => sql`
  h.id::text <> ${targetId} and h.id::text <> ${askedBy}`

/** Whether this person holds the right to decide now, and since a day before the request. */
export function mayDecide(
  db: Db,
  about: Case,
  askedAt: Date,
  { kind, id }: Person,
): Promise<boolean> {
  return affects(db)`
    select from (${holders(about, sql`${askedAt}::timestamptz - ${heldFor}`)}) h
    where h.kind = ${kind} and h.id::text = ${id} and ${notConcerned(about)}`
}

type Decider = Recipient & { kind: 'user' | 'admin'; firstname: string; lastname: string }

/** Those who may decide, the provider's admins and the company's people. */
export function listDeciders(db: Db, about: Case, askedAt: Date): Promise<Decider[]> {
  return rows<Decider>(db)`
    select h.kind, h.id, h.email, h.firstname, h.lastname, h.preferred_language
    from (${holders(about, sql`${askedAt}::timestamptz - ${heldFor}`)}) h
    where ${notConcerned(about)}`
}

/** Whether anybody else may decide about what is asked for now. */
export function hasDecider(db: Db, about: Case): Promise<boolean> {
  return affects(db)`
    select from (${holders(about, sql`now() - ${heldFor}`)}) h where ${notConcerned(about)} limit 1`
}

/** Whether an admin holds the right to ask for it now. */
export function mayAsk(db: Db, permission: Permission, adminId: string): Promise<boolean> {
  const wanted = roles.filter((role) => permissionsOf([role]).includes(permission))
  return affects(db)`
    select from admins a join admin_roles r on r.admin_id = a.id
    where a.id = ${adminId} and ${isAdminActive} and r.role = any(${wanted}::text[]) limit 1`
}

/** Whether a user of the company still holds its right to ask for it. */
export function mayAskInCompany(
  db: Db,
  about: Pick<Case, 'kind' | 'partnerId'>,
  userId: string,
): Promise<boolean> {
  return affects(db)`
    select from (${holders(about, sql`now()`)}) h where h.kind = 'user' and h.id::text = ${userId}`
}

/**
 * Whether a kind of action waits for a second person. `auto`: once two people have held the right to decide for a day,
 * and from then on for ever.
 */
export async function takesTwoPeople(tx: Transaction, kind: ApprovalKind): Promise<boolean> {
  if (config.twoPerson !== 'auto') return config.twoPerson === 'on'
  if (await affects(tx)`select from two_person_kinds where kind = ${kind}`) return true
  return noteTwoPeople(tx, kind)
}

/** Remembers that two people have held the right for a day. */
async function noteTwoPeople(db: Db, kind: ApprovalKind): Promise<boolean> {
  const count = await scalar<number>(db)`
    select count(*) from (${holders({ kind, partnerId: null }, sql`now() - ${heldFor}`)}) h`
  if ((count ?? 0) < 2) return false
  await run(db)`insert into two_person_kinds (kind) values (${kind}) on conflict (kind) do nothing`
  return true
}

/** For the worker: the right may be lost again before anything is asked for. */
export async function noteAllTwoPeople(db: Db): Promise<void> {
  for (const kind of Object.keys(approvalRules) as ApprovalKind[]) await noteTwoPeople(db, kind)
}
