import { deepEqual, equal, ok } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { decodeProtectedHeader, type JSONWebKeySet } from 'jose'
import { findPartner, updatePartner, type Partner } from '#domain/companies/partner.ts'
import { endSession, listSessions } from '#domain/sessions/session.ts'
import { getCurrentKey } from '#domain/keys/signing-key.ts'
import { findSubsystem, replaceClientSecret, updateSubsystem } from '#domain/platforms/subsystem.ts'
import { setActive } from '#domain/accounts/user.ts'
import { db, transaction } from '#server/db.ts'
import { logIn, type TestUser } from '#test/people.ts'
import { authorize, newPlatform, tokensOf, visitorOf, type Platform } from '#test/platform.ts'
import { startPooler } from '#test/pooler.ts'
import { startPortico } from '#test/programs.ts'
import { now, updateRows } from '#test/rows.ts'
import { askAt, callsOf, type Calls } from '#test/token-calls.ts'
import { rotateKeysCommand } from '../../admin/keys/command.ts'

/** Number of rounds; `npm run trials -- long` runs 200. */
const rounds = Number(process.env['TEST_ROUNDS'] ?? 2)

// Create two keys, which sign alternately.
await getCurrentKey(db, 'oidc')
await rotateKeysCommand([])

type Servers = { urls: string[]; log: () => Record<string, unknown>[] }

async function startTwo(t: TestContext, isPooled: boolean): Promise<Servers | undefined> {
  const viaPooler = isPooled ? await startPooler(t) : (url: string) => url
  if (viaPooler === undefined) return undefined
  const env = {
    SERVE: 'users,sso',
    DATABASE_URL: viaPooler(process.env['DATABASE_URL'] ?? ''),
    DATABASE_OWNER_URL: viaPooler(process.env['DATABASE_OWNER_URL'] ?? ''),
    ...(isPooled && { DATABASE_PREPARE: 'off' }),
  }
  const servers = await Promise.all([startPortico(t, env), startPortico(t, env)])
  return { urls: servers.map(({ url }) => url), log: () => servers.flatMap(({ log }) => log()) }
}

const secret = 'a random secret'

/** Adds a user with tokens of a platform. */
async function addTokens() {
  const hub = await newPlatform({ clientSecret: secret, mayInvite: true })
  const { ada, browser } = await visitorOf(hub)
  return { hub, ada, ...(await tokensOf(browser, hub)) }
}

type TokensOfUser = Awaited<ReturnType<typeof addTokens>>
type Kind = {
  ask: (calls: Calls, tokens: Pick<TokensOfUser, 'access' | 'refresh'>) => Promise<Response>
  accepted: unknown[]
  refused: unknown[]
}

const kinds = {
  userinfo: {
    ask: (at, { access }) => at.userinfo(access),
    accepted: [200, undefined],
    refused: [401, 'invalid_token'],
  },
  introspection: {
    ask: (at, { access }) => at.introspect(access),
    accepted: [200, true],
    refused: [200, false],
  },
  refresh: {
    ask: (at, { refresh }) => at.refresh(refresh),
    accepted: [200, undefined],
    refused: [400, 'invalid_grant'],
  },
  credentials: {
    ask: (at) => at.credentials(),
    accepted: [200, undefined],
    refused: [400, 'invalid_request'],
  },
} satisfies Record<string, Kind>

const userKinds: Kind[] = [kinds.userinfo, kinds.introspection, kinds.refresh]

type Expectation = { round: number; callKinds: readonly Kind[]; secret?: string }

/** Calls both servers and asserts each answer. The round decides which kind of call is made first. */
async function assertAnswers(
  isAccepted: boolean,
  { urls }: Servers,
  { hub, ...tokens }: Pick<TokensOfUser, 'hub' | 'access' | 'refresh'>,
  { round, callKinds, secret: own = secret }: Expectation,
): Promise<void> {
  const first = round % callKinds.length
  for (const url of urls.toReversed()) {
    for (const { ask, accepted, refused } of [
      ...callKinds.slice(first),
      ...callKinds.slice(0, first),
    ]) {
      const answer = await ask(callsOf(askAt(url), hub, own), tokens)
      const body = (await answer.json()) as Record<string, unknown>
      deepEqual([answer.status, body['error'] ?? body['active']], isAccepted ? accepted : refused)
    }
  }
}

type Switch = {
  what: string
  set: (tokens: TokensOfUser, active: boolean) => Promise<unknown>
  callKinds: readonly Kind[]
}

/** Changes only the flag and keeps the tokens, so that each call must check the flag itself. */
const switches: Switch[] = [
  {
    what: 'the user',
    set: ({ ada }, active) => transaction(db, (tx) => setActive(tx, ada.id, { active })),
    callKinds: userKinds,
  },
  {
    what: 'the company',
    set: async ({ ada }, active) =>
      updateRows('partners', { id: await companyOf(ada) }, { active }),
    callKinds: userKinds,
  },
  {
    what: 'the platform',
    set: ({ hub }, active) => changePlatform(hub, active),
    callKinds: [...userKinds, kinds.credentials],
  },
  {
    what: 'the access of the user',
    set: ({ ada, hub }, active) =>
      updateRows('subsystem_accounts', { userId: ada.id, subsystemId: hub.id }, { active }),
    callKinds: userKinds,
  },
  {
    what: 'the access of the company',
    set: ({ ada }, active) => changeCompany(ada, { subsystems: active ? null : [] }),
    callKinds: userKinds,
  },
]

async function companyOf({ id }: TestUser): Promise<string> {
  const { rows } = await db.query('select partner_id from users where id = $1', [id])
  return rows[0].partner_id
}

async function changeCompany(user: TestUser, facts: Partial<Partner>): Promise<void> {
  const partner = await findPartner(db, await companyOf(user))
  ok(partner)
  ok(await transaction(db, (tx) => updatePartner(tx, partner, { ...partner, ...facts })))
}

async function changePlatform({ id }: Platform, active: boolean): Promise<void> {
  const platform = await findSubsystem(db, id)
  const { clientSecretHash: _, ...registered } = platform!
  ok(await updateSubsystem(db, { ...registered, active }))
}

async function flip(servers: Servers, { set, callKinds }: Switch): Promise<void> {
  const tokens = await addTokens()
  await assertAnswers(true, servers, tokens, { round: 0, callKinds })
  for (let round = 0; round < rounds; round += 1) {
    for (const active of [false, true]) {
      await set(tokens, active)
      await assertAnswers(active, servers, tokens, { round, callKinds })
    }
  }
}

async function endSessions(servers: Servers): Promise<void> {
  const user = await addTokens()
  for (let round = 0; round < rounds; round += 1) {
    const { hub, ada } = user
    const browser = await logIn(ada)
    const tokens = { hub, ...(await tokensOf(browser, hub)) }
    await assertAnswers(true, servers, tokens, { round, callKinds: userKinds })
    const [latest] = await listSessions(db, ada.id)
    ok(await endSession(db, latest?.id ?? ''))
    equal(await browser.isLoggedIn(), false)
    await assertAnswers(false, servers, tokens, { round, callKinds: userKinds })
  }
}

/** A refused client gets 401 from every call. */
const clientKinds: Kind[] = [kinds.introspection, kinds.refresh, kinds.credentials].map((kind) => ({
  ...kind,
  refused: [401, 'invalid_client'],
}))

async function replaceSecrets(servers: Servers): Promise<void> {
  const { hub, ada, ...first } = await addTokens()
  const browser = await logIn(ada)
  let [old, tokens] = [secret, { hub, access: first.access, refresh: first.refresh }]
  for (let round = 0; round < rounds; round += 1) {
    await assertAnswers(true, servers, tokens, { round, callKinds: clientKinds, secret: old })
    const { version = 0 } = (await findSubsystem(db, hub.id)) ?? {}
    const clientSecret = `another random secret ${round}`
    const replaced = { id: hub.id, version, clientSecret, graceHours: 0 }
    ok(await replaceClientSecret(db, replaced))
    await assertAnswers(false, servers, tokens, { round, callKinds: clientKinds, secret: old })
    const { introspection, refresh, credentials } = kinds
    const own = { round, secret: clientSecret }
    await assertAnswers(true, servers, tokens, { callKinds: [introspection, credentials], ...own })
    // The refresh token is refused too, because anyone with the old secret may know it.
    await assertAnswers(false, servers, tokens, { callKinds: [refresh], ...own })

    const authorized = await authorize(browser, hub)
    const calls = callsOf(askAt(servers.urls[0] ?? ''), hub, clientSecret)
    const answer = await calls.exchange(authorized)
    equal(answer.status, 200)
    const body = (await answer.json()) as Record<string, string>
    tokens = { hub, access: body['access_token'] ?? '', refresh: body['refresh_token'] ?? '' }
    old = clientSecret
  }
}

async function retireKeys({ urls }: Servers): Promise<void> {
  const { hub, refresh } = await addTokens()
  let signingKid = (await getCurrentKey(db, 'oidc')).kid
  for (let round = 0; round < rounds; round += 1) {
    const { rows } = await db.query<{ kid: string }>(
      `select kid from signing_keys where use = 'oidc' and kid <> $1`,
      [signingKid],
    )
    const next = rows[0]?.kid ?? ''
    await transaction(db, async (tx) => {
      await updateRows('signing_keys', { kid: signingKid }, { retiredAt: now }, tx)
      await updateRows('signing_keys', { kid: next }, { retiredAt: null }, tx)
    })
    for (const url of urls.toReversed()) {
      const answer = await callsOf(askAt(url), hub, secret).refresh(refresh)
      const { id_token: idToken = '' } = (await answer.json()) as Record<string, string>
      equal(decodeProtectedHeader(idToken).kid, next)
      const published = (await (await fetch(`${url}/oidc/jwks`)).json()) as JSONWebKeySet
      deepEqual(
        published.keys.map(({ kid }) => kid),
        [next, signingKid],
      )
    }
    signingKid = next
  }
}

for (const isPooled of [false, true]) {
  const how = isPooled ? 'through PgBouncer by transactions' : 'directly on PostgreSQL'
  test(`changes take effect at the next call on two other servers, ${how}, ${rounds} times`, async (t) => {
    const servers = await startTwo(t, isPooled)
    if (servers === undefined) return t.skip('no PgBouncer (Debian: pgbouncer)')
    for (const each of switches) {
      const title = `ST-06, PE-06: ${each.what} is deactivated and activated again`
      await t.test(title, () => flip(servers, each))
    }
    await t.test('LI-03: a session ends', () => endSessions(servers))
    await t.test('P21: a client secret is replaced without a grace period', () =>
      replaceSecrets(servers),
    )
    await t.test('a signing key is retired, and the next one signs', () => retireKeys(servers))
    deepEqual(
      servers.log().filter(({ level }) => level === 'error'),
      [],
    )
  })
}
