import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import type { Socket } from 'node:net'
import { hash } from '@node-rs/argon2'
import { Secret, TOTP } from 'otpauth'
import { minPasswordHash } from '#server/config.ts'
import { inDatabase, median } from './database.ts'
import { report, type Figure } from './figures.ts'
import { ask, openConnection } from './load.ts'
import { portico, startSide } from './side.ts'

const atOnce = 24
const password = 'First-Harbour-1'
const session = 'portico'
/** With what her browser keeps when its session has ended. */
type Person = { email: string; secret: string; number: number; cookies: Map<string, string> }

type Cost = { memoryKib: number; passes: number }

/** Whole logins, password and code and audit and session, beside bare verifies of the same Argon2id, in turns. */
export async function benchFullLogin([given]: readonly string[]): Promise<boolean> {
  const rounds = Number(given ?? 12)
  const settings = { TRUSTED_PROXIES: '127.0.0.1/32' }
  return inDatabase({ name: 'full-login', durable: true, settings }, async () => {
    const { config } = await import('#server/config.ts')
    const least = {
      memoryKib: minPasswordHash.PASSWORD_HASH_MEMORY_KIB,
      passes: minPasswordHash.PASSWORD_HASH_PASSES,
    }
    const name = 'full login beside bare Argon2id of the same cost'
    return report('full-login', [
      { name, ...(await besideVerifies(config.passwordHash, rounds)), least: 0.75 },
      { name: `${name}, the least`, ...(await besideVerifies(least, rounds)) },
    ])
  })
}

async function besideVerifies(
  cost: Cost,
  rounds: number,
): Promise<Pick<Figure, 'here' | 'beside' | 'ratio'>> {
  const { db } = await import('#server/db.ts')
  const everybody = await manyPeople(200, cost)
  const side = await startSide(portico.program, { ...portico.settings, ...settingsOf(cost) })
  const [logins, verifies]: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round += 1) {
    const rates = [await loginsPerSecond(side.port, everybody), await verifiesPerSecond(cost)]
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

async function manyPeople(many: number, { memoryKib, passes }: Cost): Promise<Person[]> {
  const { db } = await import('#server/db.ts')
  const { partnerNamed } = await import('#domain/partner.ts')
  const { addUser } = await import('#domain/user.ts')
  const { setPassword } = await import('#domain/password.ts')
  const { createPendingFactor: beginSecondFactor, confirmSecondFactor } =
    await import('#domain/second-factor.ts')
  const partnerId = await partnerNamed(db, 'Harbour Ltd')
  const cost = { memoryCost: memoryKib, timeCost: passes, parallelism: 1 }
  const hashed = await hash(password, cost)
  const people: Person[] = []
  for (let number = 0; number < many; number += 1) {
    const email = `ada${number}-${memoryKib}@quay.example`
    const names = { firstname: 'Ada', lastname: 'Byron', preferredLanguage: 'en' } as const
    const id = (await addUser(db, { ...names, email, partnerId })) ?? ''
    await setPassword(db, id, hashed)
    const factor = await beginSecondFactor(db, id)
    await confirmSecondFactor(db, factor, 0)
    people.push({ email, secret: factor.secret, number, cookies: new Map() })
  }
  return people
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

/** As a browser does it, from the second round on as one that she is known in. */
async function logIn(socket: Socket, person: Person): Promise<void> {
  person.cookies.delete(session)
  let csrfToken = await send(socket, person, 'GET /api/csrf')
  const { email, secret } = person
  csrfToken = await send(socket, person, 'POST /api/users/login', { csrfToken, email, password })
  const otp = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await send(socket, person, 'POST /api/users/login/verify-mfa', { csrfToken, otp })
}

type Sent = { csrfToken: string; [field: string]: string }

/** The CSRF token for the next call. */
async function send(
  socket: Socket,
  { number, cookies }: Person,
  what: string,
  { csrfToken = '', ...fields }: Partial<Sent> = {},
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

/** In a process of its own with nothing else to do, as many at once as there are logins. */
async function verifiesPerSecond(cost: Cost): Promise<number> {
  const child = spawn(process.execPath, ['bench/argon2.ts', String(atOnce)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...settingsOf(cost) },
  })
  let said = ''
  child.stdout.on('data', (part) => (said += part))
  await once(child, 'close')
  return Number(said)
}
