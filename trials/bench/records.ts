import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { inDatabase, openConnections, report, startSide, type Side } from './harness.ts'
import { fillSessions, type Filled } from './records-rows.ts'
import { costsSoFar, printCosts, walByRelation } from './records-costs.ts'
import { signOn } from './sign-on-journey.ts'

const name = 'records'
const connections = 8
/** Sign-ons between two deletions of ended sessions. */
const perTurn = 20

/**
 * Measures what a sign-on at a platform writes while as many sessions end: rows, dead rows, and the write-ahead log by
 * table and index, with the worker's purge and autovacuum. `npm run trials -- bench records [4] [30] [60000] [5]`:
 * minutes, sign-ons a second, sessions with their records in the database, and minutes without measurement before. An
 * access token lives for five minutes; before, more rows are added than deleted. The log begins with a checkpoint, after
 * which each page is written as a whole once.
 */
export async function benchRecords([
  minutes = '4',
  rate = '30',
  sessions = '60000',
  settle = '5',
]: readonly string[]): Promise<boolean> {
  const settings = { LIMIT_SIGN_ONS: '1000000', TRUSTED_PROXIES: '127.0.0.1/32' }
  return inDatabase({ name, durable: true, settings }, async ({ adminUrl }) => {
    const url = Object.assign(new URL(adminUrl), { pathname: '/portico' })
    const admin = new pg.Client({ connectionString: url.href })
    await admin.connect()
    await keepLog(admin)
    const server = await startSide(['app/main.ts'], {
      SERVE: 'users,sso,worker',
      LOG_LEVEL: 'info',
    })
    try {
      const filled = await fillSessions(admin, server.port, Number(sessions))
      const stage = { admin, server, filled, rate: Number(rate) }
      await play(stage, Number(settle) * 60_000)
      return await measure(stage, Number(minutes) * 60_000)
    } finally {
      await server.stop()
      await admin.end()
    }
  })
}

type Stage = { admin: pg.Client; server: Side; filled: Filled; rate: number }

/** Keeps the log of the whole run for `pg_walinspect`, without checkpoints other than timed ones. */
async function keepLog(admin: pg.Client): Promise<void> {
  await admin.query('create extension pg_walinspect')
  for (const setting of ['wal_keep_size', 'max_wal_size'])
    await admin.query(`alter system set ${setting} = '12GB'`)
  await admin.query('select pg_reload_conf()')
}

/** Signs users on at the rate of the stage, and ends as many sessions. Returns the number of sign-ons. */
async function play({ admin, server, filled, rate }: Stage, ms: number): Promise<number> {
  const sockets = await openConnections(server.port, connections)
  const startTime = performance.now()
  let count = 0
  while (performance.now() - startTime < ms) {
    await signOnSome(sockets, () => filled.randomToken())
    await filled.endSessions(admin, perTurn)
    count += perTurn
    await wait(Math.max(0, (count / rate) * 1000 - (performance.now() - startTime)))
  }
  for (const socket of sockets) socket.destroy()
  return count
}

async function signOnSome(sockets: readonly Socket[], randomToken: () => string): Promise<void> {
  let left = perTurn
  const work = async (socket: Socket) => {
    while (left > 0) {
      left -= 1
      await signOn(socket, randomToken())
    }
  }
  await Promise.all(sockets.map(work))
}

async function measure(stage: Stage, ms: number): Promise<boolean> {
  const { admin } = stage
  await admin.query('vacuum analyze')
  await admin.query('checkpoint')
  const before = await costsSoFar(admin)
  const count = await play(stage, ms)
  const after = await costsSoFar(admin)
  const facts = printCosts(before, after, count)
  const relations = await walByRelation(admin, before.lsn, after.lsn, count)
  const { oidc_records: records } = facts.tables
  const figure = {
    name: 'rows of oidc_records for vacuum, of each sign-on',
    here: String(records?.dead ?? 0),
    beside: `${records?.inserted ?? 0} inserted`,
    ratio: records?.dead ?? 0,
  }
  return report(name, [figure], { count, ...facts, relations })
}
