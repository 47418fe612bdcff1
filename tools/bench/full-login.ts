import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { createCall } from '#contract/call.ts'
import { Secret, TOTP } from 'otpauth'
import { login, verifyCode } from '../../features/login/contract.ts'
import { inDatabase, median } from '../bench-database.ts'
import { report } from './figures.ts'
import { portico, startSide } from './side.ts'

const atOnce = 24
const password = 'First-Harbour-1'
type Person = { email: string; secret: string; number: number }

/** Whole logins, password and code and audit and session, beside bare verifies of the same Argon2id, in turns. */
export async function benchFullLogin([given]: readonly string[]): Promise<boolean> {
  const rounds = Number(given ?? 12)
  const settings = { TRUSTED_PROXIES: '127.0.0.1/32' }
  return inDatabase({ name: 'full-login', durable: true, settings }, async () => {
    const { db } = await import('#server/db.ts')
    const everybody = await manyPeople(200)
    const side = await startSide(portico.program, portico.settings)
    const rates = { login: [] as number[], verify: [] as number[] }
    for (let round = 0; round <= rounds; round += 1) {
      const [logins, verifies] = [
        await loginsPerSecond(side.port, everybody, round),
        await verifiesPerSecond(),
      ]
      await db.query('update second_factors set last_step = 0')
      // The first round only warms up.
      if (round === 0) continue
      rates.login.push(logins)
      rates.verify.push(verifies)
    }
    await side.stop()
    return report('full-login', [
      {
        name: 'full login beside bare Argon2id of the same cost',
        here: `${median(rates.login).toFixed(1)}/s`,
        beside: `${median(rates.verify).toFixed(1)}/s`,
        ratio: median(rates.login.map((one, at) => one / (rates.verify[at] ?? 1))),
        least: 0.75,
      },
    ])
  })
}

async function manyPeople(many: number): Promise<Person[]> {
  const { db } = await import('#server/db.ts')
  const { partnerNamed } = await import('#domain/partner.ts')
  const { addUser } = await import('#domain/user.ts')
  const { hashPassword, setPassword } = await import('#domain/password.ts')
  const { beginSecondFactor, confirmSecondFactor } = await import('#domain/second-factor.ts')
  const partnerId = await partnerNamed(db, 'Harbour Ltd')
  const hash = await hashPassword(password)
  const people: Person[] = []
  for (let number = 0; number < many; number += 1) {
    const email = `ada${number}@quay.example`
    const names = { firstname: 'Ada', lastname: 'Byron', preferredLanguage: 'en' } as const
    const id = (await addUser(db, { ...names, email, partnerId })) ?? ''
    await setPassword(db, id, hash)
    const factor = await beginSecondFactor(db, id)
    await confirmSecondFactor(db, factor, 0)
    people.push({ email, secret: factor.secret, number })
  }
  return people
}

async function loginsPerSecond(
  port: number,
  people: readonly Person[],
  round: number,
): Promise<number> {
  const left = people.slice(0, 120)
  const many = left.length
  const begun = performance.now()
  const one = async () => {
    for (let person = left.pop(); person; person = left.pop()) await logIn(port, person, round)
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return many / ((performance.now() - begun) / 1000)
}

/** As a browser does it that has been there before. */
async function logIn(
  port: number,
  { email, secret, number }: Person,
  round: number,
): Promise<void> {
  const cookies = new Map<string, string>()
  const call = createCall({
    base: (path) => `http://127.0.0.1:${port}/api${path}`,
    fetch: async (input, init = {}) => {
      const answer = await fetch(input, {
        ...init,
        headers: {
          ...Object.fromEntries(new Headers(init.headers)),
          'x-forwarded-for': `198.18.${round}.${number}`,
          origin: 'http://localhost:8080',
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
      })
      for (const cookie of answer.headers.getSetCookie()) {
        const [pair = ''] = cookie.split(';')
        cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
      }
      return answer
    },
  })
  await call(login, { body: { email, password } })
  const otp = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await call(verifyCode, { body: { otp } })
}

/** In a process of its own with nothing else to do, as many at once as there are logins. */
async function verifiesPerSecond(): Promise<number> {
  const child = spawn(process.execPath, ['tools/bench/argon2.ts', String(atOnce)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (part) => (said += part))
  await once(child, 'close')
  return Number(said)
}
