import { performance } from 'node:perf_hooks'
import { inDatabase, median } from './harness.ts'

const rounds = 21
const requestsPerRound = 400
const concurrency = 32
const limit = 0.8

type Headers = Record<string, string>

/**
 * Measures the check that a reverse proxy makes before each request to a platform, in turns with the portal's session
 * check.
 */
export function benchForwardAuth(): Promise<boolean> {
  return inDatabase(
    { name: 'forward-auth', settings: { TRUSTED_PROXIES: '127.0.0.1' } },
    async () => {
      const { inside, loggedIn } = await createSessions()
      const { buildServer } = await import('../../app/server.ts')
      const server = await buildServer()
      const url = await server.listen({ port: 0, host: '127.0.0.1' })
      const speeds: { verify: number; me: number }[] = []
      for (let round = 0; round <= rounds; round += 1) {
        const verify = await speedOf(`${url}/forward-auth/verify?subsystem=orders`, inside)
        const me = await speedOf(`${url}/api/users/me`, loggedIn)
        // The first round only warms up.
        if (round > 0) speeds.push({ verify, me })
      }
      await server.close()
      return report(speeds)
    },
  )
}

async function speedOf(url: string, headers: Headers): Promise<number> {
  const start = performance.now()
  let remaining = requestsPerRound
  const worker = async () => {
    while (remaining > 0) {
      remaining -= 1
      const answer = await fetch(url, { headers })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return requestsPerRound / ((performance.now() - start) / 1000)
}

/**
 * Creates a session at the portal and one at a platform. The company has twenty allowed networks, which is the slower
 * case.
 */
async function createSessions(): Promise<{ inside: Headers; loggedIn: Headers }> {
  const { db, run } = await import('#server/db.ts')
  const { tokenHash } = await import('#server/secret.ts')
  const { findOrCreatePartner } = await import('#domain/companies/partner.ts')
  const { createAccessCode, consumeAccessCode } =
    await import('#domain/platforms/forward-auth-access.ts')
  const { addPlatform, addUser, startUserSession } = await import('#test/people.ts')
  await addPlatform({ id: 'orders', entryOrigin: 'http://orders.example' })
  const partnerId = await findOrCreatePartner(db, 'Harbour Ltd')
  await run(db)`
    insert into ip_allow_rules (id, partner_id, cidr)
    select gen_random_uuid(), ${partnerId}, ('10.0.' || n || '.0/24')::cidr from generate_series(0, 19) n`
  const ipAddress = '10.0.7.7'
  const session = await startUserSession(await addUser({ platforms: ['orders'] }), { ipAddress })
  const access = { sessionId: session.id, subsystemId: 'orders', path: '/' }
  const code = (await createAccessCode(db, { ...access, stateHash: tokenHash('state') })) ?? ''
  const opened = await consumeAccessCode(db, { code, state: 'state' })
  const from = { 'x-forwarded-for': ipAddress }
  return {
    inside: { ...from, cookie: `portico-entry=${opened?.token}` },
    loggedIn: { ...from, cookie: `portico=${session.token}` },
  }
}

function report(speeds: readonly { verify: number; me: number }[]): boolean {
  const [verify, me] = [
    median(speeds.map((one) => one.verify)),
    median(speeds.map((one) => one.me)),
  ]
  // The ratio of two measurements that follow each other, so that other load on the machine affects both equally.
  const ratio = median(speeds.map((one) => one.verify / one.me))
  const figures = `${verify.toFixed(0)}/s beside ${me.toFixed(0)}/s`
  console.log(`verify beside GET /users/me: ${figures}, ratio ${ratio.toFixed(2)} (limit ${limit})`)
  return ratio >= limit
}
