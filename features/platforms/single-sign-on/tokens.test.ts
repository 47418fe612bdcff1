import { deepEqual, equal, notEqual, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import { endSession, listSessions } from '#domain/sessions/session.ts'
import { affects, db, row, run, transaction } from '#server/db.ts'
import { issuer, platformFetch } from '#test/platform-client.ts'
import { basicOf } from '#test/token-calls.ts'
import { until } from '#test/until.ts'
import { deleteExpired } from './adapter.ts'
import {
  authorize,
  exchange,
  isActive,
  newPlatform,
  tokensOf,
  visitorOf,
  type Platform,
} from '#test/platform.ts'
import { ago, backdate, updateRows } from '#test/rows.ts'

test('exactly one of 50 concurrent exchanges of one code gets tokens, and those are revoked', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  const authorized = await authorize(browser, hub)

  const answers = await Promise.allSettled(
    Array.from({ length: 50 }, () => exchange(hub, authorized)),
  )

  const tokens = answers.filter((answer) => answer.status === 'fulfilled').map(({ value }) => value)
  equal(tokens.length, 1)
  equal(await isActive(hub, tokens[0]!.access_token), false)
  await assertRefused(hub, tokens[0]!.refresh_token ?? '')
})

test('a code works once, and using it again revokes its tokens', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  const authorized = await authorize(browser, hub)
  const { access_token: access } = await exchange(hub, authorized)
  equal(await isActive(hub, access), true)

  await rejects(exchange(hub, authorized))

  equal(await isActive(hub, access), false)
})

test('a refused exchange uses up its code', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  const authorized = await authorize(browser, hub)
  const setActive = (isActive: boolean) =>
    updateRows('subsystems', { id: hub.id }, { active: isActive })
  await setActive(false)
  await rejects(exchange(hub, authorized), { error: 'invalid_grant' })
  await setActive(true)
  await rejects(exchange(hub, authorized), { error: 'invalid_grant' })
})

test('an exchange concurrent with the end of its session leaves no valid token and does not deadlock', async () => {
  const hub = await newPlatform()
  for (let round = 0; round < 20; round += 1) {
    const { ada, browser } = await visitorOf(hub)
    const authorized = await authorize(browser, hub)
    const [session] = await listSessions(db, ada.id)
    const [exchanged] = await Promise.allSettled([
      exchange(hub, authorized),
      endSession(db, session?.id ?? ''),
    ])
    if (exchanged.status === 'rejected')
      equal((exchanged.reason as { error: string }).error, 'invalid_grant')
    else equal(await isActive(hub, exchanged.value.access_token), false)
  }
})

test("a refused exchange does not wait for the session's lock, and still uses up its code", async () => {
  const hub = await newPlatform()
  const { ada, browser } = await visitorOf(hub)
  const authorized = await authorize(browser, hub)
  await updateRows('subsystems', { id: hub.id }, { active: false })
  await transaction(db, async (tx) => {
    await run(tx)`select from sessions where user_id = ${ada.id} for update`
    await rejects(exchange(hub, authorized), { error: 'invalid_grant' })
  })
  await updateRows('subsystems', { id: hub.id }, { active: true })
  await rejects(exchange(hub, authorized), { error: 'invalid_grant' })
})

test('a refresh whose grant is revoked concurrently issues no tokens', async () => {
  const hub = await newPlatform()
  const { ada, browser } = await visitorOf(hub)
  const { refresh } = await tokensOf(browser, hub)
  const [refreshed] = await transaction(db, async (tx) => {
    await run(tx)`select from sessions where user_id = ${ada.id} for update`
    const waiting = Promise.allSettled([client.refreshTokenGrant(hub.config, refresh)])
    await until(
      () =>
        affects(
          db,
        )`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%held%'`,
    )
    await client.tokenRevocation(hub.config, refresh)
    return { waiting }
  }).then(({ waiting }) => waiting)
  equal(refreshed.status, 'rejected')
})

test('introspection accepts long bodies, other charsets and any token_type_hint', async () => {
  const secret = 'a random secret'
  const hub = await newPlatform({ clientSecret: secret })
  const { browser } = await visitorOf(hub)
  const { access } = await tokensOf(browser, hub)
  const type = 'application/x-www-form-urlencoded'
  for (const hint of ['', '&token_type_hint=access_token', '&token_type_hint=refresh_token']) {
    for (const [body, contentType] of [
      [`token=${access}${hint}&more=${'x'.repeat(13_000)}`, type],
      [`token=${access}${hint}`, `${type}; charset=iso-8859-1`],
    ] as const) {
      const answer = await platformFetch(`${issuer}/token/introspection`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': contentType, authorization: basicOf(hub.id, secret) },
        body,
      })
      deepEqual([answer.status, ((await answer.json()) as { active: boolean }).active], [200, true])
    }
  }
})

test('a user gets a new grant after a revoked one', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  const authorized = await authorize(browser, hub)
  await exchange(hub, authorized)
  await rejects(exchange(hub, authorized))

  const { access } = await tokensOf(browser, hub)

  equal(await isActive(hub, access), true)
})

test('a refresh of a public client returns new tokens, and using the old token again revokes them all', async () => {
  const hub = await newPlatform({ clientSecret: null })
  const { browser } = await visitorOf(hub)
  const first = await tokensOf(browser, hub)

  const second = await client.refreshTokenGrant(hub.config, first.refresh)
  notEqual(second.refresh_token, first.refresh)
  equal(await isActive(hub, second.access_token), true)
  await assertRefused(hub, first.refresh)

  equal(await isActive(hub, second.access_token), false)
  await assertRefused(hub, second.refresh_token ?? '')
})

test('exactly one of 20 concurrent refreshes of a public client with one token gets tokens, and those are revoked', async () => {
  const hub = await newPlatform({ clientSecret: null })
  const { browser } = await visitorOf(hub)
  const { refresh } = await tokensOf(browser, hub)

  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, () => client.refreshTokenGrant(hub.config, refresh)),
  )

  const tokens = answers.filter((answer) => answer.status === 'fulfilled').map(({ value }) => value)
  equal(tokens.length, 1)
  equal(await isActive(hub, tokens[0]!.access_token), false)
})

test('LI-03: no token outlives its session', async () => {
  const hub = await newPlatform()
  const { ada, browser } = await visitorOf(hub)
  const { access, refresh } = await tokensOf(browser, hub)
  const authorized = await authorize(browser, hub)
  const [session] = await listSessions(db, ada.id)

  await endSession(db, session!.id)

  equal(await isActive(hub, access), false)
  await assertRefused(hub, refresh)
  await rejects(client.fetchUserInfo(hub.config, access, ada.id))
  await rejects(exchange(hub, authorized), { error: 'invalid_grant' })
  const left = await row(db)`select id from oidc_records where session_id = ${session!.id}`
  equal(left, undefined)
})

test('LI-03: the idle timeout of a session ends its tokens', async () => {
  const hub = await newPlatform()
  const { ada, browser } = await visitorOf(hub)
  const { access, refresh } = await tokensOf(browser, hub)

  await updateRows('sessions', { userId: ada.id }, { lastSeenAt: ago('16 minutes') })

  equal(await isActive(hub, access), false)
  await assertRefused(hub, refresh)
})

for (const [kind, clientSecret] of [
  ['a public client', null],
  ['a client with a secret', 'a random secret'],
] as const) {
  test(`P21: refreshes by ${kind} keep the session active for 40 minutes, but introspection does not`, async () => {
    const hub = await newPlatform({ clientSecret })
    const { ada, browser } = await visitorOf(hub)
    let { access, refresh } = await tokensOf(browser, hub)
    for (let minutes = 0; minutes < 40; minutes += 8) {
      await passMinutes(ada.id, 8)
      await isActive(hub, access)
      equal(await isFresh(ada.id), false)
      const next = await client.refreshTokenGrant(hub.config, refresh)
      access = next.access_token
      equal(next.refresh_token === refresh, clientSecret !== null)
      refresh = next.refresh_token ?? ''
      equal(await isFresh(ada.id), true)
    }
    equal(await browser.isLoggedIn(), true)
    await passMinutes(ada.id, 16)
    await assertRefused(hub, refresh)
    equal(await browser.isLoggedIn(), false)
  })
}

test('ST-06: a deactivated user has no valid token', async () => {
  const hub = await newPlatform()
  const { ada, browser } = await visitorOf(hub)
  const { access, refresh } = await tokensOf(browser, hub)

  await updateRows('users', { id: ada.id }, { active: false })

  equal(await isActive(hub, access), false)
  await assertRefused(hub, refresh)
})

test('PE-06: a user who loses access gets no refresh and no claims', async () => {
  const hub = await newPlatform()
  const { ada, browser } = await visitorOf(hub)
  const { access, refresh } = await tokensOf(browser, hub)

  await updateRows('subsystem_accounts', { userId: ada.id }, { active: false })

  equal(await isActive(hub, access), false)
  await assertRefused(hub, refresh)
  await rejects(client.fetchUserInfo(hub.config, access, ada.id))
})

test('a platform cannot introspect a token of another', async () => {
  const [hub, board] = [await newPlatform(), await newPlatform()]
  const { browser } = await visitorOf(hub)
  const { access } = await tokensOf(browser, hub)

  equal(await isActive(board, access), false)
  equal(await isActive(hub, access), true)
})

test('a platform can revoke its tokens', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  const { access, refresh } = await tokensOf(browser, hub)

  await client.tokenRevocation(hub.config, refresh)

  equal(await isActive(hub, access), false)
  await assertRefused(hub, refresh)
})

test('expired records are deleted', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  const { access } = await tokensOf(browser, hub)
  await deleteExpired(db)

  await updateRows('oidc_records', { model: 'AccessToken' }, { expiresAt: ago('1 second') })

  equal(await isActive(hub, access), false)
  equal((await deleteExpired(db)) > 0, true)
  equal(await deleteExpired(db), 0)
})

async function assertRefused({ config }: Platform, refreshToken: string): Promise<void> {
  await rejects(client.refreshTokenGrant(config, refreshToken), { error: 'invalid_grant' })
}

/** Moves the times of the session into the past. */
async function passMinutes(userId: string, minutes: number): Promise<void> {
  const age = `${minutes} minutes`
  await backdate('sessions', { userId }, { createdAt: age, lastSeenAt: age, expiresAt: age })
}

async function isFresh(userId: string): Promise<boolean> {
  const session = await row<{ isFresh: boolean }>(db)`
    select last_seen_at > now() - interval '1 minute' as is_fresh from sessions where user_id = ${userId}`
  return session?.isFresh ?? false
}
