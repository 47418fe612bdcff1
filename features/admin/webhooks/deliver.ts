import { recordAudit } from '#domain/audit/audit.ts'
import { findAdminOfActor, listSuperAdmins } from '#domain/accounts/admin.ts'
import { enqueueMail } from '#domain/mail/mail.ts'
import {
  findReceiver,
  recordWebhookSuccess,
  recordWebhookFailure,
  type Receiver,
} from '#domain/webhooks/webhook.ts'
import {
  giveUp,
  giveUpAll,
  markSent,
  retryLater,
  type Delivery,
} from '#domain/webhooks/webhook-delivery.ts'
import { databaseNow } from '#server/database-clock.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { counter, histogram } from '#server/metrics.ts'
import { callOutside } from '#server/outbound.ts'
import { signedHeaders } from './sign.ts'

const seconds = 1
const minutes = 60
const hours = 60 * minutes
/** Pauses in seconds between retries, with 10% jitter; about three days in total. */
const pauses = [
  5 * seconds,
  5 * minutes,
  30 * minutes,
  2 * hours,
  5 * hours,
  10 * hours,
  14 * hours,
  20 * hours,
  24 * hours,
]
/** Limits the pause that a receiver requests, in seconds. */
const longestPause = 24 * hours
const timeoutMs = 15_000

const deliveries = counter('portico_webhook_deliveries_total', 'Tries to deliver an event', [
  'outcome',
])
const durations = histogram('portico_webhook_seconds', 'Duration of a delivery', ['outcome'])

type Answer = { status: number | null; retryAfter: number | undefined; error: string | null }

/** Attempts one delivery and stores the result. Never throws because of the receiver. */
export async function deliver(db: Db, delivery: Delivery): Promise<void> {
  const receiver = await findReceiver(db, delivery.webhookId)
  if (!receiver) return
  const observe = durations.startTimer()
  const answer = await send(receiver, delivery)
  const { status } = answer
  const isDelivered = status !== null && status >= 200 && status < 300
  const outcome = isDelivered ? 'delivered' : 'failed'
  observe({ outcome })
  deliveries.inc({ outcome })
  if (isDelivered) {
    await transaction(db, async (tx) => {
      await markSent(tx, delivery, status)
      await recordWebhookSuccess(tx, receiver.id)
    })
  } else await storeFailure(db, receiver, delivery, answer)
}

async function send(receiver: Receiver, { id, body }: Delivery): Promise<Answer> {
  const timestamp = Math.floor(databaseNow() / 1000)
  const headers = signedHeaders(receiver.secrets, { id, timestamp, body })
  try {
    const { status, retryAfter } = await callOutside(receiver.url, {
      method: 'POST',
      headers,
      body,
      timeoutMs,
      ignoresBody: true,
    })
    return { status, retryAfter, error: null }
  } catch {
    // Every cause has the same text, because the owner of a webhook must not probe addresses.
    return { status: null, retryAfter: undefined, error: 'no answer' }
  }
}

async function storeFailure(
  db: Db,
  receiver: Receiver,
  delivery: Delivery,
  { status, error, retryAfter }: Answer,
): Promise<void> {
  const result = { status, error }
  await transaction(db, async (tx) => {
    const endedReason = await recordWebhookFailure(tx, receiver.id, status === 410)
    if (endedReason) return finishSwitchOff(tx, receiver, endedReason)
    // `tries` includes this attempt.
    const pause = pauses[delivery.tries - 1]
    if (pause === undefined) return giveUp(tx, delivery, result)
    const jittered = pause * (0.9 + Math.random() / 5)
    const requestedPause = Math.min(retryAfter ?? 0, longestPause)
    await retryLater(tx, delivery, result, Math.max(jittered, requestedPause))
  })
}

/**
 * Discards all deliveries to a webhook that was switched off, and notifies its creator, or every super admin if the
 * creator is not an active admin.
 */
async function finishSwitchOff(
  tx: Transaction,
  { id, name, madeBy }: Receiver,
  reason: 'gone' | 'failing',
): Promise<void> {
  await giveUpAll(tx, id, reason)
  const maker = await findAdminOfActor(tx, madeBy)
  const recipients = maker?.active ? [maker] : await listSuperAdmins(tx)
  for (const admin of recipients)
    await enqueueMail(tx, 'webhook-switched-off', admin, { name, reason })
  await recordAudit(tx, { kind: 'system' }, 'webhook_switched_off', {
    targetId: id,
    data: { name, reason },
  })
}
