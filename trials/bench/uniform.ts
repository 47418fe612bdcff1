import { performance } from 'node:perf_hooks'
import type { TestUser } from '#test/people.ts'
import { inDatabase, median } from './harness.ts'

/**
 * Below this p value, two distributions of times count as different. By chance, one of 170 runs of six comparisons
 * reaches it.
 */
const leastP = 0.001

/**
 * Measures both steps of a login with the uniform first step. Response times must not reveal whether the account exists
 * or the password was right.
 */
export async function benchUniform([many = '1000']: readonly string[]): Promise<boolean> {
  const rounds = Number(many)
  // The cheapest hash allowed in production, so that its variance hides little.
  const settings = {
    TRUSTED_PROXIES: '127.0.0.1/32',
    LOGIN_UNIFORM: 'on',
    PASSWORD_HASH_MEMORY_KIB: '19456',
    PASSWORD_HASH_PASSES: '2',
  }
  const startTime = performance.now()
  const times = await inDatabase({ name: 'uniform', settings }, () => measure(rounds))
  let isGood = true
  for (const step of ['first', 'second'] as const) {
    const { right, ...others } = times[step]
    console.log(
      `${step} step, ${rounds} of each in turns, median and p value (at least ${leastP}) beside the right one:`,
    )
    console.log(`  ${'right password'.padEnd(28)} ${median(right).toFixed(3)} ms`)
    for (const [name, other] of Object.entries(others)) {
      const p = pValue(right, other)
      isGood &&= p >= leastP
      console.log(`  ${name.padEnd(28)} ${median(other).toFixed(3)} ms  p = ${p.toFixed(4)}`)
    }
  }
  console.log(`in ${Math.round((performance.now() - startTime) / 1000)} s`)
  return isGood
}

type Kind = 'right' | 'wrong' | 'unknown' | 'deactivated'
type Times = Record<'first' | 'second', Record<Kind, number[]>>

const noTimes = () => ({ right: [], wrong: [], unknown: [], deactivated: [] })

async function measure(rounds: number): Promise<Times> {
  const { db, run } = await import('#server/db.ts')
  const { addUser } = await import('#test/people.ts')
  const { logInUser } = await import('../../features/account/sign-in/log-in.ts')
  const { verifySecondStep } = await import('../../features/account/sign-in/verify-code.ts')
  const { findLoginAttempt } = await import('#domain/sign-in/login-attempt.ts')
  const times: Times = { first: noTimes(), second: noTimes() }
  let count = 0

  /** Measures one login with a new account and IP address, so that no rate limit applies. */
  async function take(kind: Kind): Promise<void> {
    count += 1
    const user: Pick<TestUser, 'email' | 'password'> =
      kind === 'unknown'
        ? { email: `nobody${count}@quay.example`, password: 'First-Harbour-1' }
        : await addUser({ company: null })
    if (kind === 'deactivated')
      await run(db)`update users set active = false where email = ${user.email}`
    const ipAddress = `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`
    const origin = { ipAddress, userAgent: '', requestId: '' }
    const password = kind === 'wrong' ? 'Wrong-Harbour-1' : user.password
    const [first, result] = await timed(() =>
      logInUser(db, origin, { email: user.email, password }),
    )
    const token = result && 'attemptToken' in result ? result.attemptToken : ''
    const [second] = await timed(async () => {
      const attempt = await findLoginAttempt(db, token, 'user')
      if (!attempt) throw new Error('no login attempt was created')
      const { id: attemptId, userId, decoy } = attempt
      const firstMethods = ['pwd']
      const caller = { ...origin, kind: 'attempt', attemptId, userId, decoy, firstMethods } as const
      return verifySecondStep(db, caller, { otp: '000001' })
    })
    // The first requests of a process are slower.
    if (count <= 40) return
    times.first[kind].push(first)
    times.second[kind].push(second)
  }

  const kinds: Kind[] = ['right', 'wrong', 'unknown', 'deactivated']
  while (times.first.unknown.length < rounds) {
    for (const kind of kinds.toSorted(() => Math.random() - 0.5)) await take(kind)
  }
  return times
}

async function timed<Result>(work: () => Promise<Result>): Promise<[number, Result | undefined]> {
  const start = performance.now()
  const result = await work().catch(() => undefined)
  return [performance.now() - start, result]
}

/** Returns the two-sided p value of the Mann–Whitney rank test, by the normal approximation. Times have no ties. */
function pValue(one: readonly number[], other: readonly number[]): number {
  const all = [
    ...one.map((time) => ({ time, isOne: true })),
    ...other.map((time) => ({ time, isOne: false })),
  ]
  all.sort((a, b) => a.time - b.time)
  const rankSum = all.reduce((sum, { isOne }, index) => sum + (isOne ? index + 1 : 0), 0)
  const [n, m] = [one.length, other.length]
  const u = rankSum - (n * (n + 1)) / 2
  const z = (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12)
  return 2 * (1 - normal(Math.abs(z)))
}

/** Returns the cumulative standard normal distribution (Abramowitz and Stegun 26.2.17; error < 1e-7). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series
}
