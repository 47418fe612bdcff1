import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#test/free-port.ts'
import { withLimits } from '#test/limits.ts'
import { addUser } from '#test/people.ts'
import { startPortico, type Program } from '#test/programs.ts'
import { visitorOf } from '#test/servers.ts'
import { until } from '#test/until.ts'
import { login } from '../../features/account/sign-in/contract.ts'

const origin = 'http://localhost:8080'

/** Settings that make hashing so slow that some hash is always in progress. */
const slowHashes = { PASSWORD_HASH_MEMORY_KIB: '65536', PASSWORD_HASH_PASSES: '12' }

test('/readyz names the part that fails, and recovers with it', async (t) => {
  const { url } = await startPortico(t, { SERVE: 'users' })
  deepEqual(await readiness(url), {
    code: 200,
    status: 'ready',
    database: 'ok',
    migrations: 'ok',
    jobs: 'ok',
    collation: 'ok',
  })
  await asOwner("update migrations set name = 'x' || name where name = '0001_baseline.sql'")
  await until(async () => (await readiness(url)).migrations === 'missing: 0001_baseline.sql')
  await asOwner(
    "update migrations set name = '0001_baseline.sql' where name = 'x0001_baseline.sql'",
  )
  await asOwner('alter table pgboss.queue rename to queue_away')
  await until(async () => (await readiness(url)).code === 503)
  await asOwner('alter table pgboss.queue_away rename to queue')
  await until(async () => (await readiness(url)).code === 200)

  await asAdmin((name) => `alter database ${name} allow_connections false`)
  await asAdmin(
    (name) => `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  )
  try {
    await until(async () => (await readiness(url)).database === 'does not answer')
    equal((await fetch(`${url}/healthz`)).status, 200)
  } finally {
    await asAdmin((name) => `alter database ${name} allow_connections true`)
  }
  await until(async () => (await readiness(url)).code === 200)
})

test('a server that receives SIGTERM reports itself as stopping, finishes its requests and exits within ten seconds', async (t) => {
  const ada = await addUser()
  const server = await startPortico(t, {
    SERVE: 'users,worker',
    STOP_DELAY_SECONDS: '3',
    ...slowHashes,
  })
  const { url } = server
  const answer = tryPassword(server, ada.email)
  await until(async () => (await running()) > 0)
  const deliveredAt = Date.now()
  const ended = server.stop('SIGTERM')
  await until(async () => (await readiness(url)).status === 'stopping')
  equal(await answer, 401201)
  equal(await ended, 0)
  ok(Date.now() - deliveredAt < 10_000, `it took ${Date.now() - deliveredAt} ms`)
})

test('a login answers 503 with Retry-After, and counts no attempt, if too many passwords wait to be hashed', async (t) => {
  const ada = await addUser()
  const metricsPort = await freePort()
  const server = await startPortico(t, {
    SERVE: 'users',
    METRICS_PORT: String(metricsPort),
    ...withLimits({ load: { hashes: 1, waitingHashes: 1 } }),
    LIMIT_ACCOUNT_FAILURES: '100',
    ...slowHashes,
  })
  const codes: number[] = []
  // Sends logins until one is shed: a busy machine may process them one by one.
  await until(async () => {
    const addresses = Array.from({ length: 12 }, (_, one) => `198.18.201.${codes.length + one}`)
    const attempts = addresses.map((address) => tryPassword(server, ada.email, address))
    codes.push(...(await Promise.all(attempts)))
    return codes.includes(503001)
  }, 120_000)
  const checked = codes.filter((code) => code === 401201).length
  deepEqual([...new Set(codes)].sort(), [401201, 503001], String(codes))
  equal(await failuresOf(ada.id), checked)
  const shed = codes.length - checked
  const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  ok((await metrics.text()).includes(`portico_requests_shed_total{why="hashes"} ${shed}\n`))
})

test('requests above the limit answer 503 with Retry-After, and health checks still succeed', async (t) => {
  const ada = await addUser()
  const server = await startPortico(t, {
    SERVE: 'users',
    ...withLimits({ load: { requests: 1 } }),
    LIMIT_ADDRESS_FAILURES: '1000',
    ...slowHashes,
  })
  const { url } = server
  const answers: Response[] = []
  await until(async () => {
    const attempt = tryPassword(server, ada.email)
    // Repeated so often that one request arrives during the hash, however long that takes.
    for (let tries = 0; tries < 100 && answers.at(-2)?.status !== 503; tries += 1)
      answers.push(await fetch(`${url}/api/csrf`), await fetch(`${url}/healthz`))
    await attempt
    return answers.at(-2)?.status === 503
  })
  const [refused, health] = answers.slice(-2)
  equal(refused?.headers.get('retry-after'), '2')
  equal(((await refused?.json()) as { errorCode: number }).errorCode, 503001)
  equal(health?.status, 200)
  equal((await fetch(`${url}/api/csrf`)).status, 204)
})

test('a client that sends slowly or too much is disconnected and delays no other client', async (t) => {
  const { url } = await startPortico(t, {
    SERVE: 'users',
    ...withLimits({ load: { headersSeconds: 1, requestSeconds: 300 } }),
  })
  const slow = await send(url, 'GET /api/csrf HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
  const silent = await send(url, '')
  const tooLarge = await send(
    url,
    `GET /api/csrf HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
  )
  match(await tooLarge.answer, /^HTTP\/1\.1 431 /)
  equal((await fetch(`${url}/api/csrf`)).status, 204)
  for (const { answer } of [slow, silent])
    match(await Promise.race([answer, setTimeout(30_000, 'still open')]), /^HTTP\/1\.1 408 |^$/)
})

test('connections above the limit are refused, and a closed one makes room', async (t) => {
  const { url } = await startPortico(t, {
    SERVE: 'users',
    ...withLimits({ load: { connections: 5 } }),
  })
  const sockets = await Promise.all(Array.from({ length: 5 }, () => open(url)))
  const refused = await open(url)
  await until(() => refused.destroyed)
  for (const socket of sockets) socket.destroy()
  await until(() =>
    fetch(`${url}/healthz`).then(
      ({ status }) => status === 200,
      () => false,
    ),
  )
})

type Readiness = {
  code: number
  status: string
  database: string
  migrations: string
  jobs: string
}

async function readiness(url: string): Promise<Readiness> {
  const answer = await fetch(`${url}/readyz`)
  return { code: answer.status, ...((await answer.json()) as Omit<Readiness, 'code'>) }
}

/** Logs in with a wrong password and returns the error code; 0 if it succeeds. */
async function tryPassword(
  server: Program,
  email: string,
  ipAddress = '198.18.202.1',
): Promise<number> {
  const call = visitorOf({ url: server.url, origin }, ipAddress)
  return call(login, { body: { email, password: 'Wrong-Harbour-1' } }).then(
    () => 0,
    (error: { code: number }) => error.code,
  )
}

/** Returns how many logins are in progress: they count the attempt before they hash. */
function running(): Promise<number> {
  return asOwner('select 1 from rate_limits')
}

function failuresOf(id: string): Promise<number> {
  return asOwner(`select 1 from audit_log where action = 'login_failed' and target_id = '${id}'`)
}

async function send(url: string, text: string): Promise<{ answer: Promise<string> }> {
  const socket = await open(url)
  let answer = ''
  socket.on('data', (part) => (answer += String(part)))
  socket.write(text)
  return { answer: new Promise((resolve) => socket.once('close', () => resolve(answer))) }
}

function open(url: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined).resume()
  return new Promise<typeof socket>((resolve) => {
    socket.once('connect', () => resolve(socket)).once('close', () => resolve(socket))
  })
}

function asOwner(text: string): Promise<number> {
  return ask(process.env['DATABASE_OWNER_URL'] ?? '', text)
}

function asAdmin(text: (name: string) => string): Promise<number> {
  const name = new URL(process.env['DATABASE_URL'] ?? '').pathname.slice(1)
  return ask(process.env['TEST_ADMIN_URL'] ?? '', text(name))
}

async function ask(url: string, text: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
    .query(text)
    .then(({ rowCount }) => rowCount ?? 0)
    .finally(() => client.end())
}
