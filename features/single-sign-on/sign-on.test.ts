import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import * as client from 'openid-client'
import { addSubsystem, giveAccess } from '#domain/subsystem.ts'
import { db, row, rows, run, sql } from '#server/db.ts'
import { theServer } from '#test/browser.ts'
import { addUser, logIn, visitor } from '#test/people.ts'
import {
  ask,
  enter,
  exchange,
  follow,
  isActive,
  issuer,
  newPlatform,
  platformFetch,
  tokensOf,
  visitorOf,
} from '#test/platform.ts'

test('whoever is logged in enters a platform at once, and it learns who she is', async () => {
  const hub = await newPlatform()
  const { ada, browser } = await visitorOf(hub)

  const { access, claims } = await tokensOf(browser, hub)

  equal(claims.sub, ada.id)
  deepEqual(claims['amr'], ['pwd', 'otp'])
  equal(claims['acr'], 'https://refeds.org/profile/mfa')
  equal(typeof claims['sid'], 'string')
  const session = await row<{ createdAt: Date }>(
    db,
    sql`select created_at from sessions where user_id = ${ada.id}`,
  )
  equal(claims.auth_time, Math.floor(session!.createdAt.getTime() / 1000))
  const info = await client.fetchUserInfo(hub.config, access, ada.id)
  equal(info.name, 'Ada Byron')
  equal(info.email, ada.email)
  equal(info.locale, 'en')
  equal(info.zoneinfo, 'UTC')
  equal((info['partner'] as { name: string }).name, 'Harbour Ltd')
})

test('entering a platform is remembered and recorded', async () => {
  const hub = await newPlatform()
  const { ada, browser } = await visitorOf(hub)

  const { claims } = await tokensOf(browser, hub)

  const [led] = await rows<{ clientId: string; sid: string }>(
    db,
    sql`
    select client_id, sid from platform_sessions where user_id = ${ada.id}`,
  )
  deepEqual(led, { clientId: hub.id, sid: claims['sid'] })
  const entry = await row<{ ipAddress: string; requestId: string; subSystem: string }>(
    db,
    sql`
    select ip_address, request_id, sub_system from audit_log
    where action = 'platform_entered' and actor_id = ${ada.id}`,
  )
  match(entry?.ipAddress ?? '', /^198\.18\./)
  equal(entry?.subSystem, hub.id)
  notEqual(entry?.requestId, '')
})

test('whoever is not logged in goes to the login and from there to the platform', async () => {
  const hub = await newPlatform()
  const ada = await addUser()
  await giveAccess(db, ada.id, [hub.id])
  const browser = await visitor()

  const asked = await ask(hub)
  const { url } = await follow(browser, asked.url)
  equal(url.pathname, '/login')
  const back = url.searchParams.get('redirect') ?? ''
  match(back, /^\/sign-on\/[\w-]+$/)

  for (const cookie of (await logIn(ada)).cookies) browser.cookies.set(...cookie)
  const { url: callback } = await follow(browser, back)

  const tokens = await exchange(hub, { ...asked, back: callback })
  equal(tokens.claims()?.sub, ada.id)
})

test('a request that somebody else finishes is refused to the next in the same browser', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  const grace = await visitorOf(hub)
  const asked = await ask(hub, { prompt: 'consent' })
  const first = await browser.fetch(asked.url.href)
  const second = await browser.fetch(first.headers.get('location') ?? '')
  match(second.headers.get('location') ?? '', /\/oidc\/auth\//)

  for (const cookie of grace.browser.cookies) browser.cookies.set(...cookie)
  const { url, answer } = await follow(browser, second.headers.get('location') ?? '')

  equal(url.origin, new URL(issuer).origin)
  equal(answer.status, 400)
})

test('another person in the same browser enters as herself', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  await tokensOf(browser, hub)
  const grace = await visitorOf(hub)

  for (const cookie of grace.browser.cookies) browser.cookies.set(...cookie)
  const { claims } = await tokensOf(browser, hub)

  equal(claims.sub, grace.ada.id)
})

test('platforms entered at the same moment all keep what they got', async () => {
  const platforms = await Promise.all(Array.from({ length: 8 }, () => newPlatform()))
  const { browser } = await visitorOf(...platforms)
  await tokensOf(browser, platforms[0]!)

  const entered = await Promise.all(platforms.map((platform) => enter(browser, platform)))
  const active = await Promise.all(
    platforms.map(async (platform, index) => {
      const { access_token: access } = await exchange(platform, entered[index]!)
      return isActive(platform, access)
    }),
  )

  deepEqual(
    active,
    platforms.map(() => true),
  )
})

test('PE-06: entry is refused without an account, with a deactivated one and without a company', async () => {
  const hub = await newPlatform()
  const stranger = await visitorOf()
  const suspended = await visitorOf(hub)
  await run(
    db,
    sql`update subsystem_accounts set active = false where user_id = ${suspended.ada.id}`,
  )
  const alone = await addUser({ company: null })
  await giveAccess(db, alone.id, [hub.id])

  for (const [browser, type] of [
    [stranger.browser, 'no_access'],
    [suspended.browser, 'deactivated'],
    [await logIn(alone), 'no_partner'],
  ] as const) {
    const { url } = await follow(browser, (await ask(hub)).url)
    equal(
      url.pathname + url.search,
      `/main/profile?forbidden_subsystem=${hub.id}&error_type=${type}`,
    )
  }
  const recorded = await rows<{ reason: string }>(
    db,
    sql`
    select data ->> 'reason' as reason from audit_log
    where action = 'entry_refused' and sub_system = ${hub.id} order by id`,
  )
  deepEqual(
    recorded.map(({ reason }) => reason),
    ['no_access', 'deactivated', 'no_partner'],
  )
})

test('a platform that asks without showing anything hears that a login is needed, or that entry is refused', async () => {
  const hub = await newPlatform()
  const stranger = await visitorOf()

  const loggedOut = await enter(await visitor(), hub, { prompt: 'none' })
  const refused = await enter(stranger.browser, hub, { prompt: 'none' })

  equal(loggedOut.back.searchParams.get('error'), 'login_required')
  equal(refused.back.searchParams.get('error'), 'access_denied')
})

test('a platform that asks without showing anything lets in whoever is logged in at the portal', async () => {
  const hub = await newPlatform()
  const { ada, browser } = await visitorOf(hub)

  const tokens = await exchange(hub, await enter(browser, hub, { prompt: 'none' }))

  equal(tokens.claims()?.sub, ada.id)
})

test('a platform that asks for a new login gets one, and nobody is logged out by the asking', async () => {
  const hub = await newPlatform()
  const { ada, browser } = await visitorOf(hub)
  const { access } = await tokensOf(browser, hub)

  const asked = await ask(hub, { prompt: 'login' })
  const { url } = await follow(browser, asked.url)

  equal(url.pathname, '/login')
  const again = url.searchParams.get('redirect') ?? ''
  equal(await isActive(hub, access), true)
  equal((await follow(browser, again)).url.pathname, '/login')
  for (const cookie of (await logIn(ada)).cookies) browser.cookies.set(...cookie)
  const { url: back } = await follow(browser, again)
  const tokens = await exchange(hub, { ...asked, back })
  equal(tokens.claims()?.sub, ada.id)
  equal(tokens.claims()?.auth_time, await lastLoginOf(ada.id))
})

test('a login that was asked for anew is asked for once, also when nobody was logged in', async () => {
  const hub = await newPlatform()
  const { ada, browser: other } = await visitorOf(hub)
  const browser = await visitor()

  const asked = await ask(hub, { prompt: 'login' })
  const { url } = await follow(browser, asked.url)
  for (const cookie of other.cookies) browser.cookies.set(...cookie)
  const { url: back } = await follow(browser, url.searchParams.get('redirect') ?? '')

  equal((await exchange(hub, { ...asked, back })).claims()?.sub, ada.id)
})

test('a login that is older than a platform accepts is asked for anew', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  await exchange(hub, await enter(browser, hub, { max_age: '60' }))
  const old = await visitorOf(hub)
  await run(
    db,
    sql`
    update sessions set created_at = created_at - interval '61 seconds' where user_id = ${old.ada.id}`,
  )

  const { url } = await follow(old.browser, (await ask(hub, { max_age: '60' })).url)

  equal(url.pathname, '/login')
  equal(await old.browser.isLoggedIn(), true)
})

test('a platform that means somebody else is told that a login is needed', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  const grace = await visitorOf(hub)
  const { idToken } = await tokensOf(grace.browser, hub)

  const { back } = await enter(browser, hub, { id_token_hint: idToken })

  equal(back.searchParams.get('error'), 'login_required')
})

test('a platform that was registered just now works', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  ok((await tokensOf(browser, hub)).access)
  const url = `http://${hub.id}.example`

  await addSubsystem(db, {
    id: hub.id,
    name: 'Another name',
    url,
    clientSecret: 'another secret',
    redirectUris: [hub.callback],
    postLogoutUris: [],
    backchannelLogoutUri: null,
  })

  await rejects(tokensOf(browser, hub))
})

test('a code goes to exactly the registered address, and only with a proof', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  for (const wrong of [
    `${hub.callback}/`,
    `${hub.callback}?a=1`,
    'http://evil.test/callback',
    hub.callback.toUpperCase(),
  ]) {
    const { url, answer } = await follow(browser, (await ask(hub, { redirect_uri: wrong })).url)
    equal(answer.status, 400, wrong)
    equal(url.origin, new URL(issuer).origin)
  }

  const { url } = await ask(hub)
  url.searchParams.delete('code_challenge')
  url.searchParams.delete('code_challenge_method')
  const { url: back } = await follow(browser, url)

  equal(back.searchParams.get('error'), 'invalid_request')
})

test('a host in the request line counts as little', async () => {
  const server = await theServer()
  const address = new URL(await server.listen({ host: '127.0.0.1', port: 0 }))
  const path = 'http://evil.test/oidc/.well-known/openid-configuration'

  const asked = request({ host: address.hostname, port: address.port, path }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const about = JSON.parse(Buffer.concat(await answer.toArray()).toString())

  equal(about.issuer, issuer)
  equal(about.token_endpoint, `${issuer}/token`)
})

test('where the provider stands is told by PUBLIC_URL, whatever a client says', async () => {
  const server = await theServer()
  const address = '/oidc/.well-known/openid-configuration'
  const plain = await server.inject({ url: address })
  for (const headers of [
    { host: 'evil.test' },
    { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' },
    { forwarded: 'host=evil.test;proto=https' },
  ]) {
    const answer = await server.inject({ url: address, headers: headers as Record<string, string> })
    deepEqual(answer.json(), plain.json())
  }
  const about = plain.json() as Record<string, unknown>
  equal(about['issuer'], issuer)
  equal(about['authorization_endpoint'], `${issuer}/auth`)
  equal(about['backchannel_logout_supported'], true)
  equal(about['backchannel_logout_session_supported'], true)
  deepEqual(about['response_types_supported'], ['code'])
  deepEqual(about['code_challenge_methods_supported'], ['S256'])
})

test('pages of the provider may lead to the platforms, and load nothing from elsewhere', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)

  const answer = await browser.fetch((await ask(hub)).url.href)

  const policy = answer.headers.get('content-security-policy') ?? ''
  match(policy, /default-src 'none'/)
  match(policy, new RegExp(`form-action 'self' [^;]*http://${hub.id}\\.example`))
})

test('tokens are not to be read out of the database', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  const { access, refresh } = await tokensOf(browser, hub)

  const records = await rows<{ text: string }>(db, sql`select r::text as text from oidc_records r`)

  ok(records.length > 0)
  for (const { text } of records) ok(!text.includes(access) && !text.includes(refresh))
})

test('an address under the provider that is none is not found', async () => {
  const { status } = await platformFetch(`${issuer}/nothing`, {
    method: 'GET',
    headers: {},
    body: undefined,
    redirect: 'manual',
  })
  equal(status, 404)
})

test('a way to the login that is too old, or of another browser, says so in the language of the browser', async () => {
  const browser = await visitor()
  const answer = await browser.fetch('/sign-on/gone', { headers: { 'accept-language': 'ar' } })

  equal(answer.status, 400)
  match(await answer.text(), /<html lang="ar" dir="rtl">/)
})

async function lastLoginOf(userId: string): Promise<number> {
  const [last] = await rows<{ createdAt: Date }>(
    db,
    sql`select created_at from sessions where user_id = ${userId} order by created_at desc limit 1`,
  )
  return Math.floor((last?.createdAt.getTime() ?? 0) / 1000)
}
