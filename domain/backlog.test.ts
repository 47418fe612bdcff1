// own process: reads the age of all jobs
import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { db, run, scalar } from '#server/db.ts'
import { metricsText } from '#server/metrics.ts'
import { addUser, inviteUser, startUserSession } from '#test/people.ts'
import { declareBacklog } from './backlog.ts'

declareBacklog()

async function backlog(what: string): Promise<number> {
  const { text } = await metricsText()
  const found = new RegExp(`^portico_backlog_seconds\\{of="${what}"\\} (\\S+)$`, 'm').exec(text)
  return Number(found?.[1] ?? NaN)
}

test('the backlog is nothing, then as old as the oldest job, notification and event that is due', async () => {
  for (const what of ['mail', 'bulk', 'notification', 'webhook']) equal(await backlog(what), 0)
  await inviteUser()
  await run(db)`
    update pgboss.job set created_on = now() - interval '1 hour', start_after = now() - interval '20 minutes'
    where name = 'mail' and state = 'created'`
  const mail = await backlog('mail')
  ok(mail >= 1_200 && mail < 1_260, `${mail}`)
  // Failed, and to be tried again in an hour; or planned.
  await run(db)`
    update pgboss.job set state = 'retry', start_after = now() + interval '1 hour' where name = 'mail'`
  equal(await backlog('mail'), 0)

  const ada = await addUser()
  const { id } = await startUserSession(ada)
  await run(db)`
    insert into platform_sessions (id, session_id, user_id, client_id, sid, ended_at)
    values (gen_random_uuid(), ${id}, ${ada.id}, 'hub', 'sid', now() - interval '30 minutes')`
  const notification = await backlog('notification')
  ok(notification >= 1_800 && notification < 1_860, `${notification}`)
  await run(db)`update platform_sessions set ended_at = now() - interval '25 hours'`
  equal(await backlog('notification'), 0)

  const webhook = await addWaitingEvent()
  equal(await backlog('webhook'), 0)
  await run(db)`
    update webhook_deliveries set next_at = now() - interval '10 minutes' where webhook_id = ${webhook}`
  const event = await backlog('webhook')
  ok(event >= 600 && event < 660, `${event}`)
})

/** An event that a receiver failed to take: it is due again in an hour. */
async function addWaitingEvent(): Promise<string | undefined> {
  const id = await scalar<string>(db)`
    insert into webhooks (id, name, url, types, secret, made_by)
    values (gen_random_uuid(), 'Ledger', 'https://ledger.example', '{}', 'x.y', 'admin:a') returning id`
  await run(db)`
    insert into webhook_deliveries (id, webhook_id, type, subject, occurred_at, body, next_at)
    values (gen_random_uuid(), ${id}, 'user.login', 'ada', now(), '{}', now() + interval '1 hour')`
  return id
}
