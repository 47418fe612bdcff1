import type { Sql } from 'sql-template-tag'
import { isId } from '#contract/fields.ts'
import { providerEvents, type WebhookEvent } from '#contract/webhook.ts'
import {
  affects,
  batchSize,
  purgeOf,
  rows,
  run,
  runInBatches,
  scalar,
  scalars,
  sql,
  transaction,
  type Db,
  type Transaction,
} from '#server/db.ts'
import { eventOf, type EventSource } from './webhook-event.ts'

/**
 * Deliveries of events to webhooks. Table `webhook_outbox` contains the events, and `webhook_deliveries` is the queue.
 * Of the waiting deliveries of one webhook about one subject, only the first has a time to be sent at (`next_at`).
 */

/** Maximum number of events that one transaction turns into deliveries. */
const maxEvents = 200
// Advisory lock that keeps events in order. Nothing else in this database uses the number.
const lockNumber = 7_067_853

/**
 * Turns the next events into deliveries, each exactly once. Returns the number of events; 0 if there are none, or if
 * another worker is running this.
 */
export function fanOut(db: Db): Promise<number> {
  return transaction(db, async (tx) => {
    const isLocked = await scalar<boolean>(tx)`select pg_try_advisory_xact_lock(${lockNumber})`
    if (!isLocked) return 0
    const sources = await rows<EventSource & { platforms: string[] }>(tx)`
      with taken as (
        delete from webhook_outbox o
        where (o.audit_at, o.audit_id) in (
          select audit_at, audit_id from webhook_outbox order by audit_at, audit_id limit ${maxEvents})
        returning audit_at, audit_id, platforms)
      select a.id, a.timestamp, a.action, a.actor_kind, a.actor_id, a.target_id, a.sub_system, a.request_id,
             a.company_id, a.data, t.platforms
      from taken t join audit_log a on a.timestamp = t.audit_at and a.id = t.audit_id
      order by a.timestamp, a.id`
    if (sources.length === 0) return 0
    const users = await findUserIds(tx, sources)
    const events = sources.flatMap((source) => {
      const event = eventOf(source, (id) => users.has(id))
      return event ? [{ id: source.id, platforms: source.platforms, event }] : []
    })
    if (events.length > 0) await addDeliveries(tx, events)
    return sources.length
  })
}

/** Returns those ids of actors and targets that are ids of users. */
async function findUserIds(tx: Transaction, sources: readonly EventSource[]): Promise<Set<string>> {
  const ids = sources.flatMap(({ actorId, targetId }) => [actorId ?? '', targetId ?? ''])
  const users = await scalars<string>(tx)`
    select id from users where id = any(${ids.filter(isId)}::uuid[])`
  return new Set(users)
}

type OutboxEvent = { id: string; platforms: string[]; event: WebhookEvent }

/**
 * Adds the deliveries of events. A platform's webhook gets the events of users who had access to the platform at that
 * time, and the end of that access. `occurred_at` grows by a microsecond per event, to keep the order of equal times.
 */
async function addDeliveries(tx: Transaction, events: readonly OutboxEvent[]): Promise<void> {
  await run(tx)`
    with events as (
      select * from unnest(
        ${events.map(({ id }) => id)}::uuid[], ${events.map(({ event }) => event.type)}::text[],
        ${events.map(({ event }) => event.data.id ?? '')}::text[],
        ${events.map(({ event }) => event.data.platform ?? null)}::text[],
        ${events.map(({ platforms }) => platforms.join(' '))}::text[],
        ${events.map(({ event }) => event.timestamp)}::timestamptz[],
        ${events.map(({ event }) => JSON.stringify(event))}::text[])
        with ordinality as e (id, type, subject, platform_id, platforms, occurred_at, body, position)),
    targets as (
      select ${messageId} as id, w.id as webhook_id, e.type, e.subject, e.body,
             e.occurred_at, e.position,
             row_number() over (partition by w.id, e.subject order by e.position) as turn
      from events e join webhooks w on w.active and e.type = any(w.types) and ${receives}
    )
    insert into webhook_deliveries (id, webhook_id, type, subject, body, occurred_at, next_at)
    select t.id, t.webhook_id, t.type, t.subject, t.body, t.occurred_at + (t.position * interval '1 microsecond'),
           case when t.turn = 1 and not exists (
                  select from webhook_deliveries d
                  where d.webhook_id = t.webhook_id and d.subject = t.subject and d.state = 'waiting')
                then now() end
    from targets t
    on conflict (id) do nothing`
}

/** SQL for the id of a delivery, derived from event and webhook: a UUID of version 8 (RFC 9562). */
const messageId = sql`
  overlay(overlay(md5(e.id::text || w.id::text) placing '8' from 13) placing 'a' from 17)::uuid`

/** SQL condition: webhook `w` receives event `e`. */
const receives: Sql = sql`(
  w.platform_id is null
  or (e.type <> all(${[...providerEvents]}::text[]) and (
    (e.type = 'access.taken' and e.platform_id = w.platform_id)
    or (coalesce(e.platform_id = w.platform_id, true)
        and w.platform_id = any(string_to_array(e.platforms, ' '))))))`

export type Delivery = {
  id: string
  webhookId: string
  type: string
  subject: string
  body: string
  tries: number
}

/** Time after which another worker sends a delivery again; longer than a call and the write of its result. */
const lease = '60 seconds'
/** Maximum number of concurrent deliveries per webhook and process. */
const maxPerWebhook = 16
/** Maximum number of concurrent deliveries per failing webhook and process. */
const maxPerFailing = 2

/**
 * Takes due deliveries for one attempt, up to the maximum of each webhook. `inFlight` has the numbers of deliveries in
 * progress in this process by webhook id. Safe under concurrency: workers take different deliveries.
 */
export function takeDueDeliveries(
  db: Db,
  limit: number,
  inFlight: ReadonlyMap<string, number>,
): Promise<Delivery[]> {
  return rows<Delivery>(db)`
    with due as (
      select d.id from webhooks w
      left join unnest(${[...inFlight.keys()]}::uuid[], ${[...inFlight.values()]}::int[]) busy (webhook_id, number)
        on busy.webhook_id = w.id
      cross join lateral (
        select d.id, d.next_at from webhook_deliveries d
        where d.webhook_id = w.id and d.state = 'waiting' and d.next_at <= now()
        order by d.next_at
        limit greatest(0, case when w.failing_since is null then ${maxPerWebhook}::int else ${maxPerFailing}::int end
                          - coalesce(busy.number, 0))
        for no key update of d skip locked) d
      where w.active
      order by d.next_at limit ${limit})
    update webhook_deliveries d set tries = d.tries + 1, next_at = now() + ${lease}::interval
    from due where d.id = due.id
    returning d.id, d.webhook_id, d.type, d.subject, d.body, d.tries`
}

type Result = { status: number | null; error: string | null }

/** Marks a delivery as delivered and makes the next one of its subject due. */
export function markSent(tx: Transaction, delivery: Delivery, status: number): Promise<void> {
  return endDelivery(tx, delivery, 'delivered', { status, error: null })
}

/** Gives up a delivery after its last attempt and makes the next one of its subject due. */
export function giveUp(tx: Transaction, delivery: Delivery, result: Result): Promise<void> {
  return endDelivery(tx, delivery, 'given-up', result)
}

async function endDelivery(
  tx: Transaction,
  { id, webhookId, subject }: Delivery,
  state: 'delivered' | 'given-up',
  { status, error }: Result,
): Promise<void> {
  const isEnded = await affects(tx)`
    update webhook_deliveries
    set state = ${state}, last_status = ${status}, last_error = ${error}, next_at = null,
        delivered_at = case when ${state} = 'delivered' then now() end
    where id = ${id} and state = 'waiting'`
  if (!isEnded) return
  await run(tx)`
    update webhook_deliveries set next_at = now()
    where id = (select d.id from webhook_deliveries d
                where d.webhook_id = ${webhookId} and d.subject = ${subject} and d.state = 'waiting'
                order by d.occurred_at, d.id limit 1)
      and next_at is null`
}

/** Records a failed attempt and schedules the next one after `seconds`. */
export async function retryLater(
  db: Db,
  { id }: Delivery,
  { status, error }: Result,
  seconds: number,
): Promise<void> {
  await run(db)`
    update webhook_deliveries
    set last_status = ${status}, last_error = ${error}, next_at = now() + make_interval(secs => ${seconds})
    where id = ${id} and state = 'waiting'`
}

/** Maximum number of subjects that one call of `releaseStuck` reads. */
const maxSubjects = 5_000

/**
 * Makes the first waiting delivery of each subject due if it has no time to be sent at. Deliveries get stuck when their
 * predecessor ends while they are being added. Reads the webhook's next subjects in order, from `subject` on, and
 * returns where the next call continues: '' after the last subject.
 */
export async function releaseStuck(db: Db, webhookId: string, subject: string): Promise<string> {
  // Each step is one lookup in the index of waiting deliveries, however many of them wait for each subject.
  const firstFrom = (from: Sql) => sql`
    select d.id, d.subject, d.next_at from webhook_deliveries d
    where d.webhook_id = ${webhookId} and d.state = 'waiting' and d.subject ${from}
    order by d.subject, d.occurred_at, d.id limit 1`
  const next = await scalar<string>(db)`
    with recursive firsts as (
      select 1 as step, first.* from (${firstFrom(sql`>= ${subject}`)}) first
      union all
      select firsts.step + 1, following.*
      from firsts cross join lateral (${firstFrom(sql`> firsts.subject`)}) following
      where firsts.step < ${maxSubjects}::int),
    released as (
      update webhook_deliveries set next_at = now()
      where id = any(array(select id from firsts where next_at is null)) and next_at is null and state = 'waiting')
    select subject from firsts where step = ${maxSubjects}::int`
  return next ?? ''
}

/** Maximum number of deliveries that are given up in the transaction that disables their webhook. */
const maxGivenUp = 10_000

/** Gives up the waiting deliveries of a webhook that was disabled; `giveUpLeft` those beyond ten thousand. */
export async function giveUpAll(tx: Transaction, webhookId: string, error: string): Promise<void> {
  await run(tx)`
    update webhook_deliveries set state = 'given-up', next_at = null, last_error = ${error}
    where id = any(array(
        select id from webhook_deliveries where webhook_id = ${webhookId} and state = 'waiting' limit ${maxGivenUp}))
      and state = 'waiting'`
}

/** Gives up in batches what still waits at disabled webhooks, for the worker. */
export async function giveUpLeft(db: Db): Promise<void> {
  await runInBatches(
    () => run(db)`
      update webhook_deliveries d
      set state = 'given-up', next_at = null, last_error = coalesce(w.ended_reason, 'switched off')
      from webhooks w
      where w.id = d.webhook_id and d.id = any(array(
        select d.id from webhooks w join webhook_deliveries d on d.webhook_id = w.id and d.state = 'waiting'
        where not w.active limit ${batchSize} for no key update of d skip locked))`,
  )
}

type DeliveryKey = { webhookId: string; id: string }

/**
 * Makes a delivery due now. An ended delivery is sent again under its id, and a scheduled retry is sent earlier.
 * Returns false for a delivery that is unknown, already due, or waiting for an earlier one of its subject.
 */
export function resendDelivery(tx: Transaction, { webhookId, id }: DeliveryKey): Promise<boolean> {
  return affects(tx)`
    update webhook_deliveries
    set state = 'waiting', tries = 0, next_at = now(), delivered_at = null
    where id = ${id} and webhook_id = ${webhookId} and (state <> 'waiting' or next_at > now())`
}

/**
 * Queues all deliveries again that were given up and whose events occurred since a time; returns their number.
 * `releaseStuck` makes them due later, so that those of one subject are sent in order.
 */
export function resendSince(tx: Transaction, webhookId: string, since: Date): Promise<number> {
  return run(tx)`
    update webhook_deliveries
    set state = 'waiting', tries = 0, next_at = null
    where webhook_id = ${webhookId} and state = 'given-up' and occurred_at >= ${since}`
}

/** Adds the delivery of a test event, which is its own subject. */
export async function addTestDelivery(
  tx: Transaction,
  { webhookId, id, body }: DeliveryKey & { body: string },
): Promise<void> {
  await run(tx)`
    insert into webhook_deliveries (id, webhook_id, type, subject, body, occurred_at, next_at)
    values (${id}, ${webhookId}, 'test', ${id}, ${body}, now(), now())`
}

export const deleteEndedDeliveries = purgeOf(
  'webhook_deliveries',
  sql`state <> 'waiting' and created_at < now() - interval '30 days'`,
)
