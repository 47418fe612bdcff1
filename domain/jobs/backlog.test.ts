// own process: reads the age of all jobs
import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { metricsText } from '#server/metrics.ts'
import { addUser, inviteUser, startUserSession } from '#test/people.ts'
import { addRow, ago, fromNow, now, updateRows } from '#test/rows.ts'
import { randomUUID } from 'node:crypto'
import { declareBacklog } from './backlog.ts'

declareBacklog()

async function backlog(queue: string): Promise<number> {
  const { text } = await metricsText()
  const line = new RegExp(`^portico_backlog_seconds\\{of="${queue}"\\} (\\S+)$`, 'm').exec(text)
  return Number(line?.[1] ?? NaN)
}

test('the backlog is 0 without due work, otherwise the age of the oldest due job, notification or event', async () => {
  for (const queue of ['mail', 'bulk', 'notification', 'webhook']) equal(await backlog(queue), 0)
  await inviteUser()
  const times = { createdOn: ago('1 hour'), startAfter: ago('20 minutes') }
  await updateRows('pgboss.job', { name: 'mail', state: 'created' }, times)
  const mail = await backlog('mail')
  ok(mail >= 1_200 && mail < 1_260, `${mail}`)
  // A job that waits for its next retry is not due.
  const retry = { state: 'retry', startAfter: fromNow('1 hour') }
  await updateRows('pgboss.job', { name: 'mail' }, retry)
  equal(await backlog('mail'), 0)

  const ada = await addUser()
  const { id } = await startUserSession(ada)
  await addRow('platform_sessions', {
    sessionId: id,
    userId: ada.id,
    clientId: 'hub',
    sid: 'sid',
    endedAt: ago('30 minutes'),
  })
  const notification = await backlog('notification')
  ok(notification >= 1_800 && notification < 1_860, `${notification}`)
  await updateRows('platform_sessions', {}, { endedAt: ago('25 hours') })
  equal(await backlog('notification'), 0)

  const webhook = await addWaitingEvent()
  equal(await backlog('webhook'), 0)
  await updateRows('webhook_deliveries', { webhookId: webhook }, { nextAt: ago('10 minutes') })
  const event = await backlog('webhook')
  ok(event >= 600 && event < 660, `${event}`)
})

/** Adds a webhook event whose delivery failed and whose next attempt is in an hour. Returns the id of the webhook. */
async function addWaitingEvent(): Promise<string> {
  const id = randomUUID()
  await addRow('webhooks', { id, name: 'Ledger', url: 'https://ledger.example' })
  await addRow('webhook_deliveries', {
    webhookId: id,
    type: 'user.login',
    subject: 'ada',
    occurredAt: now,
    body: '{}',
    nextAt: fromNow('1 hour'),
  })
  return id
}
