import { deepEqual, equal, match, notEqual } from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import { grantAccess } from '#domain/platform-access/platform-account.ts'
import { db, row, rows } from '#server/db.ts'
import { addUser, logIn, visitor } from '#test/people.ts'
import { issuer } from '#test/platform-client.ts'
import {
  buildAuthorizationRequest,
  authorize,
  exchange,
  follow,
  isActive,
  newPlatform,
  tokensOf,
  visitorOf,
} from '#test/platform.ts'
import { updateRows } from '#test/rows.ts'

test('a logged-in user opens a platform without a login, and the platform gets the claims', async () => {
  const hub = await newPlatform()
  const { ada, browser } = await visitorOf(hub)

  const { access, claims } = await tokensOf(browser, hub)

  equal(claims.sub, ada.id)
  deepEqual(claims['amr'], ['pwd', 'otp', 'mfa'])
  equal(claims['acr'], 'https://refeds.org/profile/mfa')
  equal(typeof claims['sid'], 'string')
  const session = await row<{ createdAt: Date }>(db)`
    select created_at from sessions where user_id = ${ada.id}`
  equal(claims.auth_time, Math.floor(session!.createdAt.getTime() / 1000))
  const info = await client.fetchUserInfo(hub.config, access, ada.id)
  equal(info.name, 'Ada Byron')
  equal(info.email, ada.email)
  equal(info.locale, 'en')
  equal(info.zoneinfo, 'UTC')
  equal((info['partner'] as { name: string }).name, 'Harbour Ltd')
})

test('opening a platform is stored and recorded in the audit log', async () => {
  const hub = await newPlatform()
  const { ada, browser } = await visitorOf(hub)

  const { claims } = await tokensOf(browser, hub)

  const [platformSession] = await rows<{ clientId: string; sid: string }>(db)`
    select client_id, sid from platform_sessions where user_id = ${ada.id}`
  deepEqual(platformSession, { clientId: hub.id, sid: claims['sid'] })
  const entry = await row<{ ipAddress: string; requestId: string; subSystem: string }>(db)`
    select ip_address, request_id, sub_system from audit_log
    where action = 'platform_accessed' and actor_id = ${ada.id}`
  match(entry?.ipAddress ?? '', /^198\.18\./)
  equal(entry?.subSystem, hub.id)
  notEqual(entry?.requestId, '')
})

test('a user who is not logged in is redirected to the login and then to the platform', async () => {
  const hub = await newPlatform()
  const ada = await addUser()
  await grantAccess(db, ada.id, [hub.id])
  const browser = await visitor()

  const request = await buildAuthorizationRequest(hub)
  const { url } = await follow(browser, request.url)
  equal(url.pathname, '/login')
  const back = url.searchParams.get('redirect') ?? ''
  match(back, /^\/sign-on\/[\w-]+$/)

  for (const cookie of (await logIn(ada)).cookies) browser.cookies.set(...cookie)
  const { url: callback } = await follow(browser, back)

  const tokens = await exchange(hub, { ...request, back: callback })
  equal(tokens.claims()?.sub, ada.id)
})

test('a request finished by one user is refused to the next user of the same browser', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  const grace = await visitorOf(hub)
  const request = await buildAuthorizationRequest(hub, { prompt: 'consent' })
  const first = await browser.fetch(request.url.href)
  const second = await browser.fetch(first.headers.get('location') ?? '')
  match(second.headers.get('location') ?? '', /\/oidc\/auth\//)

  for (const cookie of grace.browser.cookies) browser.cookies.set(...cookie)
  const { url, answer } = await follow(browser, second.headers.get('location') ?? '')

  equal(url.origin, new URL(issuer).origin)
  equal(answer.status, 400)
})

test('another user in the same browser gets their own identity', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  await tokensOf(browser, hub)
  const grace = await visitorOf(hub)

  for (const cookie of grace.browser.cookies) browser.cookies.set(...cookie)
  const { claims } = await tokensOf(browser, hub)

  equal(claims.sub, grace.ada.id)
})

test('platforms opened concurrently all keep their tokens', async () => {
  const platforms = await Promise.all(Array.from({ length: 8 }, () => newPlatform()))
  const { browser } = await visitorOf(...platforms)
  await tokensOf(browser, platforms[0]!)

  const authorized = await Promise.all(platforms.map((platform) => authorize(browser, platform)))
  const active = await Promise.all(
    platforms.map(async (platform, index) => {
      const { access_token: access } = await exchange(platform, authorized[index]!)
      return isActive(platform, access)
    }),
  )

  deepEqual(
    active,
    platforms.map(() => true),
  )
})

test('PE-06: access is refused without an account, with a deactivated one and without a company', async () => {
  const hub = await newPlatform()
  const stranger = await visitorOf()
  const suspended = await visitorOf(hub)
  await updateRows('subsystem_accounts', { userId: suspended.ada.id }, { active: false })
  const alone = await addUser({ company: null })
  await grantAccess(db, alone.id, [hub.id])

  for (const [browser, type] of [
    [stranger.browser, 'no_access'],
    [suspended.browser, 'deactivated'],
    [await logIn(alone), 'no_partner'],
  ] as const) {
    const { url } = await follow(browser, (await buildAuthorizationRequest(hub)).url)
    equal(
      url.pathname + url.search,
      `/main/profile?forbidden_subsystem=${hub.id}&error_type=${type}`,
    )
  }
  const entries = await rows<{ reason: string }>(db)`
    select data ->> 'reason' as reason from audit_log
    where action = 'platform_access_refused' and sub_system = ${hub.id} order by id`
  deepEqual(
    entries.map(({ reason }) => reason),
    ['no_access', 'deactivated', 'no_partner'],
  )
})
