import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { glob, rm } from 'node:fs/promises'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Endpoint } from '#contract/endpoint.ts'
import { listHeaders } from '#contract/list.ts'
import { eventTypes } from '#contract/webhook.ts'
import { makeDatabase } from '#test/database.ts'
import { startPair } from '#test/follower.ts'
import { until } from '#test/until.ts'

// Starts a primary and a follower that replace the database of this test. Modules that read the configuration are
// imported afterwards.
const folder = `.data/test-follower-${process.pid}`
const { primary, follower, stop } = await startPair(folder)
const name = `follower_${randomBytes(6).toString('hex')}`
const urls = await makeDatabase(primary.adminUrl, name, (databaseUrls) => {
  process.env['DATABASE_URL'] = databaseUrls.serverUrl
  process.env['DATABASE_OWNER_URL'] = databaseUrls.ownerUrl
  process.env['DATABASE_READ_URL'] = follower.urlOf(databaseUrls.serverUrl)
})
await follower.caughtUp(primary.adminUrl)

const { watchFollower } = await import('#server/follower.ts')
const { addAdmin, addUser, logInAdmin, logIn, inviteUser } = await import('#test/people.ts')
const { startPortico } = await import('#test/programs.ts')
const { metricsText } = await import('#server/metrics.ts')
const users = await import('../../features/admin/users/contract.ts')
const companies = await import('../../features/admin/companies/contract.ts')
const webhooks = await import('../../features/admin/webhooks/contract.ts')

const watch = await watchFollower()
after(async () => {
  await watch.stop()
  await stop()
  await rm(folder, { recursive: true, force: true })
})
const admin = await logInAdmin(await addAdmin({ roles: ['super_admin'] }))
// Used for changes, because an admin who has just changed something reads from the primary.
const changing = await logInAdmin(await addAdmin({ roles: ['super_admin'] }))
await Promise.all([addUser({ lastname: 'Lovelace' }), inviteUser()])
const { id: userId } = await addUser()
const { id: webhookId } = await changing.call(webhooks.addWebhook, {
  body: {
    name: 'Ledger',
    url: 'https://hooks.example.com/',
    types: [...eventTypes],
    active: true,
    platformId: null,
  },
})
await follower.caughtUp(primary.adminUrl)

const lists = [
  '/admin/overview',
  '/admin/users',
  '/admin/users?q=lovelace',
  '/admin/users/export',
  '/admin/users/choices?q=love',
  '/admin/mails/undelivered',
  '/admin/partners',
  '/admin/partners/export',
  '/admin/invitations',
  '/admin/invitations/export',
  '/admin/platforms',
  '/admin/platforms/all/export',
  '/admin/admin-users',
  '/admin/admin-users/export',
  '/admin/auditlogs',
  '/admin/auditlogs/suggestions?q=love',
  '/admin/auditlogs/histogram',
  '/admin/auditlogs/export',
  '/admin/search?q=lovelace',
  '/admin/auditlogs/new?after=2026-01-01T00:00:00Z',
  '/admin/invitations/partners',
  `/admin/users/${userId}/activity`,
  `/admin/users/${userId}/mails`,
  `/admin/webhooks/${webhookId}/deliveries`,
]

test('these tests call every endpoint whose response may lag', async () => {
  const paths: string[] = []
  for await (const file of glob('features/**/*contract.ts')) {
    const contracts: Record<string, Partial<Endpoint> | undefined> = await import(`../../${file}`)
    for (const each of Object.values(contracts)) if (each?.mayLag) paths.push(each.path ?? '')
  }
  ok(paths.length > 20)
  const calledPaths = [...lists, '/users/login/history'].map((path) => path.split('?')[0] ?? '')
  const isCalled = (path: string) => calledPaths.some((each) => patternOf(path).test(each))
  deepEqual(
    paths.filter((path) => !isCalled(path)),
    [],
  )
})

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[0-9a-f-]{36}')}$`)
}

test('lists, searches, overview and exports of the admin area are read from the follower, with the time of its data', async () => {
  const counted = countStatements()
  for (const path of lists) {
    const answer = await admin.fetch(`/api${path}`)
    equal(answer.status, 200, `${path}: ${await answer.text()}`)
    const asOf = answer.headers.get(listHeaders.asOf)
    ok(asOf !== null, path)
    ok(Math.abs(Date.now() - Date.parse(asOf)) < 15_000, asOf)
  }
  const { atFollower, atPrimary } = counted.end()
  deepEqual(
    atPrimary.filter((text) => !isExpectedAtPrimary(text)),
    [],
  )
  deepEqual(
    atFollower.filter((text) => /\b(insert into|update|delete from)\s/.test(text)),
    [],
  )
  ok(atFollower.length > 3 * lists.length, `${atFollower.length}`)
})

test('a user’s login history is read from the follower, and their sessions from the primary', async () => {
  const ada = await logIn(await addUser())
  await follower.caughtUp(primary.adminUrl)
  const history = await ada.fetch('/api/users/login/history')
  ok(history.headers.has(listHeaders.asOf))
  const sessions = await ada.fetch('/api/users/sessions')
  deepEqual([sessions.status, sessions.headers.has(listHeaders.asOf)], [200, false])
})

test('for fifteen seconds after a change, the admin who made it reads from the primary, and others from the follower', async (t) => {
  const other = await logInAdmin(await addAdmin({ roles: ['super_admin'] }))
  await follower.caughtUp(primary.adminUrl)
  await follower.ask('select pg_wal_replay_pause()')
  t.after(() => follower.ask('select pg_wal_replay_resume()').catch(() => undefined))
  await admin.call(companies.addPartner, {
    body: { name: 'Written just now', active: true, subsystems: [], ipAllowRules: [] },
  })
  const path = '/api/admin/partners?q=written'
  const [own, others] = [await admin.fetch(path), await other.fetch(path)]
  equal(own.headers.has(listHeaders.asOf), false)
  equal(((await own.json()) as unknown[]).length, 1)
  ok(others.headers.has(listHeaders.asOf))
  deepEqual(await others.json(), [])
  await follower.ask('select pg_wal_replay_resume()')
  await follower.caughtUp(primary.adminUrl)
  equal(((await (await other.fetch(path)).json()) as unknown[]).length, 1)
})

test('a follower that lags more than ten seconds is not read from until it has caught up', async () => {
  const other = await logInAdmin(await addAdmin({ roles: ['super_admin'] }))
  await follower.caughtUp(primary.adminUrl)
  await follower.ask('select pg_wal_replay_pause()')
  const isFollowed = async () =>
    (await other.fetch('/api/admin/users')).headers.has(listHeaders.asOf)
  equal(await isFollowed(), true)
  const startedAt = performance.now()
  await until(async () => !(await isFollowed()))
  const seconds = (performance.now() - startedAt) / 1000
  ok(seconds > 6 && seconds < 15, `${seconds}`)
  match((await metricsText()).text, /portico_follower_lag_seconds 1\d/)
  await follower.ask('select pg_wal_replay_resume()')
  await until(isFollowed)
  match((await metricsText()).text, /portico_follower_lag_seconds [0-9]\./)
})

test('calls are refused while the follower is overloaded, and the primary does not take them over', async (t) => {
  const other = await logInAdmin(await addAdmin({ roles: ['super_admin'] }))
  const ask = () => Promise.all(Array.from({ length: 20 }, () => other.fetch('/api/admin/users')))
  await until(async () => (await ask()).every(({ headers }) => headers.has(listHeaders.asOf)))
  const busy = (await follower.ask(
    "select pid from pg_stat_activity where application_name like 'portico % 10'",
  )) as { pid: number }[]
  ok(busy.length > 0)
  const each = (signal: NodeJS.Signals) => busy.forEach(({ pid }) => process.kill(pid, signal))
  t.after(() => each('SIGCONT'))
  each('SIGSTOP')
  const counted = countStatements()
  const answers = ask()
  await wait(7_000)
  each('SIGCONT')
  const statuses = new Set((await answers).map(({ status }) => status))
  deepEqual([...statuses].toSorted(), [200, 503])
  const { atPrimary } = counted.end()
  deepEqual(
    atPrimary.filter((text) => !isExpectedAtPrimary(text)),
    [],
  )
  await until(async () => (await other.fetch('/api/admin/users')).headers.has(listHeaders.asOf))
})

test('the primary answers every call while the follower is stopped', async () => {
  const other = await logInAdmin(await addAdmin({ roles: ['super_admin'] }))
  await follower.caughtUp(primary.adminUrl)
  const before = await other.fetch('/api/admin/users')
  ok(before.headers.has(listHeaders.asOf))
  await follower.stop()
  const answers = await Promise.all(lists.map((path) => other.fetch(`/api${path}`)))
  deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  deepEqual((await other.call(users.listUsers, { query: {} })).length > 0, true)
  await follower.start()
  await until(async () => (await other.fetch('/api/admin/users')).headers.has(listHeaders.asOf))
})

test('a read URL that points to the primary or to no server is reported at startup, which continues', async (t) => {
  const same = await startPortico(t, { DATABASE_READ_URL: urls.serverUrl })
  match(
    same.said(),
    /DATABASE_READ_URL accepts writes, so it is not a follower: DATABASE_URL is used/,
  )
  const gone = await startPortico(t, {
    DATABASE_READ_URL: 'postgres://portico_server@127.0.0.1:1/portico',
  })
  match(gone.said(), /DATABASE_READ_URL [^"]*ECONNREFUSED[^"]*: DATABASE_URL is used instead/)
})

test('a promoted follower is not read from', async () => {
  await follower.ask('select pg_promote()')
  await until(async () => !(await admin.fetch('/api/admin/users')).headers.has(listHeaders.asOf))
})

/**
 * Returns true for statements that never run at the follower: looking up the caller, the audit rows of an export, and
 * measuring the lag.
 */
function isExpectedAtPrimary(text: string): boolean {
  return /admin_sessions|insert into|replication_beat|^\s*(begin|commit)|pgboss|brand|webhook/.test(
    text,
  )
}

function countStatements() {
  const { query } = pg.Client.prototype
  const [atFollower, atPrimary]: [string[], string[]] = [[], []]
  const own = new URL(follower.urlOf(urls.serverUrl)).searchParams.get('host')
  const counting = function (this: pg.Client, ...args: unknown[]) {
    const [statement] = args as [string | { text?: string }]
    const text = typeof statement === 'string' ? statement : (statement.text ?? '')
    if (!/^\s*(begin|commit)/.test(text)) (this.host === own ? atFollower : atPrimary).push(text)
    return Reflect.apply(query, this, args)
  }
  pg.Client.prototype.query = counting as typeof query
  return {
    end: () => {
      pg.Client.prototype.query = query
      return { atFollower, atPrimary }
    },
  }
}
