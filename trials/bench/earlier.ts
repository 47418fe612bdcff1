import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Database } from '../../demo/database.ts'
import { adminCases, companyCases } from './admin-lists.ts'
import { companyAreaCases, fillCompany } from './admin-company.ts'
import type { Case } from './admin-cases.ts'
import { overviewCases } from './admin-log.ts'
import { companiesOfLog, fillLists, tokens } from './admin-rows.ts'
import { userCases } from './admin-users.ts'
import { fillAuditLog } from './audit.ts'
import { loginsPerSecond } from './full-login.ts'
import {
  inDatabase,
  measureRequests,
  median,
  portico,
  report,
  startSide,
  type Figure,
  type Side,
} from './harness.ts'
import { addPeople } from './person.ts'

const concurrency = 8
const turnMs = 400
const users = 20_000
const least = 0.97

/** The first case of each list that users and admins open most. */
const lists = [
  ...[userCases, companyCases, adminCases, overviewCases, companyAreaCases].flatMap((cases) =>
    cases.slice(0, 1),
  ),
  {
    name: 'approvals, first page',
    path: () => '/admin/approvals',
  } satisfies Case,
]

/**
 * Measures the session check, full logins and lists beside an earlier version, on one database, in turns:
 * `npm run trials -- bench earlier <folder> [15]`. The folder is a checkout of the earlier version (`git worktree add`,
 * then `node tools/prepare.mjs` there), which must run on the tables of this one.
 */
export async function benchEarlier([
  folder = '',
  rounds = '15',
]: readonly string[]): Promise<boolean> {
  if (!existsSync(join(folder, 'app/main.ts'))) {
    console.error('Usage: npm run trials -- bench earlier <folder of the earlier version> [rounds]')
    return false
  }
  const settings = { TRUSTED_PROXIES: '127.0.0.1/32' }
  return inDatabase({ name: 'earlier', durable: true, settings }, async (database) => {
    await fill(database)
    const environment = { SERVE: 'users,admin,sso', LOG_LEVEL: 'info' }
    const sides = [
      await startSide(portico.program, environment),
      await startSide(
        portico.program.map((word) => join(folder, word)),
        environment,
      ),
    ] as const
    try {
      return report('earlier', await measure(sides, Number(rounds)))
    } finally {
      for (const side of sides) await side.stop()
    }
  })
}

async function fill({ adminUrl, serverUrl }: Database): Promise<void> {
  const url = Object.assign(new URL(adminUrl), { pathname: new URL(serverUrl).pathname })
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await fillLists(client, users)
  await fillCompany(client)
  await fillAuditLog(client, 10 * users, companiesOfLog(users))
  await client.query('vacuum analyze')
  await client.end()
}

/** A case, and its responses per second from a server. */
type Turn = { name: string; perSecond: (side: Side) => Promise<number> }

async function measure(sides: readonly [Side, Side], rounds: number): Promise<Figure[]> {
  const turns = [
    await sessionCheck(),
    await fullLogins(),
    ...(await Promise.all(lists.map(listCase))),
  ]
  const rates = turns.map((): [number[], number[]] => [[], []])
  for (let round = 0; round <= rounds; round += 1)
    for (const [at, { perSecond }] of turns.entries())
      // Each version goes first in every second round. The first round only warms up.
      for (const side of round % 2 ? ([0, 1] as const) : ([1, 0] as const)) {
        const rate = await perSecond(sides[side])
        if (round > 0) rates[at]?.[side].push(rate)
      }
  return turns.map(({ name }, at) => {
    const [here, earlier] = rates[at] ?? [[], []]
    return {
      name: `${name} beside the earlier version`,
      here: `${median(here).toFixed(1)}/s`,
      beside: `${median(earlier).toFixed(1)}/s`,
      ratio: median(here.map((one, round) => one / (earlier[round] ?? 1))),
      least,
    }
  })
}

async function sessionCheck(): Promise<Turn> {
  const { addUser, startUserSession } = await import('#test/people.ts')
  const { token } = await startUserSession(await addUser({ email: 'checked@quay.example' }))
  return { name: 'session check', perSecond: ratesOf('/users/me', `portico=${token}`) }
}

async function fullLogins(): Promise<Turn> {
  const { db } = await import('#server/db.ts')
  const { config } = await import('#server/config.ts')
  const { passwordHashMemoryKib: memoryKib, passwordHashPasses: passes } = config
  const people = await addPeople(24, { memoryKib, passes })
  return {
    name: 'full login',
    perSecond: async ({ port }) => {
      const rate = await loginsPerSecond(port, people)
      await db.query('update second_factors set last_step = 0')
      return rate
    },
  }
}

async function listCase({ name, path, reader = 'superAdmin' }: Case): Promise<Turn> {
  const { adminCookies, cookies } = await import('#server/cookies.ts')
  const { session } = reader === 'owner' ? cookies : adminCookies
  return {
    name,
    perSecond: async (side) =>
      ratesOf(await path({ side, socket: undefined }), `${session}=${tokens[reader]}`)(side),
  }
}

function ratesOf(path: string, cookie: string): Turn['perSecond'] {
  const headersOf = () => `cookie: ${cookie}\r\n`
  return async ({ port }) => {
    const target = { port, path: `/api${path}`, headersOf, concurrency }
    return (await measureRequests(target, { ms: turnMs })).perSecond
  }
}
