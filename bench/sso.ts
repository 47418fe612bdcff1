import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { Provider } from 'oidc-provider'
import * as client from 'openid-client'
import type { Session } from '#domain/session.ts'
import { inDatabase, median } from './harness.ts'

const platform = {
  id: 'hub',
  secret: 'the secret of the bench',
  callback: 'http://hub.example/callback',
}
const rounds = 21
/** The memory store of the library holds a thousand records. */
const inARound = 100
/** Enough that several requests wait for one write to the disk, as under load. */
const atOnce = 32

/** Code exchange and refresh, on PostgreSQL and on the library's memory store, in turns in one run. */
export function benchSso(): Promise<boolean> {
  return inDatabase({ name: 'sso', durable: true }, async () => {
    const sessions = await createSessions()
    const { createProvider } = await import('../features/platforms/single-sign-on/provider.ts')
    const { findClient } = await import('../features/platforms/single-sign-on/client.ts')
    const clients = [(await findClient(platform.id)) as never]
    const inMemory = { adapter: undefined as never, clients }
    const places = [
      await listen(await createProvider(), sessions),
      await listen(await createProvider(inMemory), sessions),
    ]
    const speeds = await inTurns(places)
    for (const place of places) place.server.close()
    return report(speeds)
  })
}

type Place = { server: Server; url: string }
type Speeds = { exchange: number; refresh: number }

async function inTurns(places: readonly Place[]): Promise<Speeds[][]> {
  const speeds: Speeds[][] = places.map(() => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, place] of places.entries()) {
      const measured = await measure(place)
      // The first round only warms up.
      if (round > 0) speeds[index]?.push(measured)
    }
  }
  return speeds
}

async function measure(place: Place): Promise<Speeds> {
  const codes: { code: string; verifier: string }[] = []
  for (let count = 0; count < inARound; count += 1) codes.push(await codeOf(place))
  // Pending writes of the codes must not count as part of their exchange.
  await delay(200)
  const refreshTokens: string[] = []
  const exchange = await speedOf(codes, async ({ code, verifier }) => {
    const grant = { grant_type: 'authorization_code', code, redirect_uri: platform.callback }
    refreshTokens.push(await ask(place, { ...grant, code_verifier: verifier }))
  })
  const refresh = await speedOf([...refreshTokens], async (token) => {
    await ask(place, { grant_type: 'refresh_token', refresh_token: token })
  })
  return { exchange, refresh }
}

async function speedOf<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<number> {
  const start = performance.now()
  const left = [...items]
  const worker = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return items.length / ((performance.now() - start) / 1000)
}

async function codeOf({ url }: Place): Promise<{ code: string; verifier: string }> {
  const verifier = client.randomPKCECodeVerifier()
  const search = new URLSearchParams({
    client_id: platform.id,
    response_type: 'code',
    redirect_uri: platform.callback,
    scope: 'openid profile email',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const answer = await fetch(`${url}/oidc/auth?${search}`, { redirect: 'manual' })
  const code = new URL(answer.headers.get('location') ?? '', url).searchParams.get('code')
  if (!code) throw new Error(`no code: ${answer.status} ${await answer.text()}`)
  return { code, verifier }
}

async function ask({ url }: Place, grant: Record<string, string>): Promise<string> {
  const secret = encodeURIComponent(platform.secret).replaceAll('%20', '+')
  const basic = Buffer.from(`${platform.id}:${secret}`).toString('base64')
  const answer = await fetch(`${url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams(grant),
  })
  const tokens = (await answer.json()) as { refresh_token?: string; error?: string }
  if (!tokens.refresh_token) throw new Error(`no token: ${tokens.error}`)
  return tokens.refresh_token
}

/** The provider alone, with each request in the session of the next user. */
async function listen(provider: Provider, sessions: readonly Session[]): Promise<Place> {
  const { runWithOidcRequest } =
    await import('../features/platforms/single-sign-on/oidc-request.ts')
  const answer = provider.callback()
  const origin = { ipAddress: '192.0.2.1', userAgent: 'bench', requestId: '' }
  let count = 0
  const server = createServer((request, response) => {
    const session = sessions[(count += 1) % sessions.length]
    const url = request.url ?? ''
    Object.assign(request, { originalUrl: url, url: url.slice('/oidc'.length) })
    void runWithOidcRequest({ origin, session }, () => answer(request, response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function createSessions(): Promise<Session[]> {
  const { db } = await import('#server/db.ts')
  const { findSession } = await import('#domain/session.ts')
  const { addPlatform, addUser, startUserSession } = await import('#test/people.ts')
  const { id, secret: clientSecret, callback } = platform
  await addPlatform({ id, clientSecret, redirectUris: [callback] })
  const sessions: Session[] = []
  for (let number = 0; number < inARound; number += 1) {
    const { token } = await startUserSession(await addUser({ platforms: [id] }))
    sessions.push((await findSession(db, { token }))!)
  }
  return sessions
}

function report([stored = [], inMemory = []]: Speeds[][]): boolean {
  return (['exchange', 'refresh'] as const)
    .map((what) => {
      const [ours, theirs] = [stored, inMemory].map((each) => median(each.map((one) => one[what])))
      // Of rounds measured one after the other, so that other load on the machine affects both equally.
      const ratio = median(stored.map((one, at) => one[what] / (inMemory[at]?.[what] ?? 1)))
      const speeds = `${ours?.toFixed(0)}/s on PostgreSQL, ${theirs?.toFixed(0)}/s in memory`
      console.log(`${what}: ${speeds}, ratio ${ratio.toFixed(2)} (limit 0.5)`)
      return ratio >= 0.5
    })
    .every(Boolean)
}
