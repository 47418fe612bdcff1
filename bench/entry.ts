import { performance } from 'node:perf_hooks'
import { inDatabase, median } from './database.ts'

const rounds = 21
const inARound = 400
const atOnce = 32
const limit = 1

type Headers = Record<string, string>

/** What a proxy asks before each call to a platform, in turns with what the portal asks on each of its pages. */
export function benchEntry(): Promise<boolean> {
  return inDatabase({ name: 'entry', settings: { TRUSTED_PROXIES: '127.0.0.1' } }, async () => {
    const { inside, loggedIn } = await somebody()
    const { buildServer } = await import('../app/server.ts')
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
  })
}

async function speedOf(url: string, headers: Headers): Promise<number> {
  const start = performance.now()
  let left = inARound
  const worker = async () => {
    while (left > 0) {
      left -= 1
      const answer = await fetch(url, { headers })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return inARound / ((performance.now() - start) / 1000)
}

/** Inside a platform, and logged in at the portal: with the company's rules of address, as the slower case. */
async function somebody(): Promise<{ inside: Headers; loggedIn: Headers }> {
  const { db, run, sql, transaction } = await import('#server/db.ts')
  const { tokenHash } = await import('#server/secret.ts')
  const { partnerNamed } = await import('#domain/partner.ts')
  const { createAccessCode: beginEntry, consumeAccessCode: openEntry } =
    await import('#domain/forward-auth-access.ts')
  const { startSession } = await import('#domain/session.ts')
  const { upsertSubsystem, grantAccess: giveAccess } = await import('#domain/subsystem.ts')
  const { addUser } = await import('#domain/user.ts')
  await upsertSubsystem(db, {
    id: 'orders',
    name: 'Orders',
    url: 'http://orders.example/',
    redirectUris: [],
    postLogoutUris: [],
    backchannelLogoutUri: null,
    entryOrigin: 'http://orders.example',
  })
  const partnerId = await partnerNamed(db, 'Harbour Ltd')
  await run(
    db,
    sql`
    insert into ip_allow_rules (id, partner_id, cidr)
    select gen_random_uuid(), ${partnerId}, ('10.0.' || n || '.0/24')::cidr from generate_series(0, 19) n`,
  )
  const about = { email: 'ada@harbour.example', firstname: 'Ada', lastname: 'Byron' }
  const userId = (await addUser(db, { ...about, partnerId, preferredLanguage: 'en' })) ?? ''
  await giveAccess(db, userId, ['orders'])
  const origin = { ipAddress: '10.0.7.7', userAgent: '', requestId: '' }
  const session = await transaction(db, (tx) =>
    startSession(tx, { userId, origin, methods: ['pwd', 'otp'] }),
  )
  const wanted = { sessionId: session?.id ?? '', subsystemId: 'orders', path: '/' }
  const code = (await beginEntry(db, { ...wanted, stateHash: tokenHash('state') })) ?? ''
  const opened = await openEntry(db, { code, state: 'state' })
  const from = { 'x-forwarded-for': origin.ipAddress }
  return {
    inside: { ...from, cookie: `portico-entry=${opened?.token}` },
    loggedIn: { ...from, cookie: `portico=${session?.token}` },
  }
}

function report(speeds: readonly { verify: number; me: number }[]): boolean {
  const [verify, me] = [
    median(speeds.map((one) => one.verify)),
    median(speeds.map((one) => one.me)),
  ]
  // Of each pair that stood side by side: what else the machine does falls on both alike.
  const ratio = median(speeds.map((one) => one.verify / one.me))
  const figures = `${verify.toFixed(0)}/s beside ${me.toFixed(0)}/s`
  console.log(`verify beside GET /users/me: ${figures}, ratio ${ratio.toFixed(2)} (limit ${limit})`)
  return ratio >= limit
}
