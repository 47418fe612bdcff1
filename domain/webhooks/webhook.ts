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
import { decrypt, encrypt, tokenHash } from '#server/secret.ts'

/** URL of the provider or of a platform that receives events (table `webhooks`). */
export type Webhook = {
  id: string
  name: string
  url: string
  /** Id of the webhook's platform; null for a webhook of the provider. */
  platformId: string | null
  platformName: string | null
  types: EventType[]
  active: boolean
  /** Reason for which the webhook was disabled automatically; null otherwise. */
  endedReason: 'gone' | 'failing' | null
  failingSince: Date | null
  oldSecretUntil: Date | null
  version: number
  createdAt: Date
  /** Time of the latest success among the last 100 deliveries. */
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

/** Returns the ids of the webhooks that receive events now. */
export function listActiveWebhookIds(db: Db): Promise<string[]> {
  return scalars<string>(db)`select id from webhooks where active order by id`
}

export function findWebhook(db: Db, id: string): Promise<Webhook | undefined> {
  return row<Webhook>(db)`select ${columns} from ${withPlatform} where w.id = ${id}`
}

/** SQL condition on `webhooks w`: its deliveries fail, or it was disabled automatically because of that. */
export const isWebhookFailing = sql`(
  (w.active and w.failing_since is not null) or (not w.active and w.ended_reason is not null))`

/** Returns a new secret in the format of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** Adds a webhook and returns its id and secret, by default a new one. The secret is returned only here. */
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

/** Changes a webhook. Returns false if it has changed since `version`. Enabling it resets its failures. */
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

/**
 * Replaces the secret and returns the new one; the old one also signs for `graceHours`. Returns undefined if the
 * webhook has changed since `version`.
 */
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

/** Active webhook; each of the `secrets` signs its deliveries. */
export type Receiver = { id: string; name: string; url: string; secrets: string[]; madeBy: string }

/**
 * Returns the URL and the secrets of an active webhook; during a rotation these include the old secret. Returns
 * undefined for a disabled or unknown webhook.
 */
export async function findReceiver(db: Db, id: string): Promise<Receiver | undefined> {
  const webhook = await row<{
    name: string
    url: string
    secret: string
    oldSecret: string | null
    madeBy: string
  }>(db)`
    select name, url, secret, made_by,
           case when old_secret_until > now() then old_secret end as old_secret
    from webhooks where id = ${id} and active`
  if (!webhook) return undefined
  const { secret, oldSecret, ...receiver } = webhook
  const secrets = [secret, oldSecret].filter((each) => each !== null)
  return { id, ...receiver, secrets: secrets.map((each) => decrypt('webhook', id, each)) }
}

/** Returns true if this is the webhook's current secret. */
export async function hasWebhookSecret(db: Db, id: string, secret: string): Promise<boolean> {
  const stored = await scalar<string>(db)`select secret from webhooks where id = ${id}`
  return stored !== undefined && tokenHash(decrypt('webhook', id, stored)).equals(tokenHash(secret))
}

/** Records a successful delivery, which ends a series of failures. */
export async function recordWebhookSuccess(tx: Db, id: string): Promise<void> {
  await run(tx)`
    update webhooks set failing_since = null where id = ${id} and failing_since is not null`
}

const maxFailingDays = 5

/**
 * Records a failed delivery. Disables the webhook if the receiver is gone (status 410) or has failed for five days, and
 * then returns the reason; undefined otherwise.
 */
export async function recordWebhookFailure(
  tx: Transaction,
  id: string,
  isGone: boolean,
): Promise<Webhook['endedReason'] | undefined> {
  const endedReason = await scalar<Webhook['endedReason']>(tx)`
    update webhooks
    set active = false, ended_reason = case when ${isGone}::boolean then 'gone' else 'failing' end
    where id = ${id} and active
      and (${isGone}::boolean or failing_since < now() - make_interval(days => ${maxFailingDays}))
    returning ended_reason`
  if (endedReason) return endedReason
  await run(tx)`
    update webhooks set failing_since = now() where id = ${id} and failing_since is null`
  return undefined
}
