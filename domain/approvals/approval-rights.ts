import type { Sql } from 'sql-template-tag'
import {
  approvalKinds,
  approvalRules,
  refusalObstacles,
  type ApprovalKind,
  type ApprovalObstacle,
} from '#contract/approval.ts'
import {
  companyPermissionsOf,
  companyRoles,
  permissionsOf,
  rolePermissions,
  roles,
  type CompanyPermission,
  type Permission,
} from '#contract/permission.ts'
import { byName } from '#server/collation.ts'
import { config } from '#server/config.ts'
import { affects, rows, run, scalars, sql, uuidIn, type Db, type Transaction } from '#server/db.ts'
import { isAdminActive } from '../accounts/admin.ts'
import type { Person } from './approval.ts'
import { heldFor, obstacleOf, peopleAround, type RequestColumns } from './independence.ts'
import type { Recipient } from '../mail/mail.ts'

/** Rules of two-person approval: the approvers of a request, and the kinds of action that require a second person. */

export const noNeeds = sql`'{}'::text[]`

/** A request that an approver decides. */
export type Case = {
  kind: ApprovalKind
  partnerId: string | null
  targetId: string
  askedKind: Person['kind']
  askedBy: string
  askedAt: Date
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

/** Returns the roles of admins that include a permission. */
export function rolesWith(permission: Permission) {
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
type Columns = RequestColumns & { kind: Sql; partnerId: Sql; needs: Sql }

function columnsOf(request: Case): Columns {
  return {
    kind: sql`${request.kind}::text`,
    partnerId: sql`${request.partnerId}::uuid`,
    needs: sql`${[...request.needs]}::text[]`,
    targetId: sql`${request.targetId}::text`,
    askedKind: sql`${request.askedKind}::text`,
    askedBy: sql`${request.askedBy}::text`,
    askedAt: sql`${request.askedAt}::timestamptz`,
  }
}

/** Columns of `approvals a`. */
export const approvalAsColumns: Columns = {
  kind: sql`a.kind`,
  partnerId: sql`a.partner_id`,
  needs: sql`a.needs`,
  targetId: sql`a.target_id`,
  askedKind: sql`a.asked_kind`,
  askedBy: sql`a.asked_by`,
  askedAt: sql`a.asked_at`,
}

/**
 * Returns the SQL query for the admins and users who hold the right to decide, including suspended admins. `held_since`
 * is the time since which each has held it without a break: the latest of grant, reactivation and end of a suspension.
 */
export function selectHolders({
  kind,
  partnerId,
  needs,
}: Omit<Columns, keyof RequestColumns>): Sql {
  const heldSince = (right: Sql, pairs: readonly RightAndRole[]) => sql`(
    select min(r.given_at) from admin_roles r join ${rightsTable(pairs)} on g.role = r.role
    where r.admin_id = d.id and g.right_name = ${right})`
  // Uses the alias `d`, because `admins a` would hide the `approvals a` to which `kind` and `needs` may refer.
  return sql`
    select 'admin' as kind, d.id, d.email, d.firstname, d.lastname, d.preferred_language,
           greatest(${heldSince(kind, decidingRoles)}, needed.held_since, d.reactivated_at, d.suspended_until) as held_since,
           d.is_suspended
    from (select a.*, not ${isAdminActive} as is_suspended from admins a where a.active) d
    cross join lateral (
      select max(each.held_since) as held_since, coalesce(bool_and(each.held_since is not null), true) as is_held
      from unnest(${needs}) n(permission)
      cross join lateral (select ${heldSince(sql`n.permission`, permittedRoles)} as held_since) each) needed
    where needed.is_held and ${heldSince(kind, decidingRoles)} is not null
    union all
    select 'user', u.id, u.email, u.firstname, u.lastname, u.preferred_language,
           greatest(held.since, u.reactivated_at), false
    from users u join partners p on p.id = u.partner_id
    cross join lateral (
      select min(r.given_at) as since from company_roles r join ${rightsTable(decidingCompanyRoles)} on g.role = r.role
      where r.partner_id = p.id and r.user_id = u.id and g.right_name = ${kind}) held
    where p.id = ${partnerId} and p.active and p.delegated and u.active and held.since is not null`
}

/**
 * Returns the SQL query for the holders of the right, each with the reason why they may not decide this request, or
 * null. With `person`, the query returns only that person, or no row.
 */
export function selectCandidates(columns: Columns, person?: Person): Sql {
  const isWanted = person
    ? sql`h.kind = ${person.kind} and h.id = ${uuidIn(sql`${person.id}::text`)}`
    : sql`true`
  return sql`
    with recursive holders as (select h.* from (${selectHolders(columns)}) h where ${isWanted}),
    ${peopleAround(columns)}
    select h.*, ${obstacleOf(columns)} as obstacle from holders h`
}

/** Returns the SQL condition that an obstacle does not prevent its holder from declining the request. */
export function allowsDeclining(obstacle: Sql): Sql {
  return sql`coalesce(${obstacle} <> all(${[...refusalObstacles]}::text[]), true)`
}

/** Returns true if this person may decide the request now: holds the right, and is independent of the requester. */
export function mayDecide(db: Db, request: Case, person: Person): Promise<boolean> {
  return affects(db)`
    select from (${selectCandidates(columnsOf(request), person)}) c where c.obstacle is null`
}

/**
 * Returns true if this person may decline the request now: a holder of the right with none of the `refusalObstacles`.
 * Suspended holders may decline, the requester and the subject may not.
 */
export function mayRefuse(db: Db, request: Case, person: Person): Promise<boolean> {
  return affects(db)`
    select from (${selectCandidates(columnsOf(request), person)}) c
    where ${allowsDeclining(sql`c.obstacle`)}`
}

export type Candidate = Recipient & {
  kind: 'user' | 'admin'
  firstname: string
  lastname: string
  /** Reason why the candidate may not decide the request; null for a decider. */
  obstacle: ApprovalObstacle | null
}

/**
 * Lists everyone who holds the right to decide a request, by name: admins of the provider and administrators of the
 * company.
 */
export function listCandidates(db: Db, request: Case): Promise<Candidate[]> {
  return rows<Candidate>(db)`
    select c.kind, c.id, c.email, c.firstname, c.lastname, c.preferred_language, c.obstacle
    from (${selectCandidates(columnsOf(request))}) c
    order by c.lastname ${byName}, c.firstname ${byName}, c.id`
}

/** Returns true if at least one person may decide a request. */
export function hasDecider(db: Db, request: Case): Promise<boolean> {
  return affects(db)`
    select from (${selectCandidates(columnsOf(request))}) c where c.obstacle is null limit 1`
}

/**
 * Returns true if `kind` or any other kind of action requires two-person approval. Checks and stores `kind` like
 * `requiresTwoPeople`; other kinds count only if they are stored.
 */
export async function requiresTwoPeopleForAny(
  tx: Transaction,
  kind: ApprovalKind,
): Promise<boolean> {
  return (await requiresTwoPeople(tx, kind)) || (await listTwoPersonKinds(tx)).length > 0
}

/**
 * Returns true if a kind of action requires two-person approval. With `TWO_PERSON=auto`, that is from the time at which
 * two independent people have held the right to decide for a day; it is stored and never reverts.
 */
export async function requiresTwoPeople(tx: Transaction, kind: ApprovalKind): Promise<boolean> {
  if (config.twoPerson !== 'auto') return config.twoPerson === 'on'
  if (await affects(tx)`select from two_person_kinds where kind = ${kind}`) return true
  return storeIfTwoApprovers(tx, [kind])
}

/** Lists the kinds of action that require two-person approval now. */
export async function listTwoPersonKinds(db: Db): Promise<ApprovalKind[]> {
  if (config.twoPerson !== 'auto') return config.twoPerson === 'on' ? [...approvalKinds] : []
  const stored = await scalars<string>(db)`select kind from two_person_kinds`
  return approvalKinds.filter((kind) => stored.includes(kind))
}

/**
 * Stores that kinds with the same approvers require two-person approval, if two people independent of each other hold
 * the right. Returns false if they do not.
 */
async function storeIfTwoApprovers(db: Db, kinds: readonly ApprovalKind[]): Promise<boolean> {
  const right = { kind: sql`${kinds[0]}::text`, partnerId: sql`null::uuid`, needs: noNeeds }
  const request = {
    ...right,
    targetId: sql`''`,
    askedKind: sql`'admin'`,
    askedBy: sql`r.id::text`,
    askedAt: sql`now()`,
  }
  const areTwo = await affects(db)`
    select from (${selectHolders(right)}) r cross join lateral (${selectCandidates(request)}) c
    where not r.is_suspended and r.held_since <= now() - ${heldFor} and c.obstacle is null limit 1`
  if (!areTwo) return false
  await run(db)`
    insert into two_person_kinds (kind) select unnest(${kinds}::text[]) on conflict (kind) do nothing`
  return true
}

/**
 * Stores every kind that requires two-person approval from now on. Run by the worker, and before an admin loses
 * permissions, so that an admin cannot avoid two-person approval by removing the other approver first.
 */
export async function storeTwoPersonKinds(db: Db): Promise<void> {
  if (config.twoPerson !== 'auto') return
  const stored = await listTwoPersonKinds(db)
  const others = approvalKinds.filter((kind) => !stored.includes(kind))
  for (const kinds of Map.groupBy(others, rolesDeciding).values())
    await storeIfTwoApprovers(db, kinds)
}

function rolesDeciding(kind: ApprovalKind): string {
  return decidingRoles.flatMap(([right, role]) => (right === kind ? [role] : [])).join(' ')
}
