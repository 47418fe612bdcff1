import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import type { Socket } from 'node:net'
import { hash } from '@node-rs/argon2'
import { Secret, TOTP } from 'otpauth'
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

const atOnce = 24
const password = 'First-Harbour-1'
const session = 'portico'
/** A user, and the cookies of their browser. */
type Person = { email: string; secret: string; number: number; cookies: Map<string, string> }

type Cost = { memoryKib: number; passes: number }

/** Full logins (password, code, audit log, session) beside Argon2id verifications of the same cost, in turns. */
export async function benchFullLogin([given]: readonly string[]): Promise<boolean> {
  const rounds = Number(given ?? 12)
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
    ])
  })
}

async function besideVerifies(
  cost: Cost,
  rounds: number,
): Promise<Pick<Figure, 'here' | 'beside' | 'ratio'>> {
  const { db } = await import('#server/db.ts')
  const users = await addUsers(200, cost)
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

function settingsOf({ memoryKib, passes }: Cost) {
  return { PASSWORD_HASH_MEMORY_KIB: String(memoryKib), PASSWORD_HASH_PASSES: String(passes) }
}

/** The test users have a cheap hash: they get one of this cost. */
async function addUsers(many: number, { memoryKib, passes }: Cost): Promise<Person[]> {
  const { db } = await import('#server/db.ts')
  const { setPassword } = await import('#domain/password.ts')
  const { addUser } = await import('#test/people.ts')
  const hashed = await hash(password, { memoryCost: memoryKib, timeCost: passes, parallelism: 1 })
  const users: Person[] = []
  for (let number = 0; number < many; number += 1) {
    const { id, email, secret } = await addUser({ email: `ada${number}-${memoryKib}@quay.example` })
    await setPassword(db, id, hashed)
    users.push({ email, secret, number, cookies: new Map() })
  }
  return users
}

async function loginsPerSecond(port: number, people: readonly Person[]): Promise<number> {
  const left = people.slice(0, 120)
  const many = left.length
  const begun = performance.now()
  const one = async () => {
    const socket = await openConnection(port)
    for (let person = left.pop(); person; person = left.pop()) await logIn(socket, person)
    socket.destroy()
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return many / ((performance.now() - begun) / 1000)
}

/** Logs in over HTTP; from the second round on, the browser is a known one. */
async function logIn(socket: Socket, person: Person): Promise<void> {
  person.cookies.delete(session)
  let csrfToken = await send(socket, person, 'GET /api/csrf')
  const { email, secret } = person
  csrfToken = await send(socket, person, 'POST /api/users/login', { csrfToken, email, password })
  const otp = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await send(socket, person, 'POST /api/users/login/verify-mfa', { csrfToken, otp })
}

type Fields = { csrfToken: string; [field: string]: string }

/** The CSRF token for the next call. */
async function send(
  socket: Socket,
  { number, cookies }: Person,
  what: string,
  { csrfToken = '', ...fields }: Partial<Fields> = {},
): Promise<string> {
  const body = what.startsWith('GET') ? '' : JSON.stringify(fields)
  const head = [
    `${what} HTTP/1.1`,
    'host: localhost:8080',
    'origin: http://localhost:8080',
    'x-requested-with: XMLHttpRequest',
    `x-csrf-token: ${csrfToken}`,
    `x-forwarded-for: 198.18.${number >> 8}.${number & 255}`,
    `cookie: ${[...cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
    ...(body === '' ? [] : ['content-type: application/json', `content-length: ${body.length}`]),
  ]
  const answer = await ask(socket, `${head.join('\r\n')}\r\n\r\n${body}`)
  for (const [, name = '', value = ''] of answer.matchAll(/^set-cookie: ([^=]+)=([^;]*)/gim)) {
    if (value === '') cookies.delete(name)
    else cookies.set(name, value)
  }
  return /^x-csrf-token: (\S+)/im.exec(answer)?.[1] ?? ''
}

/** In a process of its own, as many at once as there are logins. */
async function verifiesPerSecond(cost: Cost): Promise<number> {
  const child = spawn(process.execPath, ['bench/argon2.ts', String(atOnce)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...settingsOf(cost) },
  })
  let output = ''
  child.stdout.on('data', (part) => (output += part))
  await once(child, 'close')
  return Number(output)
}
