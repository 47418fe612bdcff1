import type { Sql } from 'sql-template-tag'
import type { Query } from '#contract/endpoint.ts'
import { isId } from '#contract/fields.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { nameOf } from '#contract/full-name.ts'
import { permissionsOf } from '#contract/permission.ts'
import {
  approvalColumns,
  isOpenApproval,
  listedColumns,
  type Approval,
} from '#domain/approvals/approval.ts'
import { kindsSeenWith, listCandidates, type Candidate } from '#domain/approvals/approval-rights.ts'
import { redactedProposal } from '#domain/approvals/second-person.ts'
import { standingOf } from '#domain/approvals/standing.ts'
import { byName } from '#server/collation.ts'
import type { AdminCaller } from '#server/caller.ts'
import { fullNameIn } from '#domain/accounts/full-name.ts'
import { row, rows, scalar, sql, uuidIn, type Db } from '#server/db.ts'
import type { Page } from '#server/paging.ts'
import { maxPeople, type ApprovalDetails, type listApprovals } from './contract.ts'
import { findEnd } from './find-end.ts'
import { findSigns } from './find-signs.ts'
import { nameIn } from './person.ts'

type ApprovalRow = Omit<Approval, 'proposal' | 'before'> & {
  key: string[]
  askerName: string | null
  deciderName: string | null
  target: {
    kind: ApprovalDetails['target']['kind']
    id: string
    name: string
    company?: string | null
  }
  mayDecide: boolean
  mayRefuse: boolean
  mayCancel: boolean
}
type Standing = ReturnType<typeof standingOf>
type DetailsRow = ApprovalRow & Pick<Approval, 'proposal' | 'before'>

/** Returns the condition for rows of `approvals a` that the caller may see. */
function isVisible(caller: AdminCaller): Sql {
  // The permissions of the roles, because a suspended admin sees the same requests as before.
  const kinds = kindsSeenWith(permissionsOf(caller.roles))
  return sql`(a.kind = any(${kinds}::text[]) or ${isOwn(caller)})`
}

function isOwn({ adminId }: AdminCaller): Sql {
  return sql`(a.asked_kind = 'admin' and a.asked_by = ${adminId})`
}

/**
 * SQL expression for the target of a request: the account, company, platform or API with the id `target_id`. A target
 * that does not exist (yet), or consists of many users, is described by the proposal.
 */
const targetColumn = sql`
  coalesce(
    (select json_build_object('kind', 'user', 'id', a.target_id, 'name', ${fullNameIn(sql`u`)},
                              'company', (select p.name from partners p where p.id = u.partner_id))
     from users u where u.id = ${uuidIn(sql`a.target_id`)}),
    (select json_build_object('kind', 'admin', 'id', a.target_id, 'name', ${fullNameIn(sql`d`)})
     from admins d where d.id = ${uuidIn(sql`a.target_id`)}),
    (select json_build_object('kind', 'company', 'id', a.target_id, 'name', p.name)
     from partners p where p.id = ${uuidIn(sql`a.target_id`)}),
    (select json_build_object('kind', 'platform', 'id', a.target_id, 'name', s.name)
     from subsystems s where s.id = a.target_id),
    (select json_build_object('kind', 'api', 'id', i.client_id, 'name', i.name)
     from apis i where i.client_id = a.target_id or i.id = a.target_id),
    (select json_build_object('kind', 'service', 'id', a.target_id, 'name', s.name)
     from service_accounts s where s.id = a.target_id),
    json_build_object('kind', case a.kind when 'admin-add' then 'admin' when 'service-account-add' then 'service'
                                          when 'platform-add' then 'platform' when 'api-add' then 'api' else 'many' end,
                      'id', a.target_id,
                      'name', coalesce(a.proposal ->> 'email', a.proposal ->> 'name', a.proposal ->> 'total', '')))`

function columnsFor(caller: AdminCaller, { mayDecide, mayRefuse }: Standing): Sql {
  return sql`
    array[a.asked_at::text, a.id::text] as key, ${targetColumn} as target,
    ${nameIn(sql`a.asked_kind`, sql`a.asked_by`)} as asker_name,
    ${nameIn(sql`a.decided_kind`, sql`a.decided_by`)} as decider_name,
    a.decided_at is null and ${mayDecide} as may_decide,
    a.decided_at is null and ${mayRefuse} as may_refuse,
    ${isOpenApproval} and (${isOwn(caller)} or (a.kind = 'replace-factors' and ${mayRefuse})) as may_cancel`
}

type Filters = Pick<Query<typeof listApprovals>, 'state' | 'kind' | 'target' | 'decider'>

/** Finds at most `take` requests that the caller may see, the latest first. */
export async function findApprovals(
  db: Db,
  caller: AdminCaller,
  { state, kind, target, decider }: Filters,
  { take, after }: Page,
) {
  const standing = standingOf({ kind: 'admin', id: caller.adminId })
  const isAwaited = sql`(a.decided_at is null and ${isOpenApproval} and ${standing.mayDecide})`
  const approvals = await rows<ApprovalRow>(db)`
    select * from (
      select ${listedColumns}, ${columnsFor(caller, standing)} from approvals a ${standing.join}
      where ${isVisible(caller)}
        and ${target === undefined ? sql`true` : sql`a.target_id = ${target}`}
        and ${decider === 'me' ? isAwaited : sql`true`}
        and ${kind ? sql`a.kind = any(${kind}::text[])` : sql`true`}
        and ${after ? sql`(a.asked_at, a.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`}) found
    where ${state ? sql`state = any(${state}::text[])` : sql`true`}
    order by asked_at desc, id desc limit ${take}`
  return approvals.map(listItemOf)
}

/** Describes one request. Throws 404001 for an unknown id and for a request that the caller may not see. */
export async function describeApproval(db: Db, caller: AdminCaller, id: string) {
  const standing = standingOf({ kind: 'admin', id: caller.adminId })
  const approval = isId(id)
    ? await row<DetailsRow>(db)`
        select ${approvalColumns}, ${columnsFor(caller, standing)}
        from approvals a ${standing.join} where a.id = ${id} and ${isVisible(caller)}`
    : undefined
  if (!approval) throw new Refusal(commonErrors.notFound)
  const { before, proposal, ...listRow } = approval
  const visibleProposal = redactedProposal(proposal)
  const listItem = listItemOf(listRow)
  const isAboutUser = approval.target.kind === 'user'
  const [names, candidates, people, user = null, ipAddress = '', signs, ended] = await Promise.all([
    namesIn(db, [before, visibleProposal]),
    approval.state === 'asked' ? listCandidates(db, approval) : [],
    firstPeopleIn(db, proposal),
    isAboutUser ? findTargetUser(db, approval.targetId) : undefined,
    findAddress(db, approval),
    isAboutUser && approval.mayDecide ? findSigns(db, approval) : null,
    findEnd(db, { ...approval, decider: listItem.decider }),
  ])
  const details = { before, proposal: visibleProposal, names, people, user, ipAddress }
  return { ...listItem, ...details, ...approversIn(candidates), signs, ended }
}

function findTargetUser(db: Db, id: string) {
  return row<{ email: string; phone: string; jobTitle: string; lastLogin: Date | null }>(db)`
    select u.email, u.phone, u.job_title, l.last_login_at as last_login
    from users u left join user_logins l on l.user_id = u.id where u.id = ${id}`
}

/**
 * Finds the requester's IP address in the audit row that was written with the request. The times around the request
 * limit the search to the partition of its month.
 */
function findAddress(db: Db, { id, targetId, askedAt }: DetailsRow): Promise<string | undefined> {
  return scalar<string>(db)`
    select ip_address from audit_log
    where target_id = ${targetId} and action = 'approval_asked' and data ->> 'approvalId' = ${id}
      and timestamp between ${askedAt}::timestamptz - interval '1 minute' and ${askedAt}::timestamptz + interval '1 minute'
    limit 1`
}

/** Finds the first users of an action on many users, by name. */
function firstPeopleIn(db: Db, { ids }: Approval['proposal']): Promise<ApprovalDetails['people']> {
  return rows<ApprovalDetails['people'][number]>(db)`
    select id, ${fullNameIn(sql`users`)} as name from users
    where id = any(${Array.isArray(ids) ? ids : []}::uuid[])
    order by lastname ${byName}, firstname ${byName}, id limit ${maxPeople}`
}

/**
 * Separates the holders of the right who may decide from those who may not. Holders with equal names also have their
 * email addresses.
 */
function approversIn(candidates: readonly Candidate[]) {
  const namesakes = Map.groupBy(candidates, nameOf)
  const named = candidates.map(({ kind, id, email, obstacle, ...candidate }) => {
    const name = nameOf(candidate)
    const isUnique = namesakes.get(name)?.length === 1
    return { person: { kind, id, name, ...(!isUnique && { email }) }, obstacle }
  })
  return {
    deciders: named.flatMap(({ person, obstacle }) => (obstacle ? [] : [person])),
    excluded: named.flatMap(({ person, obstacle }) => (obstacle ? [{ ...person, obstacle }] : [])),
  }
}

/** Returns the names of the users, companies and platforms whose ids occur in the values, by id. */
async function namesIn(db: Db, values: readonly object[]): Promise<ApprovalDetails['names']> {
  // Any text in the values may be an id.
  const texts = [...new Set(JSON.stringify(values).match(/"(?:[^"\\]|\\.)*"/g) ?? [])]
  const ids = texts.map((text) => text.slice(1, -1)).filter((id) => id !== '' && id.length <= 100)
  const uuids = ids.filter(isId)
  const targets = await rows<{ id: string; name: string }>(db)`
    select id::text, ${fullNameIn(sql`users`)} as name from users where id = any(${uuids}::uuid[])
    union all select id::text, name from partners where id = any(${uuids}::uuid[])
    union all select id, name from subsystems where id = any(${ids}::text[])`
  return Object.fromEntries(targets.map(({ id, name }) => [id, name]))
}

function listItemOf({ askerName, deciderName, outcome, ...approval }: ApprovalRow) {
  const { decidedKind, decidedBy, askedKind, askedBy } = approval
  const { company = null } = approval.target
  const isDecided = decidedKind !== null && decidedBy !== null
  return {
    ...approval,
    target: { ...approval.target, company },
    outcome: outcome === 'done' ? null : outcome,
    asker: { kind: askedKind, id: askedBy, name: askerName ?? '' },
    decider: isDecided ? { kind: decidedKind, id: decidedBy, name: deciderName ?? '' } : null,
  }
}
