import { freePort } from '#test/free-port.ts'
import { createServer } from 'node:http'
import { row, rows, transaction } from '#server/db.ts'
import { db } from '#server/db.ts'
import { recordPlatformSession } from '#test/platform-session.ts'
import { upsertSubsystem } from '#domain/platforms/subsystem.ts'
import { enqueueAll } from '#server/jobs.ts'
import { logout } from '../../features/account/sign-in/contract.ts'
import type { Fault } from './fault.ts'
import { inviteUser } from '#test/people.ts'
import { becomeUser, logIn } from './people.ts'
import { until, type Stage } from './stage.ts'

const backlog = 100_000

/** Enqueues jobs that each take one query. */
async function fillQueue(stage: Stage): Promise<void> {
  await transaction(db, (tx) => enqueueAll(tx, 'mail', [{ mailId: crypto.randomUUID() }]))
  const owner = await stage.connect(stage.ownerUrl)
  const { rows: columns } = await owner.query<{ list: string }>(`
    select string_agg(quote_ident(column_name), ', ') as list from information_schema.columns
    where table_schema = 'pgboss' and table_name = 'job' and column_name not in ('id', 'data')
      and is_generated = 'NEVER'`)
  const list = columns[0]?.list
  await owner.query(`
    insert into pgboss.job (id, data, ${list})
    select gen_random_uuid(), jsonb_build_object('mailId', gen_random_uuid()), ${list}
    from pgboss.job, generate_series(1, ${backlog}) where name = 'mail'`)
}

async function waiting(): Promise<number> {
  const counts = await row<{ count: number }>(db)`
    select count(*) from pgboss.job where name = 'mail' and state < 'completed'`
  return counts?.count ?? 0
}

async function longQueue(stage: Stage): Promise<string> {
  await fillQueue(stage)
  const servers = [await stage.startServer(), await stage.startServer()]
  const startTime = performance.now()
  await becomeUser(() => servers[0]?.url ?? '', await inviteUser())
  const signedUp = (performance.now() - startTime) / 1000
  await until('the backlog is worked off', async () => (await waiting()) === 0, 1_000)
  const seconds = (performance.now() - startTime) / 1000
  return `a user signed up meanwhile in ${signedUp.toFixed(1)} s; two servers processed the queue in ${seconds.toFixed(0)} s (${Math.round(backlog / seconds)}/s)`
}

async function poisoned(stage: Stage): Promise<string> {
  const poison = ['no-uuid', '', "'; drop table users; --"]
  for (const id of poison) {
    for (const [queue, name] of [
      ['mail', 'mailId'],
      ['logout-notification', 'platformSessionId'],
      ['end-company-sessions', 'partnerId'],
    ] as const)
      await transaction(db, (tx) => enqueueAll(tx, queue, [{ [name]: id }]))
  }
  const server = await stage.startServer()
  const { email } = await inviteUser()
  await stage.mailbox.waitFor(email, undefined, 60_000)
  await becomeUser(() => server.url, await inviteUser())
  const failing = await rows<{ tries: number }>(db)`
    select retry_count as tries from pgboss.job where state = 'retry'`
  if (failing.length < 6) throw new Error(`only ${failing.length} poisoned jobs wait for a retry`)
  // Ages the jobs, because failed jobs are retried only for a limited time.
  const owner = await stage.connect(stage.ownerUrl)
  await owner.query(
    "delete from pgboss.job where state in ('retry', 'created', 'active') and data::text !~ '-[0-9a-f]{12}\"'",
  )
  return `${failing.length} poisoned jobs are retried with increasing delays, all others succeeded, and the server survived`
}

/** Tests a platform whose back-channel logout endpoint is unavailable, then fails, then works. */
async function platformIsDown(stage: Stage): Promise<string> {
  const port = await freePort()
  let requestCount = 0
  const endpoint = createServer((request, response) => {
    request.resume()
    requestCount += 1
    // Fails once, then succeeds.
    response.writeHead(requestCount <= 2 ? 500 : 200).end()
  })
  stage.onClose(() => endpoint.close())
  await upsertSubsystem(db, {
    id: 'hub',
    name: 'Hub',
    url: `http://127.0.0.1:${port}`,
    clientSecret: 'the secret of the hub',
    redirectUris: [`http://127.0.0.1:${port}/callback`],
    postLogoutUris: [],
    backchannelLogoutUri: `http://127.0.0.1:${port}/logout`,
  })
  // Development mode, because production does not call addresses on this machine.
  const server = await stage.startServer({ NODE_ENV: 'development' })
  const person = await becomeUser(() => server.url, await inviteUser())
  await db.query('update second_factors set last_step = 0')
  const visitor = await logIn(() => server.url, person)
  const open = await rows<{ id: string; userId: string }>(db)`select id, user_id from sessions`
  for (const { id: sessionId, userId } of open)
    await recordPlatformSession(db, {
      sessionId,
      userId,
      clientId: 'hub',
      sid: sessionId,
      ipAddress: '',
    })
  await visitor.call(logout, {})
  if (await visitor.isLoggedIn()) throw new Error('the user is still logged in')
  await until('telling has failed', async () => (await countUndelivered()).failed === 1, 60)
  await new Promise<void>((resolve) => endpoint.listen(port, '127.0.0.1', resolve))
  const owner = await stage.connect(stage.ownerUrl)
  await until('the platform has received the notice', async () => {
    await owner.query("update pgboss.job set start_after = now() where state = 'retry'")
    return (await countUndelivered()).left === 0
  })
  if (requestCount !== 3) throw new Error(`the platform received ${requestCount} notices`)
  return 'logging out did not wait for the platform; its notice was retried until accepted, and not sent again'
}

async function countUndelivered(): Promise<{ left: number; failed: number }> {
  const counts = await row<{ left: number; failed: number }>(db)`
    select count(*) filter (where delivered_at is null) as left,
           count(*) filter (where delivered_at is null and last_error is not null) as failed
    from platform_sessions where ended_at is not null`
  return counts ?? { left: 0, failed: 0 }
}

export const jobs: Fault[] = [
  {
    name: 'job-backlog',
    what: '100,000 jobs are queued',
    test: longQueue,
    limitSeconds: 1_400,
  },
  {
    name: 'poisoned-jobs',
    what: 'nine jobs can never succeed',
    test: poisoned,
  },
  {
    name: 'platform-down',
    what: 'a platform’s back-channel logout endpoint is unavailable, then fails, then works',
    test: platformIsDown,
  },
]
