import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type { Provider } from 'oidc-provider'
import * as client from 'openid-client'
import { listClientRefusals } from '#domain/platforms/client-refusal.ts'
import { db, rows } from '#server/db.ts'
import { logger } from '#server/log.ts'
import { discover, issuer, platformFetch } from '#test/platform-client.ts'
import {
  authorize,
  buildAuthorizationRequest,
  exchange,
  follow,
  newPlatform,
  tokensOf,
  visitorOf,
  type Platform,
} from '#test/platform.ts'
import { startServer } from '#test/servers.ts'
import { assertionOf, drawKey, exchangeSigned, signingPlatform } from '#test/signing-platform.ts'
import { statementsOf } from '#test/statements.ts'
import { until } from '#test/until.ts'
import { runWithOidcRequest } from '../../features/platforms/single-sign-on/oidc-request.ts'
import { recordRefusals, storeRefusals } from '../../features/platforms/single-sign-on/refusals.ts'

test('P23: each refusal of a client is stored with a reason, which the response does not contain', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  const wrongSecret = {
    ...hub,
    config: await discover(hub.id, client.ClientSecretBasic('a wrong one')),
  }
  const withoutSecret = { ...hub, config: await discover(hub.id, client.None()) }
  const authorized = await authorize(browser, hub)
  const verifier = client.randomPKCECodeVerifier()
  const refusal = { error: 'invalid_grant', error_description: 'grant request is invalid' }

  await rejects(exchange(wrongSecret, authorized), { status: 401 })
  await rejects(exchange(withoutSecret, authorized), { status: 401 })
  await rejects(exchange(hub, { ...authorized, verifier }), refusal)
  await rejects(client.refreshTokenGrant(hub.config, 'nothing'), refusal)
  await exchange(hub, await authorize(browser, hub)).then((tokens) =>
    client.tokenRevocation(wrongSecret.config, tokens.access_token).catch(() => undefined),
  )
  const wrong = { redirect_uri: 'https://elsewhere.example/callback' }
  await follow(browser, (await buildAuthorizationRequest(hub, wrong)).url)
  await storeRefusals()

  const refusals = await listClientRefusals(db, hub.id)
  deepEqual(refusals.map(({ endpoint, error, reason }) => [endpoint, error, reason]).toReversed(), [
    ['/oidc/token', 'invalid_client', 'invalid secret provided'],
    [
      '/oidc/token',
      'invalid_client',
      'the provided authentication mechanism does not match the registered client authentication method',
    ],
    ['/oidc/token', 'invalid_grant', 'code_verifier does not match code_challenge'],
    ['/oidc/token', 'invalid_grant', 'refresh token not found'],
    ['/oidc/token/revocation', 'invalid_client', 'invalid secret provided'],
    [
      '/oidc/auth',
      'invalid_redirect_uri',
      "redirect_uri did not match any of the client's registered redirect_uris",
    ],
  ])
  for (const { requestId, ipAddress } of refusals) {
    match(requestId, /^[\w-]{36}$/)
    match(ipAddress, /^[\d.:a-f]+$/)
  }
})

test('P23: a refused assertion is stored with its reason, and an ordinary error response is not stored', async () => {
  const [key, other] = [await drawKey('ES256'), await drawKey('ES256')]
  const hub = await signingPlatform(key)
  const { browser } = await visitorOf(hub)
  const now = Math.floor(Date.now() / 1000)
  const reasons: string[] = []
  for (const assertion of [
    await assertionOf(hub, key, { aud: 'https://elsewhere.example' }),
    await assertionOf(hub, key, { exp: now - 600 }),
    await assertionOf(hub, { ...other, kid: key.kid }),
    await assertionOf(hub, other),
  ]) {
    equal((await exchangeSigned(hub, await authorize(browser, hub), assertion)).status, 401)
    await storeRefusals()
    reasons.push((await listClientRefusals(db, hub.id))[0]?.reason ?? '')
  }
  deepEqual(reasons, [
    'audience (aud) must equal the endpoint url, issuer identifier or token endpoint url',
    'jwt expired',
    'signature verification failed',
    'no applicable key found in the JSON Web Key Set',
  ])
  const before = await listClientRefusals(db, hub.id)
  const { browser: stranger } = await visitorOf()
  await follow(stranger, (await buildAuthorizationRequest(hub, { prompt: 'none' })).url)
  await storeRefusals()
  deepEqual(await listClientRefusals(db, hub.id), before)
})

test('P23: the last 20 refusals of a client are stored by one statement, without the tokens', async () => {
  const [hub, board] = [await newPlatform(), await newPlatform()]
  for (let round = 0; round < 3; round += 1) {
    for (let count = 0; count < 25; count += 1) {
      await assertRefused(hub, `sent-token-${round}-${count}`)
    }
    await assertRefused(board, 'sent-token')
    const statements = await statementsOf(storeRefusals)
    // There is none if the server's own timer was faster.
    ok(statements.length <= 1)
    equal((await listClientRefusals(db, hub.id)).length, 20)
  }
  deepEqual(await statementsOf(storeRefusals), [])
  equal((await listClientRefusals(db, board.id)).length, 3)
  const stored = await rows<{ text: string }>(db)`select c::text as text from client_refusals c`
  // One batch more than the page shows is stored.
  ok(stored.length <= 20 + 20 + 3 + 20)
  ok(stored.every(({ text }) => !text.includes('sent-token')))
})

test('P23: many refusals of one kind, in one batch or several, do not displace those of another kind', async () => {
  const hub = await newPlatform()
  const wrongSecret = {
    ...hub,
    config: await discover(hub.id, client.ClientSecretBasic('a wrong one')),
  }
  await rejects(client.refreshTokenGrant(wrongSecret.config, 'nothing'), { status: 401 })
  for (let round = 0; round < 3; round += 1) {
    for (let count = 0; count < 25; count += 1) await assertRefused(hub, 'nothing')
    if (round > 0) await storeRefusals()
  }
  const refusals = await listClientRefusals(db, hub.id)
  equal(refusals.length, 20)
  deepEqual(
    [...new Set(refusals.map(({ error }) => error))].toSorted((first, second) =>
      first.localeCompare(second),
    ),
    ['invalid_client', 'invalid_grant'],
  )
  equal(refusals.filter(({ error }) => error === 'invalid_client').length, 1)
  deepEqual(
    refusals.map(({ at }) => at),
    refusals.map(({ at }) => at).toSorted((first, second) => second.getTime() - first.getTime()),
  )
})

test('P23: requests of unknown clients are logged at a limited rate and not stored', async (t) => {
  await storeRefusals()
  const lines = t.mock.method(logger, 'info', () => undefined)
  for (let count = 0; count < 50; count += 1) {
    const answer = await platformFetch(`${issuer}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'refresh_token', client_id: `nobody-${count}` }),
      redirect: 'manual',
    })
    equal(answer.status, 401)
  }
  deepEqual(await statementsOf(storeRefusals), [])
  const loggedLines = lines.mock.calls.map(({ arguments: args }) => JSON.stringify(args))
  const refusals = loggedLines.filter((line) => line.includes('refused a request'))
  // Ten in ten seconds are logged; a slow run may take longer than that.
  ok(refusals.length >= 10 && refusals.length <= 20)
  ok(refusals.every((line) => line.includes('client not found') && !line.includes('nobody')))
  const more = loggedLines.map((line) => Number(/"count":(\d+)/.exec(line)?.[1] ?? 0))
  equal(
    more.reduce((sum, count) => sum + count, refusals.length),
    50,
  )
})

test('P23: refusals of up to 1,000 clients are buffered, and a failed write loses none', async (t) => {
  await storeRefusals()
  const stored: { platformId: string; requestId: string }[][] = []
  let isAway = true
  t.mock.method(db, 'query', async ({ values }: { values: unknown[] }) => {
    if (isAway) throw new Error('the database is away')
    stored.push(JSON.parse(String(values[0])))
    return { rows: [], fields: [], rowCount: 0 }
  })
  const provider = new EventEmitter() as unknown as Provider
  recordRefusals(provider)
  const refuse = (clientId: string, requestId: string) => {
    const origin = { ipAddress: '192.0.2.1', userAgent: '', requestId }
    const ctx = { oidc: { client: { clientId } } }
    runWithOidcRequest({ origin, session: undefined }, () =>
      provider.emit('grant.error', ctx, Object.assign(new Error(), { error: 'invalid_grant' })),
    )
  }
  for (let count = 0; count < 1_010; count += 1) refuse(`client-${count}`, 'one')
  await storeRefusals()
  refuse('client-0', 'two')
  isAway = false
  await storeRefusals()

  equal(stored.length, 1)
  equal(new Set(stored[0]?.map(({ platformId }) => platformId)).size, 1_000)
  deepEqual(
    stored[0]
      ?.filter(({ platformId }) => platformId === 'client-0')
      .map(({ requestId }) => requestId),
    ['one', 'two'],
  )
})

test('P23: a refusal at another server is visible within ten seconds', async () => {
  const server = await startServer({ SERVE: 'sso' })
  const hub = await newPlatform()
  const answer = await fetch(`${server.url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${hub.id}:wrong`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x' }),
  })
  equal(answer.status, 401)
  await until(async () => (await listClientRefusals(db, hub.id)).length > 0)
  const [refusal] = await listClientRefusals(db, hub.id)
  equal(refusal?.reason, 'invalid secret provided')
  equal(refusal?.requestId, answer.headers.get('x-request-id'))
})

test('P23: the reason of a refresh token used twice by a public client is stored', async () => {
  const app = await newPlatform({ clientSecret: null })
  const { browser } = await visitorOf(app)
  const { refresh } = await tokensOf(browser, app)
  await client.refreshTokenGrant(app.config, refresh)
  await assertRefused(app, refresh)
  await storeRefusals()
  equal((await listClientRefusals(db, app.id))[0]?.reason, 'refresh token already used')
})

async function assertRefused({ config }: Platform, token: string): Promise<void> {
  await rejects(client.refreshTokenGrant(config, token), { error: 'invalid_grant' })
}

test('S1: a reason comes from a fixed list, and text that may quote the request is not stored', async () => {
  const hub = await newPlatform()
  const provider = new EventEmitter() as unknown as Provider
  recordRefusals(provider)
  const origin = { ipAddress: '192.0.2.1', userAgent: '', requestId: 'one' }
  const ctx = { oidc: { client: { clientId: hub.id } } }
  for (const text of [
    'claims.secret members must be null or objects',
    'client not found: secret',
  ]) {
    const error = Object.assign(new Error(), { error: 'invalid_grant', error_description: text })
    runWithOidcRequest({ origin, session: undefined }, () =>
      provider.emit('grant.error', ctx, error),
    )
  }
  await storeRefusals()
  const refusals = await listClientRefusals(db, hub.id)
  deepEqual(refusals.map(({ reason }) => reason).toSorted(), ['', 'client not found'])
})
