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
import { isAdminActive } from './admin.ts'
import { isOpenApproval, type Person } from './approval.ts'
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
  /** Permissions that the decider must hold besides the right to decide. */
  needs: readonly string[]
}

type Pair = readonly [string, string]

/** The roles of admins that give the right to decide a kind. */
const decidingRoles = approvalKinds.flatMap((kind) => {
  const { permission, isSuperAdmin } = approvalRules[kind]
  const giving = isSuperAdmin ? (['super_admin'] as const) : rolesWith(permission)
  return giving.map((role): Pair => [kind, role])
})

const decidingCompanyRoles = approvalKinds.flatMap((kind) => {
  const wanted: CompanyPermission | undefined = approvalRules[kind].company
  const giving = companyRoles.filter(
    (role) => wanted !== undefined && companyPermissionsOf([role]).includes(wanted),
  )
  return giving.map((role): Pair => [kind, role])
})

const givingRoles = roles.flatMap((role) =>
  rolePermissions[role].map((permission): Pair => [permission, role]),
)

function rolesWith(permission: Permission) {
  return roles.filter((role) => permissionsOf([role]).includes(permission))
}

/** The kinds whose requests an admin with these permissions sees: those that they may ask for. */
export function kindsSeenWith(permissions: readonly string[]): ApprovalKind[] {
  return approvalKinds.filter((kind) => permissions.includes(approvalRules[kind].permission))
}

/** For statements: a table of two columns. */
function table(pairs: readonly Pair[]): Sql {
  const [what, giving] = [pairs.map(([each]) => each), pairs.map(([, role]) => role)]
  return sql`unnest(${what}::text[], ${giving}::text[]) g(what, role)`
}

/** As values or as columns of a statement. */
type Columns = { kind: Sql; partnerId: Sql; needs: Sql }

function columnsOf({
  kind,
  partnerId,
  needs,
}: Pick<Case, 'kind' | 'partnerId' | 'needs'>): Columns {
  return { kind: sql`${kind}`, partnerId: sql`${partnerId}`, needs: sql`${[...needs]}` }
}

/** The people who hold the right to decide since before that time, with their names and addresses. */
function holders({ kind, partnerId, needs }: Columns, since: Sql): Sql {
  const holds = (what: Sql, giving: readonly Pair[]) => sql`exists (
    select from admin_roles r join ${table(giving)} on g.role = r.role
    where r.admin_id = d.id and g.what = ${what} and r.given_at <= ${since})`
  // Inside, the name of the table of a statement about `approvals a` would be hidden.
  return sql`
    select 'admin' as kind, d.id, d.email, d.firstname, d.lastname, d.preferred_language
    from (select a.* from admins a where ${isAdminActive}) d
    where ${holds(sql`${kind}::text`, decidingRoles)}
      and not exists (select from unnest(${needs}::text[]) n(permission)
                      where not ${holds(sql`n.permission`, givingRoles)})
    union all
    select 'user', u.id, u.email, u.firstname, u.lastname, u.preferred_language
    from users u join partners p on p.id = u.partner_id
    where p.id = ${partnerId}::uuid and p.active and p.delegated and u.active and exists (
      select from company_roles r join ${table(decidingCompanyRoles)} on g.role = r.role
      where r.partner_id = p.id and r.user_id = u.id and g.what = ${kind}::text and r.given_at <= ${since})`
}

/** For statements about `approvals a`: whether this admin or user holds the right to decide it. */
export function mayDecideOf({ kind, id }: Person): Sql {
  const about = { kind: sql`a.kind`, partnerId: sql`a.partner_id`, needs: sql`a.needs` }
  return sql`(a.target_id <> ${id} and a.asked_by <> ${id} and exists (
    select from (${holders(about, sql`a.asked_at - ${heldFor}`)}) h
    where h.kind = ${kind} and h.id = ${id}::uuid))`
}

const notConcerned = ({ targetId, askedBy }: Case): Sql => sql`
  h.id::text <> ${targetId} and h.id::text <> ${askedBy}`

/** For statements about `approvals a`: whether it waits for a decision that this person may make. */
export function isToDecideBy(person: Person): Sql {
  return sql`(a.decided_at is null and ${isOpenApproval} and ${mayDecideOf(person)})`
}

/** How many wait for a decision that this admin may make. */
export async function countToDecide(
  db: Db,
  { id, permissions }: { id: string; permissions: readonly string[] },
): Promise<number> {
  const kinds = kindsSeenWith(permissions)
  if (kinds.length === 0) return 0
  const count = await scalar<number>(db)`
    select count(*)::int from approvals a
    where a.kind = any(${kinds}::text[]) and ${isToDecideBy({ kind: 'admin', id })}`
  return count ?? 0
}

/** Whether this person holds the right to decide now, and since a day before the request. */
export function mayDecide(
  db: Db,
  about: Case,
  askedAt: Date,
  { kind, id }: Person,
): Promise<boolean> {
  return affects(db)`
    select from (${holders(columnsOf(about), sql`${askedAt}::timestamptz - ${heldFor}`)}) h
    where h.kind = ${kind} and h.id::text = ${id} and ${notConcerned(about)}`
}

type Decider = Recipient & { kind: 'user' | 'admin'; firstname: string; lastname: string }

/** Those who may decide, the provider's admins and the company's people. */
export function listDeciders(db: Db, about: Case, askedAt: Date): Promise<Decider[]> {
  return rows<Decider>(db)`
    select h.kind, h.id, h.email, h.firstname, h.lastname, h.preferred_language
    from (${holders(columnsOf(about), sql`${askedAt}::timestamptz - ${heldFor}`)}) h
    where ${notConcerned(about)}`
}

/** Whether anybody else may decide about what is asked for now. */
export async function hasDecider(tx: Transaction, about: Case): Promise<boolean> {
  const now = await scalar<Date>(tx)`select now()`
  return (await listDeciders(tx, about, now ?? new Date())).length > 0
}

/** Whether who has asked holds the right to ask now. A user may always ask about themselves. */
export function mayAsk(db: Db, { kind, ...about }: Case & { askedKind: Person['kind'] }) {
  const { askedBy, askedKind, targetId, partnerId } = about
  if (askedKind === 'user' && askedBy === targetId) return Promise.resolve(true)
  if (askedKind === 'admin')
    return affects(db)`
      select from admins a join admin_roles r on r.admin_id = a.id
      where a.id = ${askedBy} and ${isAdminActive}
        and r.role = any(${rolesWith(approvalRules[kind].permission)}::text[]) limit 1`
  const asked = columnsOf({ kind, partnerId, needs: [] })
  return affects(db)`
    select from (${holders(asked, sql`now()`)}) h where h.kind = ${askedKind} and h.id::text = ${askedBy}`
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

/** The kinds of actions that wait for a second person now. */
export async function listTwoPersonKinds(db: Db): Promise<ApprovalKind[]> {
  if (config.twoPerson !== 'auto') return config.twoPerson === 'on' ? [...approvalKinds] : []
  const found = await scalars<string>(db)`select kind from two_person_kinds`
  return approvalKinds.filter((kind) => found.includes(kind))
}

/** Remembers that two people have held the right for a day. */
async function noteTwoPeople(db: Db, kind: ApprovalKind): Promise<boolean> {
  const about = columnsOf({ kind, partnerId: null, needs: [] })
  const count = await scalar<number>(db)`
    select count(*) from (${holders(about, sql`now() - ${heldFor}`)}) h`
  if ((count ?? 0) < 2) return false
  await run(db)`insert into two_person_kinds (kind) values (${kind}) on conflict (kind) do nothing`
  return true
}

/** For the worker, and before an admin loses a right: nobody gets rid of the second person first. */
export async function noteAllTwoPeople(db: Db): Promise<void> {
  if (config.twoPerson !== 'auto') return
  for (const kind of approvalKinds) await noteTwoPeople(db, kind)
}
