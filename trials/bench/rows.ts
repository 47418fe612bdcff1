import { performance } from 'node:perf_hooks'
import pg from 'pg'
import type { Database } from '../../demo/database.ts'
import {
  inDatabase,
  median,
  report,
  type Figure,
  measureRequests,
  portico,
  startSide,
  type Side,
} from './harness.ts'

const few = 10_000
const concurrency = 8
const requestsPerRound = 1_000

/** Compares ten million users with sessions and ten thousand, one server on each database, in turns. */
export async function benchRows([count, roundsArgument]: readonly string[]): Promise<boolean> {
  const many = Number(count ?? 10_000_000)
  const rounds = Number(roundsArgument ?? 15)
  return inDatabase({ name: 'rows' }, async (database) => {
    const places = [await place(database, few), await place(database, many)]
    const times = places.map(() => ({ session: [] as number[], login: [] as number[] }))
    for (let round = 0; round <= rounds; round += 1) {
      for (const [at, each] of places.entries()) {
        const session = await sessionMs(each)
        const login = await loginMs(each, round)
        // The first round only warms up.
        if (round > 0) times[at]?.session.push(session)
        if (round > 0) times[at]?.login.push(login)
      }
    }
    for (const { side } of places) await side.stop()
    const figure = (what: 'session' | 'login', name: string): Figure => {
      const [small = [], big = []] = times.map((each) => each[what])
      const ratio = median(big.map((one, at) => one / (small[at] ?? 1)))
      return {
        name,
        here: `${median(big).toFixed(2)} ms`,
        beside: `${median(small).toFixed(2)} ms`,
        ratio,
        most: 1.3,
      }
    }
    return report(
      'rows',
      [
        figure('session', `session check, one user of ${many} beside ${few}`),
        figure('login', `first step of a login, one user of ${many} beside ${few}`),
      ],
      { many },
    )
  })
}

type Place = { side: Side; rows: number }

async function place(database: Database, rows: number): Promise<Place> {
  const startTime = performance.now()
  const url = await twin(database, rows)
  const client = new pg.Client({ connectionString: url.admin })
  await client.connect()
  await fill(client, rows).finally(() => client.end())
  console.log(
    `${rows} users with sessions created in ${((performance.now() - startTime) / 1000).toFixed(0)} s`,
  )
  // The cost of a real password hash would hide that of the database.
  const settings = {
    ...portico.settings,
    DATABASE_URL: url.server,
    DATABASE_OWNER_URL: url.owner,
    PASSWORD_HASH_MEMORY_KIB: '8',
    PASSWORD_HASH_PASSES: '1',
    TRUSTED_PROXIES: '127.0.0.1/32',
  }
  return { side: await startSide(portico.program, settings), rows }
}

async function twin(database: Database, rows: number) {
  const name = `rows_${rows}`
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  const urls = {
    admin: at(database.adminUrl),
    owner: at(database.ownerUrl),
    server: at(database.serverUrl),
  }
  await executeSql(database.adminUrl, `create database ${name} owner portico_owner`)
  await executeSql(urls.admin, 'create extension pg_trgm')
  const { migrate } = await import('../../app/migrate.ts')
  await migrate({ ownerUrl: urls.owner, serverUrl: urls.server })
  return urls
}

async function executeSql(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text)
  await client.end()
}

const id = "('0199' || lpad(to_hex(n), 8, '0') || '70008000000000000000')::uuid"

/** Creates the indexes after the rows, which is much faster. */
async function fill(client: pg.Client, many: number): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
    select indexname as name, indexdef as definition from pg_indexes i
    where tablename in ('users', 'sessions', 'accounts', 'passwords') and not exists (
      select from pg_constraint c where c.conname = i.indexname)`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await client.query("set maintenance_work_mem = '1GB'")
  await client.query("insert into partners (id, name) values (gen_random_uuid(), 'Harbour Ltd')")
  const series = `generate_series(1, ${many}) n`
  // Foreign key checks would take hours.
  await client.query('set session_replication_role = replica')
  await client.query(`insert into accounts (id, kind) select ${id}, 'user' from ${series}`)
  await client.query(`
    insert into users (id, partner_id, email, firstname, lastname)
    select ${id}, (select id from partners), 'ada' || n || '@quay.example', 'Ada', 'Byron' || n from ${series}`)
  await client.query(`
    insert into passwords (id, user_id, hash)
    select ${id}, ${id}, '$argon2id$v=19$m=8,t=1,p=1$bm9ib2R5IGhhcyB0aGlz$bm9ib2R5IGhhcyB0aGlzIGhhc2ggYXQgYWxsLg' from ${series}`)
  await client.query(`
    insert into sessions (id, user_id, token_hash, browser, ip_address, methods, last_seen_at, expires_at)
    select ${id}, ${id}, sha256(('session-of-the-bench-' || n)::bytea), 'Chrome on Windows', '192.0.2.1',
           '{pwd,otp}', now() + interval '6 hours', now() + interval '12 hours' from ${series}`)
  for (const { definition } of indexes) await client.query(definition)
  await client.query('vacuum analyze')
}

/** Returns the median time of a session check in milliseconds, each with a random user. */
async function sessionMs({ side, rows }: Place): Promise<number> {
  const headersOf = () => `cookie: portico=session-of-the-bench-${anyOf(rows)}\r\n`
  const target = { port: side.port, path: '/api/users/me', headersOf, concurrency }
  return (await measureRequests(target, { requests: requestsPerRound })).medianMs
}

async function loginMs({ side, rows }: Place, round: number): Promise<number> {
  const url = `http://127.0.0.1:${side.port}/api`
  const primed = await fetch(`${url}/csrf`)
  const headers = {
    cookie: primed.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; '),
    'x-csrf-token': primed.headers.get('x-csrf-token') ?? '',
    'x-requested-with': 'XMLHttpRequest',
    'content-type': 'application/json',
    origin: 'http://localhost:8080',
  }
  const times: number[] = []
  for (let at = 0; at < 100; at += 1) {
    const body = JSON.stringify({
      email: `ada${anyOf(rows)}@quay.example`,
      password: 'Wrong-Harbour-1',
    })
    const start = performance.now()
    const answer = await fetch(`${url}/users/login`, {
      method: 'POST',
      headers: { ...headers, 'x-forwarded-for': `198.${18 + (round % 2)}.${round}.${at}` },
      body,
    })
    await answer.arrayBuffer()
    if (answer.status !== 401)
      throw new Error(`a wrong password was answered with ${answer.status}`)
    times.push(performance.now() - start)
  }
  return median(times)
}

function anyOf(rows: number): number {
  return 1 + Math.floor(Math.random() * rows)
}
