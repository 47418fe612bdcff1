import { randomUUIDv7 } from 'node:crypto'
import type { Body } from '#contract/endpoint.ts'
import { isId } from '#contract/fields.ts'
import { commonErrors, errorCodes, invalidField, Refusal } from '#contract/refusal.ts'
import { actorText, recordAudit, type Actor } from '#domain/audit/audit.ts'
import { findSubsystem } from '#domain/platforms/subsystem.ts'
import {
  addWebhook as addRow,
  changeWebhook as changeRow,
  findWebhook,
  removeWebhook as removeRow,
  replaceWebhookSecret,
  type Webhook,
} from '#domain/webhooks/webhook.ts'
import {
  addTestDelivery,
  giveUpAll,
  resendDelivery as resendRow,
  resendSince as resendRows,
} from '#domain/webhooks/webhook-delivery.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { isCallable } from '#server/outbound.ts'
import type * as contract from './contract.ts'

/** Returns the webhook. Throws 404001 for an unknown or malformed id. */
export async function requireWebhook(db: Db, id: string): Promise<Webhook> {
  const webhook = isId(id) ? await findWebhook(db, id) : undefined
  if (!webhook) throw new Refusal(commonErrors.notFound)
  return webhook
}

/**
 * Adds a webhook and returns its id and secret, which is generated if `secret` is undefined. Call `requireCallable` for
 * the URL first. Throws 400001 for an unknown platform.
 */
export async function addWebhook(
  db: Db,
  caller: Actor,
  settings: Body<typeof contract.addWebhook>,
  secret?: string,
): Promise<{ id: string; secret: string }> {
  if (settings.platformId !== null && !(await findSubsystem(db, settings.platformId)))
    throw invalidField('platformId', 'unknownPlatform')
  return transaction(db, async (tx) => {
    const added = await addRow(tx, { ...settings, secret }, actorText(caller))
    const data = { after: settings }
    await recordAudit(tx, caller, 'webhook_added', { targetId: added.id, data })
    return added
  })
}

type Change = { id: string; version: number; settings: Body<typeof contract.changeWebhook> }

/**
 * Changes a webhook; deactivation drops its pending deliveries. Call `requireCallable` for the URL first. Throws 404001
 * for an unknown webhook, and 409001 if the webhook has changed since `version`.
 */
export async function changeWebhook(
  db: Db,
  caller: Actor,
  { id, version, settings }: Change,
): Promise<void> {
  const { name, url, types, active } = await requireWebhook(db, id)
  await transaction(db, async (tx) => {
    if (!(await changeRow(tx, { id, version }, settings)))
      throw new Refusal(errorCodes.changedMeanwhile)
    if (!settings.active) await giveUpAll(tx, id, 'switched off')
    const data = { before: { name, url, types, active }, after: settings }
    await recordAudit(tx, caller, 'webhook_changed', { targetId: id, data })
  })
}

type Replacement = {
  id: string
  version: number
  graceHours: number
  reason?: string | undefined
  secret?: string
}

/**
 * Replaces the secret by `secret`, or by a generated one, and returns the new secret. The old one also signs for
 * `graceHours`. Throws 404001 for an unknown webhook, and 409001 if the webhook has changed since `version`.
 */
export async function replaceSecret(
  db: Db,
  caller: Actor,
  { id, version, graceHours, reason, secret: newSecret }: Replacement,
): Promise<{ secret: string }> {
  await requireWebhook(db, id)
  return transaction(db, async (tx) => {
    const secret = await replaceWebhookSecret(tx, { id, version }, graceHours, newSecret)
    if (secret === undefined) throw new Refusal(errorCodes.changedMeanwhile)
    const data = { graceHours, ...(reason && { reason }) }
    await recordAudit(tx, caller, 'webhook_secret_replaced', { targetId: id, data })
    return { secret }
  })
}

/** Removes a webhook with its deliveries. Throws 404001 for an unknown webhook. */
export async function removeWebhook(db: Db, caller: Actor, id: string): Promise<void> {
  const { name, url } = await requireWebhook(db, id)
  await transaction(db, async (tx) => {
    if (!(await removeRow(tx, id))) throw new Refusal(commonErrors.notFound)
    const data = { before: { name, url } }
    await recordAudit(tx, caller, 'webhook_removed', { targetId: id, data })
  })
}

/** Throws 404001 for an unknown webhook, and 409001 for a disabled one. */
async function requireActive(db: Db, id: string): Promise<void> {
  const { active } = await requireWebhook(db, id)
  // The page offers this only for active webhooks, so this webhook was disabled after the page was loaded.
  if (!active) throw new Refusal(errorCodes.changedMeanwhile)
}

/** Queues a test message and returns its id. Throws 404001 for an unknown webhook, and 409001 for a disabled one. */
export async function testWebhook(
  db: Db,
  caller: AdminCaller,
  id: string,
): Promise<{ id: string }> {
  await requireActive(db, id)
  const messageId = randomUUIDv7()
  const event = { type: 'test', timestamp: new Date().toISOString(), data: { id: null } }
  await transaction(db, async (tx) => {
    await addTestDelivery(tx, { webhookId: id, id: messageId, body: JSON.stringify(event) })
    await recordAudit(tx, caller, 'webhook_tested', { targetId: id, data: {} })
  })
  return { id: messageId }
}

/**
 * Queues a delivery again. Throws 404001 for an unknown webhook or delivery, and for a delivery that is already due or
 * waits for an earlier one about its subject; 409001 for a disabled webhook.
 */
export async function resendDelivery(
  db: Db,
  caller: AdminCaller,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<void> {
  await requireActive(db, id)
  await transaction(db, async (tx) => {
    const isQueued = isId(deliveryId) && (await resendRow(tx, { webhookId: id, id: deliveryId }))
    if (!isQueued) throw new Refusal(commonErrors.notFound)
    await recordAudit(tx, caller, 'webhook_resent', { targetId: id, data: { deliveryId } })
  })
}

/**
 * Queues all deliveries again that were given up and whose events occurred since `since`, and returns their number.
 * Throws 404001 for an unknown webhook, and 409001 for a disabled one.
 */
export async function resendSince(
  db: Db,
  caller: AdminCaller,
  { id, since }: { id: string; since: string },
): Promise<{ again: number }> {
  await requireActive(db, id)
  return transaction(db, async (tx) => {
    const again = await resendRows(tx, id, new Date(since))
    await recordAudit(tx, caller, 'webhook_resent', { targetId: id, data: { since, again } })
    return { again }
  })
}

/**
 * Throws 400001 for a URL that a delivery would not call now, except for the unchanged `storedUrl`. Never call it
 * inside a transaction, because it asks DNS. Each delivery checks the addresses of the host name again.
 */
export async function requireCallable(url: string, storedUrl?: string): Promise<void> {
  if (url === storedUrl) return
  if (!(await isCallable(url))) throw invalidField('url', 'notCallable')
}
