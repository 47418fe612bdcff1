import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { Socket } from 'node:net'
import {
  inDatabase,
  median,
  report,
  type Figure,
  ask,
  openConnection,
  portico,
  startSide,
} from './harness.ts'
import {
  addPeople,
  currentCode,
  forgetSession,
  isLoggedIn,
  password,
  requestOf,
  settingsOf,
  takeCookies,
  type Cost,
  type Person,
} from './person.ts'

const concurrency = 24

/**
 * Measures full logins (password, code, audit log, session) against Argon2id verifications of the same cost, in turns.
 */
export async function benchFullLogin([roundsArgument]: readonly string[]): Promise<boolean> {
  const rounds = Number(roundsArgument ?? 12)
  const settings = { TRUSTED_PROXIES: '127.0.0.1/32' }
  return inDatabase({ name: 'full-login', durable: true, settings }, async () => {
    const { config } = await import('#server/config.ts')
    const { minPasswordHash } = await import('#server/config-production.ts')
    const configured = {
      memoryKib: config.passwordHashMemoryKib,
      passes: config.passwordHashPasses,
    }
    const least = {
      memoryKib: minPasswordHash.PASSWORD_HASH_MEMORY_KIB,
      passes: minPasswordHash.PASSWORD_HASH_PASSES,
    }
    const name = 'full login beside bare Argon2id of the same cost'
    return report('full-login', [
      { name, ...(await besideVerifies(configured, rounds)), least: 0.75 },
      { name: `${name}, the least`, ...(await besideVerifies(least, rounds)) },
      {
        name: 'waits of a login from a new browser for the disk',
        ...(await diskWaits(least)),
        most: 4,
      },
    ])
  })
}

async function besideVerifies(
  cost: Cost,
  rounds: number,
): Promise<Pick<Figure, 'here' | 'beside' | 'ratio'>> {
  const { db } = await import('#server/db.ts')
  const users = await addPeople(200, cost)
  const side = await startSide(portico.program, { ...portico.settings, ...settingsOf(cost) })
  const [logins, verifies]: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round += 1) {
    const rates = [await loginsPerSecond(side.port, users), await verifiesPerSecond(cost)]
    await db.query('update second_factors set last_step = 0')
    // The first round only warms up.
    if (round === 0) continue
    logins.push(rates[0] ?? 0)
    verifies.push(rates[1] ?? 1)
  }
  await side.stop()
  return {
    here: `${median(logins).toFixed(1)}/s`,
    beside: `${median(verifies).toFixed(1)}/s`,
    ratio: median(logins.map((one, at) => one / (verifies[at] ?? 1))),
  }
}

/** Counts the commits and the waits for the disk of logins, one after the other, each of a user with a new browser. */
async function diskWaits(cost: Cost): Promise<Pick<Figure, 'here' | 'beside' | 'ratio'>> {
  const { db } = await import('#server/db.ts')
  // Another cost than that of the users of the other figures, because email addresses contain it.
  const users = await addPeople(30, { ...cost, memoryKib: cost.memoryKib + 8 })
  await db.query('update users set onboarded_at = now()')
  const before = await countCommits()
  const side = await startSide(portico.program, { ...portico.settings, ...settingsOf(cost) })
  const socket = await openConnection(side.port)
  for (const user of users) await logIn(socket, user)
  socket.destroy()
  // PostgreSQL has the statistics of a connection when it has ended.
  await side.stop()
  await wait(2_000)
  const after = await countCommits()
  const [waits, commits] = [after.waits - before.waits, after.commits - before.commits]
  if (!users.every(isLoggedIn)) throw new Error('a login failed')
  return {
    here: `${waits} waits`,
    beside: `${users.length} logins with ${commits} commits`,
    ratio: waits / users.length,
  }
}

async function countCommits(): Promise<{ waits: number; commits: number }> {
  const { db } = await import('#server/db.ts')
  const { rows } = await db.query<{ waits: number; commits: number }>(`
    select (select sum(fsyncs) from pg_stat_io
            where object = 'wal' and backend_type = 'client backend')::int as waits,
           (select xact_commit from pg_stat_database where datname = current_database())::int as commits`)
  return rows[0] ?? { waits: Number.NaN, commits: Number.NaN }
}

/** Logs up to 120 people in concurrently, and returns the full logins per second. */
export async function loginsPerSecond(port: number, people: readonly Person[]): Promise<number> {
  const queue = people.slice(0, 120)
  const many = queue.length
  const startTime = performance.now()
  const one = async () => {
    const socket = await openConnection(port)
    for (let person = queue.pop(); person; person = queue.pop()) await logIn(socket, person)
    socket.destroy()
  }
  await Promise.all(Array.from({ length: concurrency }, one))
  return many / ((performance.now() - startTime) / 1000)
}

/** Logs in over HTTP. From the second round on, the browser is a known one. */
async function logIn(socket: Socket, person: Person): Promise<void> {
  forgetSession(person)
  const { email } = person
  const send = async (what: string, fields = {}) =>
    takeCookies(person, await ask(socket, requestOf(person, what, fields)))
  let csrfToken = await send('GET /api/csrf')
  csrfToken = await send('POST /api/users/login', { csrfToken, email, password })
  await send('POST /api/users/login/verify-mfa', { csrfToken, otp: currentCode(person) })
}

/** Runs in its own process, with as many parallel verifications as there are parallel logins. */
async function verifiesPerSecond(cost: Cost): Promise<number> {
  const child = spawn(process.execPath, ['trials/bench/argon2.ts', String(concurrency)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...settingsOf(cost) },
  })
  let output = ''
  child.stdout.on('data', (part) => (output += part))
  await once(child, 'close')
  return Number(output)
}
