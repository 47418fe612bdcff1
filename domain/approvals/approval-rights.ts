import type { Sql } from 'sql-template-tag'
import { approvalKinds, approvalRules, type ApprovalKind } from '#contract/approval.ts'
import {
  companyPermissionsOf,
  companyRoles,
  permissionsOf,
  rolePermissions,
  roles,
  type CompanyPermission,
  type Permission,
} from '#contract/permission.ts'
import { config } from '#server/config.ts'
import { affects, rows, run, scalar, scalars, sql, type Db, type Transaction } from '#server/db.ts'
import { isAdminActive } from '../accounts/admin.ts'
import { isOpenApproval, type Person } from './approval.ts'
import type { Recipient } from '../mail/mail.ts'

/** Rules of two-person approval: the approvers of a request, and the kinds of action that require a second person. */

/**
 * Time for which an approver must have held the right before the request was made, so that an admin cannot create a
 * second account and approve with it.
 */
const heldFor = sql`interval '24 hours'`

/** A request that an approver decides. */
export type Case = {
  kind: ApprovalKind
  partnerId: string | null
  targetId: string
  askedBy: string
  /** Permissions that the approver must hold in addition to the right to decide. */
  needs: readonly string[]
}

/** A right (a kind of action or a permission) and a role that includes it. */
type RightAndRole = readonly [right: string, role: string]

/** The roles of admins that may decide each kind. */
const decidingRoles = approvalKinds.flatMap((kind) => {
  const { permission, isSuperAdmin } = approvalRules[kind]
  const rolesOfKind = isSuperAdmin ? (['super_admin'] as const) : rolesWith(permission)
  return rolesOfKind.map((role): RightAndRole => [kind, role])
})

/** The roles in a company that may decide each kind. */
const decidingCompanyRoles = approvalKinds.flatMap((kind) => {
  const permission: CompanyPermission | undefined = approvalRules[kind].company
  const rolesOfKind = companyRoles.filter(
    (role) => permission !== undefined && companyPermissionsOf([role]).includes(permission),
  )
  return rolesOfKind.map((role): RightAndRole => [kind, role])
})

/** The roles of admins that include each permission. */
const permittedRoles = roles.flatMap((role) =>
  rolePermissions[role].map((permission): RightAndRole => [permission, role]),
)

function rolesWith(permission: Permission) {
  return roles.filter((role) => permissionsOf([role]).includes(permission))
}

/** Returns the kinds whose requests an admin with these permissions sees: those that the admin may request. */
export function kindsSeenWith(permissions: readonly string[]): ApprovalKind[] {
  return approvalKinds.filter((kind) => permissions.includes(approvalRules[kind].permission))
}

/** Returns the SQL table `g(right_name, role)` of the pairs. */
function rightsTable(pairs: readonly RightAndRole[]): Sql {
  const rights = pairs.map(([right]) => right)
  const roleNames = pairs.map(([, role]) => role)
  return sql`unnest(${rights}::text[], ${roleNames}::text[]) g(right_name, role)`
}

/** SQL expressions for a request: parameters, or columns of the statement. */
type Columns = { kind: Sql; partnerId: Sql; needs: Sql }

function columnsOf({
  kind,
  partnerId,
  needs,
}: Pick<Case, 'kind' | 'partnerId' | 'needs'>): Columns {
  return { kind: sql`${kind}`, partnerId: sql`${partnerId}`, needs: sql`${[...needs]}` }
}

/** Returns the SQL query for the admins and users who have held the right to decide since `since` or longer. */
function selectApprovers({ kind, partnerId, needs }: Columns, since: Sql): Sql {
  const holds = (right: Sql, pairs: readonly RightAndRole[]) => sql`exists (
    select from admin_roles r join ${rightsTable(pairs)} on g.role = r.role
    where r.admin_id = d.id and g.right_name = ${right} and r.given_at <= ${since})`
  // Uses the alias `d`, because `admins a` would hide the `approvals a` to which `kind` and `needs` may refer.
  return sql`
    select 'admin' as kind, d.id, d.email, d.firstname, d.lastname, d.preferred_language
    from (select a.* from admins a where ${isAdminActive}) d
    where ${holds(sql`${kind}::text`, decidingRoles)}
      and not exists (select from unnest(${needs}::text[]) n(permission)
                      where not ${holds(sql`n.permission`, permittedRoles)})
    union all
    select 'user', u.id, u.email, u.firstname, u.lastname, u.preferred_language
    from users u join partners p on p.id = u.partner_id
    where p.id = ${partnerId}::uuid and p.active and p.delegated and u.active and exists (
      select from company_roles r join ${rightsTable(decidingCompanyRoles)} on g.role = r.role
      where r.partner_id = p.id and r.user_id = u.id and g.right_name = ${kind}::text and r.given_at <= ${since})`
}

/**
 * Returns the SQL condition on `approvals a` for requests that this admin or user has the right to decide, whatever
 * their state. Requesters and targets of a request never have it.
 */
export function mayBeDecidedBy({ kind, id }: Person): Sql {
  const columns = { kind: sql`a.kind`, partnerId: sql`a.partner_id`, needs: sql`a.needs` }
  return sql`(a.target_id <> ${id} and a.asked_by <> ${id} and exists (
    select from (${selectApprovers(columns, sql`a.asked_at - ${heldFor}`)}) h
    where h.kind = ${kind} and h.id = ${id}::uuid))`
}

/** Returns the SQL condition that excludes the requester and the target of a request from its approvers `h`. */
const isThirdPerson = ({ targetId, askedBy }: Case): Sql => sql`
  h.id::text <> ${targetId} and h.id::text <> ${askedBy}`

/** Returns the SQL condition on `approvals a` for undecided requests that this person may decide now. */
export function awaitsDecisionBy(person: Person): Sql {
  return sql`(a.decided_at is null and ${isOpenApproval} and ${mayBeDecidedBy(person)})`
}

/** Counts the undecided requests that this admin may decide. */
export async function countAwaitingDecisionBy(
  db: Db,
  { id, permissions }: { id: string; permissions: readonly string[] },
): Promise<number> {
  const kinds = kindsSeenWith(permissions)
  if (kinds.length === 0) return 0
  const count = await scalar<number>(db)`
    select count(*)::int from approvals a
    where a.kind = any(${kinds}::text[]) and ${awaitsDecisionBy({ kind: 'admin', id })}`
  return count ?? 0
}

/** Returns true if this person may decide the request: holds the right now, and has since a day before the request. */
export function mayDecide(
  db: Db,
  request: Case,
  askedAt: Date,
  { kind, id }: Person,
): Promise<boolean> {
  return affects(db)`
    select from (${selectApprovers(columnsOf(request), sql`${askedAt}::timestamptz - ${heldFor}`)}) h
    where h.kind = ${kind} and h.id::text = ${id} and ${isThirdPerson(request)}`
}

type Decider = Recipient & { kind: 'user' | 'admin'; firstname: string; lastname: string }

/** Lists everyone who may decide a request: admins of the provider and administrators of the company. */
export function listDeciders(db: Db, request: Case, askedAt: Date): Promise<Decider[]> {
  return rows<Decider>(db)`
    select h.kind, h.id, h.email, h.firstname, h.lastname, h.preferred_language
    from (${selectApprovers(columnsOf(request), sql`${askedAt}::timestamptz - ${heldFor}`)}) h
    where ${isThirdPerson(request)}`
}

/** Returns true if at least one approver exists for a request that is made now. */
export async function hasDecider(tx: Transaction, request: Case): Promise<boolean> {
  const now = await scalar<Date>(tx)`select now()`
  return (await listDeciders(tx, request, now ?? new Date())).length > 0
}

/**
 * Returns true if the requester is still permitted to make this request. Users may always make requests for themselves.
 */
export async function mayStillRequest(
  db: Db,
  { kind, askedBy, askedKind, targetId, partnerId }: Case & { askedKind: Person['kind'] },
): Promise<boolean> {
  if (askedKind === 'user' && askedBy === targetId) return true
  if (askedKind === 'admin')
    return affects(db)`
      select from admins a join admin_roles r on r.admin_id = a.id
      where a.id = ${askedBy} and ${isAdminActive}
        and r.role = any(${rolesWith(approvalRules[kind].permission)}::text[]) limit 1`
  const columns = columnsOf({ kind, partnerId, needs: [] })
  return affects(db)`
    select from (${selectApprovers(columns, sql`now()`)}) h
    where h.kind = ${askedKind} and h.id::text = ${askedBy}`
}

/**
 * Returns true if a kind of action requires two-person approval. With `TWO_PERSON=auto`, that is from the time at which
 * two people have held the right to decide for a day; it is stored and never reverts.
 */
export async function requiresTwoPeople(tx: Transaction, kind: ApprovalKind): Promise<boolean> {
  if (config.twoPerson !== 'auto') return config.twoPerson === 'on'
  if (await affects(tx)`select from two_person_kinds where kind = ${kind}`) return true
  return storeIfTwoApprovers(tx, kind)
}

/** Lists the kinds of action that require two-person approval now. */
export async function listTwoPersonKinds(db: Db): Promise<ApprovalKind[]> {
  if (config.twoPerson !== 'auto') return config.twoPerson === 'on' ? [...approvalKinds] : []
  const stored = await scalars<string>(db)`select kind from two_person_kinds`
  return approvalKinds.filter((kind) => stored.includes(kind))
}

/**
 * Stores that a kind requires two-person approval if two people have held the right for a day. Returns false if not.
 */
async function storeIfTwoApprovers(db: Db, kind: ApprovalKind): Promise<boolean> {
  const columns = columnsOf({ kind, partnerId: null, needs: [] })
  const count = await scalar<number>(db)`
    select count(*) from (${selectApprovers(columns, sql`now() - ${heldFor}`)}) h`
  if ((count ?? 0) < 2) return false
  await run(db)`insert into two_person_kinds (kind) values (${kind}) on conflict (kind) do nothing`
  return true
}

/**
 * Stores every kind that requires two-person approval from now on. Run by the worker, and before an admin loses
 * permissions, so that an admin cannot avoid two-person approval by removing the other approver first.
 */
export async function storeTwoPersonKinds(db: Db): Promise<void> {
  if (config.twoPerson !== 'auto') return
  for (const kind of approvalKinds) await storeIfTwoApprovers(db, kind)
}
