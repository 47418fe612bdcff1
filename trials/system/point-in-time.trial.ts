// writes SQL: deletes all users, which the product never does
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { appendFile, chown, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { checkLink } from '#contract/link.ts'
import { getMe } from '#contract/me.ts'
import { errorCodes } from '#contract/refusal.ts'
import { createPool } from '#server/db.ts'
import { tokenFor, tokenHash } from '#server/secret.ts'
import { atEnd, type Test } from '#test/at-end.ts'
import { fill, settingsOf } from '#test/backups.ts'
import type { CookieJar } from '#test/cookie-jar.ts'
import { newFolder } from '#test/debian-cluster.ts'
import { codeOf, refusedWith, type TestUser } from '#test/people.ts'
import { startPortico, type, type Program } from '#test/programs.ts'
import { addRow, fromNow } from '#test/rows.ts'
import { visitorOf } from '#test/servers.ts'
import { until } from '#test/until.ts'
import { copyRunning, putInPlace } from '../../demo/backup.ts'
import { forgetDatabase, startDatabase, type Database } from '../../demo/database.ts'
import { openPlace, placeOf } from '../../demo/place.ts'
import { login, logout, verifyCode } from '../../features/account/sign-in/contract.ts'
import { confirmPasswordReset } from '../../features/account/password/contract.ts'

/** Time after which PostgreSQL archives a segment that is not full; production uses 60 s. */
const archiveSeconds = 5
const newPassword = 'Second-Harbour-2'
const linkId = '01990000-0000-7000-8000-000000000001'

/** Durations of the steps in seconds, printed at the end. */
const steps: [name: string, seconds: string][] = []

test('a database from which all users were deleted is recovered to the moment before, and nothing that ended meanwhile works', async (t) => {
  const drill = await startDrill(t)
  const { database, settings } = drill
  const [grace, carol, dave, erin] = await addPeople(settings)
  const server = await startPortico(t, settings)
  const carolsJar = await logIn(server, carol)
  await timed('base backup', () => copyRunning(drill.place, drill.backup))
  const gracesJar = await logIn(server, grace)
  const token = await addResetLink(database, erin)
  await untilSealed(drill.heads)
  await wait(1_500)
  const { now: target = '' } = await ask(database, 'select clock_timestamp()::text as now')
  const targetAt = performance.now()
  await wait(200)

  await callOf(server, carolsJar)(logout, {})
  const code = codeOf(dave.secret)
  const davesJar = await logIn(server, dave)
  const password = { password: newPassword, confirmPassword: newPassword }
  await callOf(server)(confirmPasswordReset, { body: { token, ...password } })
  await untilSealed(drill.heads)
  await ask(database, 'delete from users')
  await rejects(callOf(server, gracesJar)(getMe, {}))
  const { age = '' } = await ask(
    database,
    'select extract(epoch from clock_timestamp() - last_archived_time)::text as age from pg_stat_archiver',
  )
  await timed('stop of server and database, last segment archived', async () => {
    await server.stop()
    await database.stop()
  })
  const lostSeconds = (performance.now() - targetAt) / 1_000

  const recovered = await recover(t, drill, target)
  const there = { ...settings, ...urlsIn(recovered), AUDIT_HEADS: join(drill.folder, 'new-heads') }
  await expectAuditLog(there, drill.heads)
  deepEqual(await whatWorksAgain(recovered), { sessions: 2, links: 1 })
  const ended = await timed('after-restore, which waits for codes', () =>
    type(['after-restore', '--yes'], there),
  )
  equal(ended.code, 0, ended.text)
  match(ended.text, /Sessions ended: 2 of users, 0 of admins/)
  match(ended.text, /Links voided: 1\./)

  const again = await timed('start of the first server', () => startPortico(t, there))
  for (const jar of [carolsJar, gracesJar, davesJar]) await rejects(callOf(again, jar)(getMe, {}))
  await refusedWith(errorCodes.invalidLink, callOf(again)(checkLink, { body: { token } }))
  await expectCodeRefused(again, dave, code)
  await timed('first login', () => logIn(again, grace))
  // The password that replaced this one is lost.
  await logIn(again, erin)
  await untilSealed(there.AUDIT_HEADS)
  const verified = await type(['audit:verify', '--heads', there.AUDIT_HEADS], there)
  equal(verified.code, 0, verified.text)
  report(lostSeconds, Number(age))
})

type Drill = {
  folder: string
  database: Database
  place: ReturnType<typeof placeOf>
  archive: string
  backup: string
  heads: string
  settings: ReturnType<typeof settingsOf> & { AUDIT_HEADS: string }
}

/** Starts a PostgreSQL that archives its log. */
async function startDrill(t: Test): Promise<Drill> {
  const folder = await newFolder(t)
  const [home, archive] = [join(folder, 'old'), placeOf(join(folder, 'archive'))]
  atEnd(t, async () => {
    for (const each of [home, archive.folder]) await forgetDatabase(each)
  })
  await openPlace(archive)
  const place = placeOf(home)
  const before = await startDatabase({ folder: home })
  const command = `test ! -f ${archive.home}/%f && cp %p ${archive.home}/%f`
  for (const setting of [
    'archive_mode = on',
    `archive_command = '${command}'`,
    `archive_timeout = ${archiveSeconds}`,
  ])
    await ask(before, `alter system set ${setting}`)
  await before.stop()
  const database = await startDatabase({ folder: home })
  atEnd(t, () => database.stop())
  const heads = join(folder, 'heads')
  const settings = { ...settingsOf(database, process.env['SECRET_KEYS'] ?? ''), AUDIT_HEADS: heads }
  const backup = join(folder, 'backup')
  return { folder, database, place, archive: archive.home, backup, heads, settings }
}

/** Recovers the base backup to the time by the archived log. */
async function recover(t: Test, { folder, backup, archive }: Drill, target: string) {
  const home = join(folder, 'recovered')
  const place = placeOf(home)
  atEnd(t, () => forgetDatabase(home))
  await timed('copy of the base backup', () => putInPlace(place, backup))
  const signal = join(place.data, 'recovery.signal')
  await writeFile(signal, '')
  if (place.owner) await chown(signal, place.owner.uid, place.owner.gid)
  await appendFile(
    join(place.data, 'postgresql.auto.conf'),
    `restore_command = 'cp ${archive}/%f %p'
recovery_target_time = '${target}'
recovery_target_action = promote
archive_mode = off
hot_standby = off
`,
  )
  const recovered = await timed('replay of the log', () => startDatabase({ folder: home }))
  atEnd(t, () => recovered.stop())
  return recovered
}

/** Expects the log to be intact up to the last recovered block, and only the heads of the lost time to be missing. */
async function expectAuditLog(settings: Record<string, string>, heads: string): Promise<void> {
  const verified = await timed('audit:verify', () =>
    type(['audit:verify', '--heads', heads], settings),
  )
  equal(verified.code, 1)
  match(verified.text, /block \d+ is missing: it was announced/)
  ok(!/changed|removed|added|does not|is not the one/.test(verified.text), verified.text)
}

async function whatWorksAgain(database: Database) {
  const works = await ask(
    database,
    `select (select count(*)::int from sessions) as sessions, (select count(*)::int from one_time_links
       where kind <> 'log-me-out' and used_at is null and voided_at is null and expires_at > now()) as links`,
  )
  return works
}

async function expectCodeRefused(server: Program, user: TestUser, otp: string): Promise<void> {
  const call = callOf(server)
  await call(login, { body: { email: user.email, password: user.password } })
  await refusedWith(errorCodes.wrongCode, call(verifyCode, { body: { otp } }))
  equal((await call(verifyCode, { body: { otp: codeOf(user.secret) } })).next, 'done')
}

async function addPeople(settings: Record<string, string>) {
  const people: TestUser[] = []
  for (let count = 0; count < 4; count += 1) people.push(await fill(settings))
  return people as [TestUser, TestUser, TestUser, TestUser]
}

/** Adds a link to set a new password, and returns its token. */
async function addResetLink({ serverUrl }: Database, { id, email }: TestUser): Promise<string> {
  const pool = createPool(serverUrl, 1)
  const token = tokenFor('link', linkId)
  const link = {
    id: linkId,
    kind: 'reset-password',
    tokenHash: tokenHash(token),
    expiresAt: fromNow('30 minutes'),
  }
  await addRow('one_time_links', { ...link, userId: id, email }, pool).finally(() => pool.end())
  return token
}

function callOf({ url }: Program, jar?: CookieJar) {
  return visitorOf({ url, origin: 'http://localhost:8080' }, '198.18.200.1', jar)
}

/** Logs the user in and returns the cookies of the browser. */
async function logIn(server: Program, { email, password, secret }: TestUser): Promise<CookieJar> {
  const jar: CookieJar = new Map()
  const call = callOf(server, jar)
  await call(login, { body: { email, password } })
  equal((await call(verifyCode, { body: { otp: codeOf(secret) } })).next, 'done')
  return jar
}

function urlsIn({ serverUrl, ownerUrl }: Database) {
  return { DATABASE_URL: serverUrl, DATABASE_OWNER_URL: ownerUrl }
}

/** Runs a statement as the superuser in the database of the product, and returns its first row. */
async function ask({ adminUrl }: Database, text: string): Promise<Record<string, string>> {
  const url = Object.assign(new URL(adminUrl), { pathname: '/portico' }).href
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(text).finally(() => client.end())
  return rows[0] ?? {}
}

/** Waits until another head of the audit log is published. */
async function untilSealed(file: string): Promise<void> {
  const read = () => readFile(file, 'utf8').catch(() => '')
  const before = (await read()).length
  await until(async () => (await read()).length > before, 60_000)
}

async function timed<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const start = performance.now()
  const result = await work()
  steps.push([name, ((performance.now() - start) / 1_000).toFixed(1)])
  return result
}

function report(lostSeconds: number, archiveAge: number): void {
  console.log(`RPO: ${lostSeconds.toFixed(1)} s, from the chosen moment to the stop; nothing before it is lost.
With the loss of the machine instead: ${archiveAge.toFixed(1)} s since the last archived segment (archive_timeout ${archiveSeconds} s).
RTO by step, in seconds:`)
  for (const [name, seconds] of steps) console.log(`  ${seconds.padStart(6)}  ${name}`)
}
