import { performance } from 'node:perf_hooks'
import pg from 'pg'
import type { Database } from '../../demo/database.ts'
import { adminCases, companyCases, invitationCases, platformCases } from './admin-lists.ts'
import type { Case, Place } from './admin-cases.ts'
import { companyAreaCases, fillCompany } from './admin-company.ts'
import { auditCases, incidentCases, overviewCases, paletteCases } from './admin-log.ts'
import { companiesOfLog, fillLists, tokens } from './admin-rows.ts'
import { userCases } from './admin-users.ts'
import { fillAuditLog } from './audit.ts'
import {
  ask,
  inDatabase,
  median,
  openConnection,
  portico,
  report,
  startSide,
  type Figure,
} from './harness.ts'

const few = 10_000
const limitMs = 150
const rounds = 30
const warmUps = 2
/** Once the runs of a case have taken this long in total, it is not run again: it exceeds its limit anyway. */
const maxSpentMs = 20_000

const groups: Record<string, readonly Case[]> = {
  users: userCases,
  companies: companyCases,
  invitations: invitationCases,
  platforms: platformCases,
  admins: adminCases,
  log: auditCases,
  overview: overviewCases,
  incidents: incidentCases,
  palette: paletteCases,
  company: companyAreaCases,
}

/**
 * Measures every list of the admin area, the overview, the palette and the company area over HTTP, in turns on a
 * database with a million users and one with ten thousand.
 * Usage: `npm run trials -- bench admin 100000 1000000` (users, events). `keep` after the numbers keeps the databases
 * for the next run with the same numbers, because filling them takes most of the time. Names of groups restrict the run
 * to them: `… keep log`.
 */
export async function benchAdmin(words: readonly string[]): Promise<boolean> {
  const keepsDatabase = words.includes('keep')
  const [users = 1_000_000, events = users * 10] = words
    .filter((word) => /^\d/.test(word))
    .map(Number)
  const named = Object.entries(groups).filter(([name]) => words.includes(name))
  // Databases that are kept contain values encrypted with this key, so it is the same in each run.
  const settings = { SECRET_KEYS: Buffer.alloc(32, 'bench').toString('base64') }
  // The value that docs/operations.md recommends for this number of users.
  const sharedBuffers = '1GB'
  return inDatabase({ name: 'admin', keepsDatabase, settings, sharedBuffers }, async (database) => {
    const urls = [
      await filled(database, few, few * 10),
      await filled(database, users, events),
    ] as const
    const places = [await serve(urls[0]), await serve(urls[1])] as const
    try {
      let isGood = true
      for (const [name, cases] of named.length > 0 ? named : Object.entries(groups)) {
        console.log(`\n${name}, ${cases.length} cases`)
        const figures = await measure(places, cases)
        const facts = { users, events, companies: users / 20 }
        isGood = report(`admin-${name}`, figures, facts) && isGood
      }
      return isGood
    } finally {
      for (const { side } of places) await side.stop()
    }
  })
}

type Urls = Record<'admin' | 'owner' | 'server', string>

async function filled(database: Database, users: number, events: number): Promise<Urls> {
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/admin_${users}` }).href
  const urls = {
    admin: at(database.adminUrl),
    owner: at(database.ownerUrl),
    server: at(database.serverUrl),
  }
  const databases = await query(database.adminUrl, [
    `select shobj_description(oid, 'pg_database') as content from pg_database where datname = 'admin_${users}'`,
  ])
  const content = `${events} events, with a company area`
  const isFilled = databases[0]?.['content'] === content
  if (databases[0] && !isFilled) await query(database.adminUrl, [`drop database admin_${users}`])
  if (!isFilled) {
    await query(database.adminUrl, [`create database admin_${users} owner portico_owner`])
    await query(urls.admin, ['create extension pg_trgm'])
  }
  const { migrate } = await import('../../app/migrate.ts')
  await migrate({ ownerUrl: urls.owner, serverUrl: urls.server })
  if (!isFilled) {
    await fill(urls.admin, users, events)
    await query(database.adminUrl, [`comment on database admin_${users} is '${content}'`])
  }
  return urls
}

async function serve({ admin, owner, server }: Urls): Promise<Place> {
  const hashes = Object.values(tokens).map((token) => `sha256('${token}')`)
  await query(
    admin,
    ['admin_sessions', 'sessions'].map(
      (table) => `
        update ${table} set last_seen_at = now(), expires_at = now() + interval '12 hours'
        where token_hash in (${hashes})`,
    ),
  )
  const settings = {
    SERVE: 'users,admin,sso',
    LOG_LEVEL: 'error',
    DATABASE_URL: server,
    DATABASE_OWNER_URL: owner,
  }
  const side = await startSide(portico.program, settings)
  return { side, socket: undefined }
}

async function fill(url: string, users: number, events: number): Promise<void> {
  const startTime = performance.now()
  const seconds = () => `${((performance.now() - startTime) / 1000).toFixed(0)} s`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await fillLists(client, users)
    await fillCompany(client)
    console.log(`${users} users created in ${seconds()}`)
    await fillAuditLog(client, events, companiesOfLog(users))
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
  console.log(`${users} users and ${events} events created in ${seconds()}`)
}

async function query(url: string, texts: readonly string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const text of texts) ({ rows } = await client.query<Record<string, unknown>>(text))
    return rows
  } finally {
    await client.end()
  }
}

async function measure(places: readonly [Place, Place], cases: readonly Case[]): Promise<Figure[]> {
  const { adminCookies, cookies } = await import('#server/cookies.ts')
  const times = cases.map((): [number[], number[]] => [[], []])
  for (let round = 0; round < rounds + warmUps; round += 1) {
    for (const [at, { path, reader = 'superAdmin' }] of cases.entries()) {
      const spentMs = (times[at]?.[1] ?? []).reduce((sum, ms) => sum + ms, 0)
      if (spentMs > maxSpentMs) continue
      for (const [side, place] of places.entries()) {
        const head = `GET /api${await path(place)} HTTP/1.1\r\nhost: localhost\r\n`
        const { session } = reader === 'owner' ? cookies : adminCookies
        const request = `${head}cookie: ${session}=${tokens[reader]}\r\n\r\n`
        const start = performance.now()
        // The server closes idle connections. A request that fails misses its limit; the others are still measured.
        const socket = (place.socket ??= await openConnection(place.side.port))
        const isAnswered = await ask(socket, request).then(
          () => true,
          (error: Error) => {
            if (round === 0) console.log(error.message.slice(0, 500))
            place.socket = undefined
            return false
          },
        )
        const ms = isAnswered ? performance.now() - start : Infinity
        if (round >= warmUps) times[at]?.[side as 0 | 1].push(ms)
      }
    }
  }
  return cases.map((each, at) => figure(each, times[at]!))
}

function figure(
  { name, isSingle = false, limitMs: own }: Case,
  [small, big]: [number[], number[]],
) {
  const [one, other] = [p95(small), p95(big)]
  const limit = own ?? (isSingle ? Math.min(limitMs, Math.max(20, one * 1.3)) : limitMs)
  return {
    name: `${name}, 95th percentile, limit ${limit.toFixed(0)} ms`,
    here: `${other.toFixed(1)} ms (median ${median(big).toFixed(1)})`,
    beside: `${one.toFixed(1)} ms with ${few}`,
    ratio: other / limit,
    most: 1,
  }
}

function p95(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length * 0.95)] ?? NaN
}
