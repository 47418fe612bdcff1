import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { EventType } from '#contract/webhook.ts'
import {
  affects,
  row,
  rows,
  run,
  scalar,
  scalars,
  sql,
  type Db,
  type Transaction,
} from '#server/db.ts'
import { follow } from '#server/follow.ts'
import { decrypt, encrypt, tokenHash } from '#server/secret.ts'

/** An address that is told what happens (table webhooks); of the provider, or of a platform. */
export type Webhook = {
  id: string
  name: string
  url: string
  /** Null: of the provider. */
  platformId: string | null
  platformName: string | null
  types: EventType[]
  active: boolean
  /** Why it was switched off by itself. */
  endedReason: 'gone' | 'failing' | null
  failingSince: Date | null
  oldSecretUntil: Date | null
  version: number
  createdAt: Date
  /** The latest among the last hundred messages. */
  lastDeliveredAt: Date | null
}

export type WebhookFacts = Pick<Webhook, 'name' | 'url' | 'platformId' | 'types' | 'active'>

const columns = sql`
  w.id, w.name, w.url, w.platform_id, s.name as platform_name, w.types, w.active, w.ended_reason, w.failing_since, w.version, w.created_at,
  (select max(d.delivered_at) from (
     select delivered_at from webhook_deliveries where webhook_id = w.id order by created_at desc, id desc limit 100) d) as last_delivered_at,
  case when w.old_secret_until > now() then w.old_secret_until end as old_secret_until`
const withPlatform = sql`webhooks w left join subsystems s on s.id = w.platform_id`

export function listWebhooks(db: Db): Promise<Webhook[]> {
  return rows<Webhook>(db)`select ${columns} from ${withPlatform} order by w.name, w.id`
}

export function findWebhook(db: Db, id: string): Promise<Webhook | undefined> {
  return row<Webhook>(db)`select ${columns} from ${withPlatform} where w.id = ${id}`
}

/** For statements about `webhooks w`: whether it takes nothing, or was switched off because of that. */
export const isWebhookFailing = sql`(
  w.active and w.failing_since is not null or not w.active and w.ended_reason is not null)`

/** A secret as Standard Webhooks writes it: `whsec_` and 32 random bytes as base64. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** Returns the id and the secret, a new one unless it is given, which is told only here. */
export async function addWebhook(
  tx: Transaction,
  { secret = newWebhookSecret(), ...webhook }: WebhookFacts & { secret?: string | undefined },
  madeBy: string,
): Promise<{ id: string; secret: string }> {
  const id = randomUUIDv7()
  await run(tx)`
    insert into webhooks (id, name, url, platform_id, types, active, secret, made_by)
    values (${id}, ${webhook.name}, ${webhook.url}, ${webhook.platformId}, ${webhook.types}, ${webhook.active},
            ${encrypt('webhook', id, secret)}, ${madeBy})`
  return { id, secret }
}

type Versioned = Pick<Webhook, 'id' | 'version'>

/** False when it has changed since that version. Switched on, it begins anew. */
export function changeWebhook(
  tx: Transaction,
  { id, version }: Versioned,
  webhook: Omit<WebhookFacts, 'platformId'>,
): Promise<boolean> {
  return affects(tx)`
    update webhooks
    set name = ${webhook.name}, url = ${webhook.url}, types = ${webhook.types}, version = version + 1,
        ended_reason = case when ${webhook.active}::boolean then null else ended_reason end,
        failing_since = case when ${webhook.active}::boolean and not active then null else failing_since end,
        active = ${webhook.active}
    where id = ${id} and version = ${version}`
}

/** The new secret; the old one signs beside it for so many hours. Undefined when the version is outdated. */
export async function replaceWebhookSecret(
  tx: Transaction,
  { id, version }: Versioned,
  graceHours: number,
  secret = newWebhookSecret(),
): Promise<string | undefined> {
  const isReplaced = await affects(tx)`
    update webhooks
    set old_secret = case when ${graceHours}::int > 0 then secret end,
        old_secret_until = case when ${graceHours}::int > 0 then now() + make_interval(hours => ${graceHours}) end,
        secret = ${encrypt('webhook', id, secret)}, version = version + 1
    where id = ${id} and version = ${version}`
  return isReplaced ? secret : undefined
}

export function removeWebhook(tx: Transaction, id: string): Promise<boolean> {
  return affects(tx)`delete from webhooks where id = ${id}`
}

export type Receiver = { id: string; name: string; url: string; secrets: string[]; madeBy: string }

/** Where a delivery goes, and what signs it: during a rotation the old secret, too. Undefined for one that is off. */
export async function findReceiver(db: Db, id: string): Promise<Receiver | undefined> {
  const found = await row<{
    name: string
    url: string
    secret: string
    oldSecret: string | null
    madeBy: string
  }>(db)`
    select name, url, secret, made_by,
           case when old_secret_until > now() then old_secret end as old_secret
    from webhooks where id = ${id} and active`
  if (!found) return undefined
  const { secret, oldSecret, ...receiver } = found
  const secrets = [secret, oldSecret].filter((each) => each !== null)
  return { id, ...receiver, secrets: secrets.map((each) => decrypt('webhook', id, each)) }
}

/** Whether it signs with that secret. */
export async function hasWebhookSecret(db: Db, id: string, secret: string): Promise<boolean> {
  const known = await scalar<string>(db)`select secret from webhooks where id = ${id}`
  return known !== undefined && tokenHash(decrypt('webhook', id, known)).equals(tokenHash(secret))
}

/** Notes that a delivery went well. */
export async function noteDelivered(tx: Db, id: string): Promise<void> {
  await run(
    tx,
  )`update webhooks set failing_since = null where id = ${id} and failing_since is not null`
}

const mostFailingDays = 5

/**
 * Notes that one did not, and switches the webhook off where it says so (410) or nothing was delivered for five days.
 * Returns why, once.
 */
export async function noteFailure(
  tx: Transaction,
  id: string,
  isGone: boolean,
): Promise<Webhook['endedReason'] | undefined> {
  const ended = await scalar<Webhook['endedReason']>(tx)`
    update webhooks
    set active = false, ended_reason = case when ${isGone}::boolean then 'gone' else 'failing' end
    where id = ${id} and active
      and (${isGone}::boolean or failing_since < now() - make_interval(days => ${mostFailingDays}))
    returning ended_reason`
  if (ended) return ended
  await run(
    tx,
  )`update webhooks set failing_since = now() where id = ${id} and failing_since is null`
  return undefined
}

let subscribed: ReadonlySet<string> | undefined

/** Whether some webhook is told one of these types, as this process knows it: a few seconds old. */
export async function isSubscribed(db: Db, types: readonly EventType[]): Promise<boolean> {
  if (types.length === 0) return false
  if (!subscribed) await loadSubscriptions(db)
  return types.some((type) => subscribed?.has(type))
}

/** Reads which types are told to anybody; also after a change in this process. A backup is recorded before the migration that makes the table. */
export async function loadSubscriptions(db: Db): Promise<void> {
  const isMade = await scalar<boolean>(db)`select to_regclass('webhooks') is not null`
  const types = isMade
    ? await scalars<string>(db)`select distinct unnest(types) from webhooks where active`
    : []
  subscribed = new Set(types)
}

const pollMs = 5_000

/** Every process does so for as long as it runs. */
export function followSubscriptions(db: Db): { stop: () => void } {
  return follow('the webhooks', pollMs, () => loadSubscriptions(db))
}
