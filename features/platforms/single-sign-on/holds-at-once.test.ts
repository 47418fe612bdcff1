import { deepEqual, equal, ok } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { decodeProtectedHeader, type JSONWebKeySet } from 'jose'
import { findPartner, updatePartner, type Partner } from '#domain/partner.ts'
import { endSession, listSessions } from '#domain/session.ts'
import { getCurrentKey } from '#domain/signing-key.ts'
import { findSubsystem, replaceClientSecret, updateSubsystem } from '#domain/subsystem.ts'
import { setActive } from '#domain/user.ts'
import { db, transaction } from '#server/db.ts'
import { logIn, type TestUser } from '#test/people.ts'
import { authorize, newPlatform, tokensOf, visitorOf, type Platform } from '#test/platform.ts'
import { startPooler } from '#test/pooler.ts'
import { startPortico } from '#test/programs.ts'
import { now, updateRows } from '#test/rows.ts'
import { askAt, callsOf, type Calls } from '#test/token-calls.ts'
import { rotateKeysCommand } from '../../admin/keys/command.ts'

/** `npm run trials -- long` has 200. */
const rounds = Number(process.env['TEST_ROUNDS'] ?? 10)

// Two keys, which sign in turns.
await getCurrentKey(db, 'oidc')
await rotateKeysCommand([])

type Servers = { urls: string[]; log: () => Record<string, unknown>[] }

async function startTwo(t: TestContext, isPooled: boolean): Promise<Servers | undefined> {
  const through = isPooled ? await startPooler(t) : (url: string) => url
  if (through === undefined) return undefined
  const env = {
    SERVE: 'users,sso',
    DATABASE_URL: through(process.env['DATABASE_URL'] ?? ''),
    DATABASE_OWNER_URL: through(process.env['DATABASE_OWNER_URL'] ?? ''),
    ...(isPooled && { DATABASE_PREPARE: 'off' }),
  }
  const servers = await Promise.all([startPortico(t, env), startPortico(t, env)])
  return { urls: servers.map(({ url }) => url), log: () => servers.flatMap(({ log }) => log()) }
}

const secret = 'a random secret'

/** A user on a platform, with its tokens. */
async function enter() {
  const hub = await newPlatform({ clientSecret: secret, mayInvite: true })
  const { ada, browser } = await visitorOf(hub)
  return { hub, ada, ...(await tokensOf(browser, hub)) }
}

type Entered = Awaited<ReturnType<typeof enter>>
type Kind = {
  ask: (calls: Calls, tokens: Pick<Entered, 'access' | 'refresh'>) => Promise<Response>
  given: unknown[]
  refused: unknown[]
}

const kinds = {
  userinfo: {
    ask: (at, { access }) => at.userinfo(access),
    given: [200, undefined],
    refused: [401, 'invalid_token'],
  },
  introspection: {
    ask: (at, { access }) => at.introspect(access),
    given: [200, true],
    refused: [200, false],
  },
  refresh: {
    ask: (at, { refresh }) => at.refresh(refresh),
    given: [200, undefined],
    refused: [400, 'invalid_grant'],
  },
  credentials: {
    ask: (at) => at.credentials(),
    given: [200, undefined],
    refused: [400, 'invalid_request'],
  },
} satisfies Record<string, Kind>

const ofUsers: Kind[] = [kinds.userinfo, kinds.introspection, kinds.refresh]

type Question = { round: number; of: readonly Kind[]; secret?: string }

/** Asks both servers; each kind of call is the first in its turn. */
async function expect(
  isGiven: boolean,
  { urls }: Servers,
  { hub, ...tokens }: Pick<Entered, 'hub' | 'access' | 'refresh'>,
  { round, of, secret: own = secret }: Question,
): Promise<void> {
  const first = round % of.length
  for (const url of urls.toReversed()) {
    for (const { ask, given, refused } of [...of.slice(first), ...of.slice(0, first)]) {
      const answer = await ask(callsOf(askAt(url), hub, own), tokens)
      const body = (await answer.json()) as Record<string, unknown>
      deepEqual([answer.status, body['error'] ?? body['active']], isGiven ? given : refused)
    }
  }
}

type Switch = {
  what: string
  set: (entered: Entered, active: boolean) => Promise<unknown>
  of: readonly Kind[]
}

/** Only the flag is changed, so that the tokens are still there: the question itself has to find it. */
const switches: Switch[] = [
  {
    what: 'the user',
    set: ({ ada }, active) => transaction(db, (tx) => setActive(tx, ada.id, active)),
    of: ofUsers,
  },
  {
    what: 'the company',
    set: ({ ada }, active) => changeCompany(ada, { active }),
    of: ofUsers,
  },
  {
    what: 'the platform',
    set: ({ hub }, active) => changePlatform(hub, active),
    of: [...ofUsers, kinds.credentials],
  },
  {
    what: 'the access of the user',
    set: ({ ada, hub }, active) =>
      updateRows('subsystem_accounts', { userId: ada.id, subsystemId: hub.id }, { active }),
    of: ofUsers,
  },
  {
    what: 'the access of the company',
    set: ({ ada }, active) => changeCompany(ada, { subsystems: active ? null : [] }),
    of: ofUsers,
  },
]

async function changeCompany({ id }: TestUser, facts: Partial<Partner>): Promise<void> {
  const { rows } = await db.query('select partner_id from users where id = $1', [id])
  const partner = await findPartner(db, rows[0].partner_id)
  ok(partner)
  ok(await transaction(db, (tx) => updatePartner(tx, partner, { ...partner, ...facts })))
}

async function changePlatform({ id }: Platform, active: boolean): Promise<void> {
  const known = await findSubsystem(db, id)
  const { clientSecretHash: _, ...registered } = known!
  ok(await updateSubsystem(db, { ...registered, active }))
}

async function flip(servers: Servers, { set, of }: Switch): Promise<void> {
  const entered = await enter()
  await expect(true, servers, entered, { round: 0, of })
  for (let round = 0; round < rounds; round += 1) {
    for (const active of [false, true]) {
      await set(entered, active)
      await expect(active, servers, entered, { round, of })
    }
  }
}

async function endSessions(servers: Servers): Promise<void> {
  const entered = await enter()
  for (let round = 0; round < rounds; round += 1) {
    const { hub, ada } = entered
    const browser = await logIn(ada)
    const tokens = { hub, ...(await tokensOf(browser, hub)) }
    await expect(true, servers, tokens, { round, of: ofUsers })
    const [latest] = await listSessions(db, ada.id)
    ok(await endSession(db, latest?.id ?? ''))
    equal(await browser.isLoggedIn(), false)
    await expect(false, servers, tokens, { round, of: ofUsers })
  }
}

/** A client that is refused gets 401 from every call. */
const clientKinds: Kind[] = [kinds.introspection, kinds.refresh, kinds.credentials].map((kind) => ({
  ...kind,
  refused: [401, 'invalid_client'],
}))

async function replaceSecrets(servers: Servers): Promise<void> {
  const { hub, ada, ...first } = await enter()
  const browser = await logIn(ada)
  let [old, tokens] = [secret, { hub, access: first.access, refresh: first.refresh }]
  for (let round = 0; round < rounds; round += 1) {
    await expect(true, servers, tokens, { round, of: clientKinds, secret: old })
    const { version = 0 } = (await findSubsystem(db, hub.id)) ?? {}
    const clientSecret = `another random secret ${round}`
    const replaced = { id: hub.id, version, clientSecret, graceHours: 0 }
    ok(await replaceClientSecret(db, replaced))
    await expect(false, servers, tokens, { round, of: clientKinds, secret: old })
    const { introspection, refresh, credentials } = kinds
    const own = { round, secret: clientSecret }
    await expect(true, servers, tokens, { of: [introspection, credentials], ...own })
    // It may be known to somebody who had the old secret.
    await expect(false, servers, tokens, { of: [refresh], ...own })

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
  const { hub, refresh } = await enter()
  let signs = (await getCurrentKey(db, 'oidc')).kid
  for (let round = 0; round < rounds; round += 1) {
    const { rows } = await db.query<{ kid: string }>(
      `select kid from signing_keys where use = 'oidc' and kid <> $1`,
      [signs],
    )
    const next = rows[0]?.kid ?? ''
    await transaction(db, async (tx) => {
      await updateRows('signing_keys', { kid: signs }, { retiredAt: now }, tx)
      await updateRows('signing_keys', { kid: next }, { retiredAt: null }, tx)
    })
    for (const url of urls.toReversed()) {
      const answer = await callsOf(askAt(url), hub, secret).refresh(refresh)
      const { id_token: idToken = '' } = (await answer.json()) as Record<string, string>
      equal(decodeProtectedHeader(idToken).kid, next)
      const published = (await (await fetch(`${url}/oidc/jwks`)).json()) as JSONWebKeySet
      deepEqual(
        published.keys.map(({ kid }) => kid),
        [next, signs],
      )
    }
    signs = next
  }
}

for (const isPooled of [false, true]) {
  const how = isPooled ? 'through PgBouncer by transactions' : 'directly on PostgreSQL'
  test(`what changes holds at the next call on two other servers, ${how}, ${rounds} times`, async (t) => {
    const servers = await startTwo(t, isPooled)
    if (servers === undefined) return t.skip('no PgBouncer on this machine')
    for (const each of switches) {
      const title = `ST-06, PE-06: ${each.what} is deactivated, and activated again`
      await t.test(title, () => flip(servers, each))
    }
    await t.test('LI-03: a session ends', () => endSessions(servers))
    await t.test('P21: a client secret is replaced without grace', () => replaceSecrets(servers))
    await t.test('a signing key retires, and the next one signs', () => retireKeys(servers))
    deepEqual(
      servers.log().filter(({ level }) => level === 'error'),
      [],
    )
  })
}
