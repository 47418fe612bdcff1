import type { Sql } from 'sql-template-tag'
import type { RecordedAction } from '#contract/audit-action.ts'
import { sql, uuidIn } from '#server/db.ts'

/**
 * The rule of two people: requester and approver are two human beings, as far as the database shows. The condition is
 * checked when a request is made, decided and carried out.
 *
 * A person *touches* another account by an action below. For 7 days, requester and approver count as one person if
 * - one of them has touched the account of the other, or a company that the other administers, or
 * - a third person has touched the accounts of both without an approval, directly or through other accounts.
 *
 * A service account is not a person. Everyone who has ever added or changed it may have its key, so the requester is the
 * account together with these people.
 */

/** Time for which an approver must have held the right before the request was made. */
export const heldFor = sql`interval '24 hours'`
/** Time before the request from which a touch counts. */
const touchedFor = sql`interval '7 days'`

/** Actions on an account that make it, activate it, or change its rights, company or address. */
const accountTouches: readonly RecordedAction[] = [
  'admin_added',
  'admin_roles_changed',
  'admin_activated',
  'admin_reset',
  'user_activated',
  'user_moved',
  'company_role_changed',
  'profile_changed',
  'service_account_added',
  'service_account_changed',
]
/** Actions by which a person may get to know the key of a service account. */
const keyTouches: readonly RecordedAction[] = ['service_account_added', 'service_account_changed']
/** Actions of the provider on a company that make it, or change who may decide in it. */
const companyTouches: readonly RecordedAction[] = [
  'partner_added',
  'partner_changed',
  'company_delegation_changed',
]

/** SQL expressions for the request to decide: parameters, or columns of the statement. */
export type RequestColumns = {
  targetId: Sql
  askedKind: Sql
  askedBy: Sql
  askedAt: Sql
}

/**
 * Returns a query for the touches of these accounts since a time: `id` is the account, `by_id` the person, `is_alone`
 * false for an approved touch. The inviter of a user has touched the user's account, too. Everyone who may have the key
 * of a service account has made its touches. An account may have thousands of touches by few people, so equal ones are
 * united before the makers of each are searched.
 */
function touchesOf(ids: Sql, since: Sql): Sql {
  const isRecent = sql`l.target_id = any(${ids}) and l.timestamp > ${since}`
  return sql`
    select touch.id, author.id as by_id, touch.is_alone
    from (
      select l.target_id as id, l.actor_id, not l.data ? 'approvalId' as is_alone
      from audit_log l
      where ${isRecent} and l.action = any(${[...accountTouches]}::text[]) and l.actor_id <> l.target_id
      union
      select l.target_id, i.actor_id, true
      from audit_log l join audit_log i on i.target_id = l.data ->> 'invitationId'
      where ${isRecent} and l.action = 'signed_up' and i.action = 'invitation_created' and i.actor_id is not null) touch
    cross join lateral unnest(array(${requestersOf(sql`touch.actor_id`)})) author (id)`
}

/**
 * Returns a query for the ids of a requester: the account and, for a service account, everyone who has ever added or
 * changed it. If one of them is a service account, the people who have added or changed that account are included, too.
 * Also reads `made_by`, because the audit log may no longer contain the addition.
 */
function requestersOf(askedBy: Sql): Sql {
  return sql`
    with recursive requester (id) as (
      select ${askedBy}
      union
      select maker.id from requester cross join lateral (
        select l.actor_id from audit_log l
        where l.target_id = requester.id and l.action = any(${[...keyTouches]}::text[]) and l.actor_id is not null
        union all
        select split_part(sa.made_by, ':', 2) from service_accounts sa
        where sa.id = requester.id and sa.made_by like '%:%') maker (id)
      where requester.id like 'svc-%')
    select id from requester`
}

/** Returns the SQL expression for an email address without its tag (`ada+pay@…`), so that one mailbox has one spelling. */
export function mailboxOf(address: Sql): Sql {
  return sql`regexp_replace(${address}, '\\+[^@]*@', '@')`
}

/** Returns a query for the mailboxes of an account: its address, and its verified addresses for alerts. */
function mailboxesOf(id: Sql): Sql {
  // The aliases differ from those of the request's columns, which `id` may contain.
  return sql`
    select ${mailboxOf(sql`da.email`)} from admins da where da.id = ${uuidIn(id)}
    union all select ${mailboxOf(sql`du.email`)} from users du where du.id = ${uuidIn(id)}
    union all select ${mailboxOf(sql`dc.value`)} from contact_points dc
      where dc.user_id = ${uuidIn(id)} and dc.verified_at is not null`
}

/**
 * Returns the CTEs that `obstacleOf` reads, after a CTE `holders`. They search the audit log once for all people, because
 * each search of a partitioned table makes the statement slower to plan.
 * - `requesters` (id): ids of the requester.
 * - `levels` (ids, seen, …): accounts whose touches are searched together: requesters and holders, then those who have
 *   touched them, and so on. A touch with an approval leads no further. Each account is searched once, however many
 *   people have touched it, so the time grows with the number of touches.
 * - `account_touches` (id, by_id, is_alone): touches of all these accounts.
 * - `touches` (id, by_id): `account_touches`, and touches of the companies in which a person has a role.
 * - `requester_hands` (id): the requesters, and all whose touches without an approval lead to one of them.
 * - `same_hands` (id): `requester_hands`, people who share a mailbox with one of them, and all accounts to which the
 *   touches of these people without an approval lead.
 *
 * The planner expects 10 rows of `unnest(array(…))`. Without this array, the planner's guesses for nested recursive
 * queries multiply to millions, and PostgreSQL allocates hash tables for so many rows.
 */
export function peopleAround({ askedBy, askedAt }: RequestColumns): Sql {
  const since = sql`${askedAt} - ${touchedFor}`
  return sql`
    requesters (id) as (select unnest(array(${requestersOf(askedBy)}))),
    people (id) as (select id from requesters union select id::text from holders),
    levels (ids, seen, touched, by_ids, are_alone) as (
      select ids, ids, '{}'::text[], '{}'::text[], '{}'::boolean[] from (select array(select id from people)) p (ids)
      union all
      select next.ids, levels.seen || next.ids, next.touched, next.by_ids, next.are_alone
      from levels cross join lateral (
        select array_agg(distinct t.by_id) filter (where t.is_alone and t.by_id <> all(levels.seen)) as ids,
               array_agg(t.id) as touched, array_agg(t.by_id) as by_ids, array_agg(t.is_alone) as are_alone
        from (${touchesOf(sql`levels.ids`, since)}) t) next
      where cardinality(levels.ids) > 0),
    account_touches (id, by_id, is_alone) as (
      select t.* from levels cross join lateral unnest(touched, by_ids, are_alone) t),
    touches (id, by_id) as (
      select id, by_id from account_touches
      union all
      select p.id, l.actor_id
      from people p join company_roles c on c.user_id = ${uuidIn(sql`p.id`)}
      join audit_log l on l.target_id = c.partner_id::text
      where l.actor_kind <> 'user' and l.timestamp > ${since} and l.action = any(${[...companyTouches]}::text[])),
    requester_hands (id) as (
      select id from requesters
      union
      select t.by_id from requester_hands h join account_touches t on t.id = h.id where t.is_alone),
    same_hands (id) as (
      select s.id from levels cross join lateral unnest(ids) s (id)
      where s.id in (select id from requester_hands) or exists (
        select from (${mailboxesOf(sql`s.id`)}) m (mailbox)
        where mailbox in (
          select e.mailbox from requester_hands h cross join lateral (${mailboxesOf(sql`h.id`)}) e (mailbox)))
      union
      select t.id from same_hands h join account_touches t on t.by_id = h.id where t.is_alone)`
}

/**
 * Returns the SQL expression for the reason why `h`, the holder of a right (kind, id, held_since, is_suspended), may
 * not decide a request: one of `approvalObstacles`; null if the holder may. Reads the CTEs of `peopleAround`.
 */
export function obstacleOf({ targetId, askedKind, askedBy, askedAt }: RequestColumns): Sql {
  const id = sql`h.id::text`
  return sql`
    case
      when ${id} = ${askedBy} then 'requester'
      when ${id} = ${targetId} then 'target'
      when ${id} in (select q.id from requesters q) then 'keyHolder'
      when exists (
        select from (${mailboxesOf(id)}) m (mailbox)
        where mailbox in (
          select e.mailbox from requesters q cross join lateral (${mailboxesOf(sql`q.id`)}) e (mailbox)
          union all ${mailboxesOf(targetId)})) then 'sameAddress'
      when h.kind = 'user' and ${askedKind} <> 'user' then 'otherSide'
      when h.is_suspended then 'suspended'
      when h.held_since > ${askedAt} - ${heldFor} then 'newRight'
      when exists (
        select from touches t where t.id = ${id} and t.by_id in (select q.id from requesters q)) then 'changedByRequester'
      when exists (
        select from touches t where t.by_id = ${id} and t.id in (select q.id from requesters q)) then 'changedRequester'
      when ${id} in (select s.id from same_hands s) then 'sameHand'
    end`
}
