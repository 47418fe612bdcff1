import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { addAuditMonths } from '../../demo/audit-months.ts'
import type { Database } from '../../demo/database.ts'
import { until } from '../faults/stage.ts'
import { fillLists } from './admin-rows.ts'
import {
  inDatabase,
  median,
  openConnection,
  portico,
  report,
  startSide,
  withMailbox,
  type Figure,
} from './harness.ts'
import { addPeople, settingsOf, type Person } from './person.ts'
import { client } from './sso-calls.ts'
import {
  allowCodes,
  beginLogin,
  check,
  completeLogin,
  logIn,
  measured,
  measureInTurns,
  names,
  openPlatform,
  type Place,
  type Times,
} from './year-calls.ts'
import { backdate, takeAttempt, takeLogin, writeDay, type Day } from './year-rows.ts'
import { deadFigures, printDays, printGrowth, sizesOf, type Spent } from './year-tables.ts'

const days = 365
/** A week is written before the start, so that lists and searches have pages. */
const firstWeek = 7
const turns = 160
/** A real hash would hide the cost of the database. */
const cost = { memoryKib: 8, passes: 1 }
/**
 * Measures the growth of a year: writes it day by day while the product's jobs, autovacuum and a light load of real
 * logins run, then makes the calls from the start again, in turns with a copy of the start.
 * `npm run trials -- bench year 1000000 50 0.01` makes the figures of docs/scale.md: 1 % of all users log in on a day.
 * `… year 10000 5 0.03 7` writes a week per step.
 */
export async function benchYear(words: readonly string[]): Promise<boolean> {
  const [users = 100_000, minutes = 12, daily = 0.1, span = 1] = words.map(Number)
  const size = { users, minutes, span, logins: Math.round(users * daily * span) }
  return withMailbox((mail) => {
    const settings = {
      ...settingsOf(cost),
      ...mail,
      LIMIT_SIGN_ONS: '1000000',
      // Its mails about long inactive users would be most of the work.
      DORMANT_ACCOUNTS: 'off',
    }
    const options = { name: 'year', settings, sharedBuffers: '512MB' }
    return inDatabase(options, (database) => simulateYear(database, size))
  })
}

/** `span` is the number of days that one step writes. */
type Size = { users: number; minutes: number; span: number; logins: number }

async function simulateYear(database: Database, size: Size): Promise<boolean> {
  const url = at(database.adminUrl, 'portico')
  const admin = await connected(url)
  await setUp(admin, size.users)
  const people = await addPeople(40, cost)
  const { grantAccess } = await import('#domain/platform-access/platform-account.ts')
  const { db } = await import('#server/db.ts')
  for (const { id } of people) await grantAccess(db, id, [client.id])
  await leavePatterns(admin, people[0]!)
  const write = dayWriter(admin, size)
  for (let day = days - size.span; day >= days - firstWeek; day -= size.span) await write(day)
  await admin.query('vacuum analyze')
  await admin.end()
  await copyStart(database)

  const [aged, start] = [
    await serve(database, 'portico', people),
    await serve(database, 'start', people),
  ]
  const own = await connected(url)
  const before = await measureInTurns([aged, start], turns)
  const sizeBefore = await sizesOf(own)
  const spent = await writeYear(own, size, aged)
  const sizeAfter = await sizesOf(own)
  await rest(own, size.minutes, aged)
  const sizeLater = await sizesOf(own)
  const after = await measureInTurns([aged, start], turns)
  for (const { side } of [aged, start]) await side.stop()
  await own.end()
  printGrowth(sizeBefore, sizeAfter, sizeLater)
  printDays(spent)
  const figures = [...compared(before, after), ...deadFigures(sizeAfter, sizeLater)]
  const facts = { ...size, sizes: { sizeBefore, sizeAfter, sizeLater }, spent }
  return report('year', figures, facts)
}

async function setUp(admin: pg.Client, users: number): Promise<void> {
  const startTime = performance.now()
  const { addPlatform } = await import('#test/people.ts')
  await addPlatform({
    id: client.id,
    clientSecret: client.secret,
    redirectUris: [client.callback],
  })
  await fillLists(admin, users)
  await admin.query('set session_replication_role = origin')
  await addAuditMonths(admin, 13)
  // A day lasts about a second here, so autovacuum has to run as often as it would in a day.
  await admin.query("alter system set autovacuum_naptime = '1s'")
  await admin.query('select pg_reload_conf()')
  console.log(`${users} users created in ${((performance.now() - startTime) / 1000).toFixed(0)} s`)
}

/** Performs a real login that opens a platform. The rows of the year are copies of the rows that it leaves. */
async function leavePatterns(admin: pg.Client, person: Person): Promise<void> {
  const side = await startSide(portico.program, { ...portico.settings })
  const socket = await openConnection(side.port)
  // Only users who have joined get a mail about a login from a new browser.
  await admin.query('update users set onboarded_at = now() where id = $1', [person.id])
  const csrfToken = await beginLogin(socket, person)
  await takeAttempt(admin, person.id)
  await completeLogin(socket, person, csrfToken)
  await openPlatform(socket, person)
  await takeLogin(admin, person.id)
  socket.destroy()
  await side.stop()
}

/** Returns a function that writes a day, then runs the jobs that the product would run on it. */
function dayWriter(admin: pg.Client, size: Size) {
  return async (daysAgo: number): Promise<Spent> => {
    const { keepAuditMonths, sealAuditLog } = await import('../../features/admin/audit-log/jobs.ts')
    const { purgeExpired, purgeRetained } = await import('../../app/purge.ts')
    const day: Day = { ...size, daysAgo }
    const writeMs = await timed(() => writeDay(admin, day))
    const sealMs = await timed(sealAuditLog)
    const purgeMs = await timed(purgeExpired)
    await backdate(admin, day)
    await keepAuditMonths()
    const retainedMs = await timed(purgeRetained)
    return { day: days - daysAgo, writeMs, sealMs, purgeMs: purgeMs + retainedMs }
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Writes the rest of the year in `size.minutes` minutes, or as long as it takes. */
async function writeYear(admin: pg.Client, size: Size, place: Place): Promise<Spent[]> {
  const write = dayWriter(admin, size)
  const load = startLoad(place)
  const startTime = performance.now()
  const all: Spent[] = []
  for (let daysAgo = days - firstWeek - size.span; daysAgo > 0; daysAgo -= size.span) {
    const spent = await write(daysAgo)
    all.push(spent)
    if (all.length % 10 === 0) console.log(`${daysAgo} days to go`, spent)
    const due = ((spent.day - firstWeek) / (days - firstWeek)) * size.minutes * 60_000
    await pause(Math.max(0, due - (performance.now() - startTime)))
  }
  const took = (performance.now() - startTime) / 60_000
  console.log(`the year took ${took.toFixed(1)} minutes; meanwhile ${await load.stop()}`)
  return all
}

/**
 * Waits long enough for the jobs and autovacuum to run a few times, because an hour of the year lasts a moment here.
 */
async function rest(admin: pg.Client, minutes: number, place: Place): Promise<void> {
  const load = startLoad(place)
  const { purgeExpired, purgeRetained } = await import('../../app/purge.ts')
  const end = performance.now() + Math.max(30_000, minutes * 5_000)
  while (performance.now() < end) {
    await purgeExpired()
    await purgeRetained()
    await pause(2_000)
  }
  await load.stop()
  // Statistics that are still pending are written.
  await admin.query('select pg_stat_force_next_flush()')
}

/** Starts real logins and session checks, a few per second. `stop` returns a summary. */
function startLoad(place: Place): { stop: () => Promise<string> } {
  const people = place.people.slice(measured)
  const stopping = new AbortController()
  let logins = 0
  const running = (async () => {
    const admin = await connected(place.url)
    const socket = await openConnection(place.side.port)
    while (!stopping.signal.aborted) {
      const person = people[logins % people.length]!
      await allowCodes(admin, [person])
      await logIn(socket, person)
      for (let one = 0; one < 5; one += 1) await check(socket, person)
      if (logins % 4 === 0) await openPlatform(socket, person)
      logins += 1
      await pause(300)
    }
    socket.destroy()
    await admin.end()
  })()
  // `stop` throws the error.
  running.catch(() => undefined)
  return {
    stop: async () => {
      stopping.abort()
      await running
      return `${logins} real logins, none failed`
    },
  }
}

async function serve(database: Database, name: string, people: Person[]): Promise<Place> {
  const side = await startSide(portico.program, {
    SERVE: 'users,admin,sso,worker',
    LOG_LEVEL: 'error',
    DATABASE_URL: at(database.serverUrl, name),
    DATABASE_OWNER_URL: at(database.ownerUrl, name),
  })
  const own = people.map((each) => ({ ...each, cookies: new Map(each.cookies) }))
  return { side, url: at(database.adminUrl, name), people: own }
}

/** A database can be copied only while nothing is connected to it. The pool of this process reconnects by itself. */
async function copyStart(database: Database): Promise<void> {
  const admin = await connected(at(database.adminUrl, 'postgres'))
  const copy = async () => {
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'portico'",
    )
    await admin.query('create database start template portico owner portico_owner')
  }
  await until('the start is copied', () =>
    copy().then(
      () => true,
      () => false,
    ),
  )
  await admin.end()
}

/** Returns the median ratio of each call to its counterpart on the copy. */
function compared(before: readonly Times[], after: readonly Times[]): Figure[] {
  return names.flatMap((name) => {
    const figure = (when: string, times: readonly Times[]) => {
      const [aged = [], start = []] = times.map((each) => each[name])
      return {
        name: `${name}, ${when}`,
        here: `${median(aged).toFixed(2)} ms`,
        beside: `${median(start).toFixed(2)} ms at a copy of the start`,
        ratio: median(aged.map((ms, at) => ms / (start[at] ?? Number.NaN))),
      }
    }
    return [figure('before the year', before), { ...figure('after the year', after), most: 1.15 }]
  })
}

async function connected(url: string): Promise<pg.Client> {
  const admin = new pg.Client({ connectionString: url })
  // If the bench fails, its database stops first. Ignore the connection error, so that the cause is reported.
  admin.on('error', () => undefined)
  await admin.connect()
  return admin
}

function at(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}
