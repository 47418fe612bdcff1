import { performance } from 'node:perf_hooks'
import { inDatabase, median } from './harness.ts'

const rounds = 300

/** Measures the first step of a login for a known and an unknown email address, in turns. */
export async function benchLogin(): Promise<boolean> {
  const settings = { TRUSTED_PROXIES: '127.0.0.1/32' }
  const { known, unknown } = await inDatabase({ name: 'login', settings }, measure)
  const ratio = known / unknown
  console.log(`a wrong password, ${rounds} times each in turns, medians:`)
  console.log(`  known address    ${known.toFixed(2)} ms`)
  console.log(`  unknown address  ${unknown.toFixed(2)} ms   ratio ${ratio.toFixed(3)}`)
  return Math.abs(ratio - 1) < 0.1
}

async function measure(): Promise<{ known: number; unknown: number }> {
  const { db } = await import('#server/db.ts')
  const { addUser } = await import('#test/people.ts')
  const { logInUser } = await import('../../features/account/sign-in/log-in.ts')
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    const email = `known${round}@quay.example`
    await addUser({ email, company: null, hasSecondFactor: false })
    for (const kind of round % 2
      ? (['known', 'unknown'] as const)
      : (['unknown', 'known'] as const)) {
      // A new IP address and account each time, so that no rate limit applies.
      const ipAddress = `10.${kind === 'known' ? 1 : 2}.${Math.floor(round / 250)}.${round % 250}`
      const origin = { ipAddress, userAgent: '', requestId: '' }
      const body = { email: kind === 'known' ? email : `un${email}`, password: 'Wrong-Harbour-1' }
      const start = performance.now()
      await logInUser(db, origin, body).catch(() => undefined)
      times[kind].push(performance.now() - start)
    }
  }
  return { known: median(times.known), unknown: median(times.unknown) }
}
