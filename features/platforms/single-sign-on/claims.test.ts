import { deepEqual, equal, notEqual, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import { updateSubsystem, findSubsystem } from '#domain/platforms/subsystem.ts'
import { saveProfile } from '#domain/accounts/user.ts'
import { db, sql } from '#server/db.ts'
import { newApi } from '#test/apis.ts'
import {
  authorize,
  exchange,
  newPlatform,
  tokensOf,
  visitorOf,
  type Platform,
} from '#test/platform.ts'
import { nextVersion, now, updateRows } from '#test/rows.ts'

const login = ['acr', 'amr', 'aud', 'auth_time', 'exp', 'iat', 'iss', 'nonce', 'sid', 'sub']
const profile = ['family_name', 'given_name', 'locale', 'name', 'partner', 'preferred_username']
profile.push('updated_at', 'zoneinfo')
const email = ['email', 'email_verified']

test('P1: the address is a verified one and the preferred username, and updated_at follows a change', async () => {
  const hub = await newPlatform()
  const { ada, browser } = await visitorOf(hub)
  await updateRows('users', { id: ada.id }, { createdAt: '2026-01-02T03:04:05Z' })

  const { access, claims } = await tokensOf(browser, hub)
  const info = await client.fetchUserInfo(hub.config, access, ada.id)
  deepEqual(
    [info.email, info.email_verified, info.preferred_username],
    [ada.email, true, ada.email],
  )
  deepEqual(
    [claims['email'], claims['email_verified'], claims['preferred_username']],
    [ada.email, true, ada.email],
  )
  equal(info.updated_at, Date.UTC(2026, 0, 2, 3, 4, 5) / 1000)

  await updateRows('users', { id: ada.id }, { dormantWarnedAt: now })
  equal((await userInfo(hub, access, ada.id)).updated_at, info.updated_at)
  await saveProfile(db, ada, { ...facts, firstname: 'Augusta' })
  const changed = await userInfo(hub, access, ada.id)
  equal(changed.name, 'Augusta Byron')
  ok(Math.abs((changed.updated_at ?? 0) - Date.now() / 1000) < 60)
})

test('P1: updated_at follows a new name of the company, which is a claim of its users', async () => {
  const hub = await newPlatform()
  const { ada, browser } = await visitorOf(hub)
  await updateRows('users', { id: ada.id }, { createdAt: '2026-01-02T03:04:05Z' })
  const { access } = await tokensOf(browser, hub)
  const companyFilter = { id: sql`= (select partner_id from users where id = ${ada.id})` }

  await updateRows('partners', companyFilter, { version: nextVersion })
  equal((await userInfo(hub, access, ada.id)).updated_at, Date.UTC(2026, 0, 2, 3, 4, 5) / 1000)
  await updateRows('partners', companyFilter, { name: sql`name || ' & Sons'` })
  const { updated_at: renamedAt = 0 } = await userInfo(hub, access, ada.id)
  ok(Math.abs(renamedAt - Date.now() / 1000) < 60)
})

test('P1: a platform gets a phone number only if its registration has the scope, even if it requests the claim by name', async () => {
  const claims = JSON.stringify({
    userinfo: { phone_number: { essential: true } },
    id_token: { phone_number: null },
  })
  const [hub, callers] = [await newPlatform(), await newPlatform({ extraScopes: ['phone'] })]
  const { ada, browser } = await visitorOf(hub, callers)
  await saveProfile(db, ada, facts)

  const answer = await authorize(browser, hub, { scope: 'openid phone' })
  equal(answer.back.searchParams.get('error'), 'invalid_scope')
  const without = await tokensOf(browser, hub, { claims })
  equal(without.claims['phone_number'], undefined)
  equal((await userInfo(hub, without.access, ada.id)).phone_number, undefined)

  const {
    access,
    refresh,
    claims: phoneClaims,
  } = await tokensOf(browser, callers, {
    scope: 'openid phone',
  })
  const { phone_number: number, phone_number_verified: isVerified } = phoneClaims
  deepEqual([number, isVerified], [facts.phone, false])
  equal((await userInfo(callers, access, ada.id)).phone_number, facts.phone)
  await register(callers, { extraScopes: [] })
  equal((await userInfo(callers, access, ada.id)).phone_number, undefined)
  const next = await client.refreshTokenGrant(callers.config, refresh)
  equal(next.claims()?.['phone_number'], undefined)
})

test('P1: a user without a phone number has no claim about it', async () => {
  const callers = await newPlatform({ extraScopes: ['phone'] })
  const { ada, browser } = await visitorOf(callers)

  const { access } = await tokensOf(browser, callers, { scope: 'openid phone' })

  deepEqual(Object.keys(await userInfo(callers, access, ada.id)), ['sub'])
})

test('P20: an ID token contains the claims of the granted scopes, at the exchange and at a refresh', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)

  const { claims, refresh } = await tokensOf(browser, hub)
  const next = await client.refreshTokenGrant(hub.config, refresh)

  deepEqual(Object.keys(claims).sort(), [...login, ...profile, ...email].sort())
  deepEqual([claims['name'], next.claims()?.['name']], ['Ada Byron', 'Ada Byron'])
  const bare = await tokensOf((await visitorOf(hub)).browser, hub, { scope: 'openid' })
  deepEqual(Object.keys(bare.claims).sort(), login)
})

test('P20: with idTokenClaims off an ID token contains only claims named in claims.id_token, even with a resource', async () => {
  const api = await newApi()
  const apis = [{ id: api.id, scopes: ['orders.read'] }]
  const hub = await newPlatform({ idTokenClaims: false, apis })
  const { ada, browser } = await visitorOf(hub)
  const claimsParameter = JSON.stringify({ id_token: { name: null, phone_number: null } })

  for (const [extra, claims] of [
    [{}, []],
    [{ resource: api.id }, []],
    [{ claims: claimsParameter }, ['name']],
    [{ claims: claimsParameter, resource: api.id }, ['name']],
    [{ claims: JSON.stringify({ userinfo: { name: null } }) }, []],
  ] as [Record<string, string>, string[]][]) {
    const tokens = await tokensOf(browser, hub, extra)
    const expected = [...login, ...claims].sort()
    deepEqual(Object.keys(tokens.claims).sort(), expected, JSON.stringify(extra))
    const next = await client.refreshTokenGrant(hub.config, tokens.refresh)
    const atRefresh = Object.keys(next.claims() ?? {}).sort()
    deepEqual(
      atRefresh,
      expected.filter((claim) => claim !== 'nonce'),
    )
    const info = userInfo(hub, tokens.access, ada.id)
    if (extra['resource'] === undefined) equal((await info).email, ada.email)
    else await rejects(info)
  }
})

test('P20: a change of idTokenClaims applies to the next token', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  const { claims, refresh } = await tokensOf(browser, hub)
  equal(claims['email_verified'], true)

  await register(hub, { idTokenClaims: false })

  const next = await client.refreshTokenGrant(hub.config, refresh)
  equal(next.claims()?.['email'], undefined)
  equal((await tokensOf(browser, hub)).claims['email'], undefined)
})

test('P26: offline_access is ignored, even with prompt=consent', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  for (const extra of [{}, { prompt: 'consent' }] as Record<string, string>[]) {
    const scope = 'openid profile email offline_access'
    const tokens = await exchange(hub, await authorize(browser, hub, { ...extra, scope }))
    equal(tokens.scope, 'openid profile email')
    ok(tokens.refresh_token)
  }
})

test('P26: the ID token of a refresh has no nonce and the claims of the original login', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  const { claims, refresh } = await tokensOf(browser, hub)
  notEqual(claims.nonce, undefined)

  const first = await client.refreshTokenGrant(hub.config, refresh)
  const second = await client.refreshTokenGrant(hub.config, first.refresh_token ?? refresh)

  for (const next of [first.claims(), second.claims()]) {
    equal(next?.nonce, undefined)
    deepEqual(
      [next?.sub, next?.['sid'], next?.auth_time],
      [claims.sub, claims['sid'], claims.auth_time],
    )
  }
})

const facts = {
  firstname: 'Ada',
  lastname: 'Byron',
  jobTitle: '',
  timezone: 'UTC',
  preferredLanguage: 'en',
  phone: '+44 20 7946 0000',
  referralCode: '',
} as const

function userInfo({ config }: Platform, access: string, userId: string) {
  return client.fetchUserInfo(config, access, userId)
}

async function register({ id }: Platform, change: Parameters<typeof newPlatform>[0]) {
  const platform = (await findSubsystem(db, id))!
  ok(await updateSubsystem(db, { ...platform, ...change, id }))
}
