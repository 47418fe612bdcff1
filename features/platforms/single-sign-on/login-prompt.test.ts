import { equal, match, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import * as client from 'openid-client'
import { db, rows } from '#server/db.ts'
import { logIn, visitor, type TestUser, type Visitor } from '#test/people.ts'
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
import { backdate } from '#test/rows.ts'

test('prompt=none returns login_required or access_denied', async () => {
  const hub = await newPlatform()
  const stranger = await visitorOf()

  const loggedOut = await authorize(await visitor(), hub, { prompt: 'none' })
  const refused = await authorize(stranger.browser, hub, { prompt: 'none' })

  equal(loggedOut.back.searchParams.get('error'), 'login_required')
  equal(refused.back.searchParams.get('error'), 'access_denied')
})

test('prompt=none succeeds for a user who is logged in at the portal', async () => {
  const hub = await newPlatform()
  const { ada, browser } = await visitorOf(hub)

  const tokens = await exchange(hub, await authorize(browser, hub, { prompt: 'none' }))

  equal(tokens.claims()?.sub, ada.id)
})

test('prompt=login requires a new login but does not end the current session', async () => {
  const hub = await newPlatform()
  const { ada, browser } = await visitorOf(hub)
  const { access } = await tokensOf(browser, hub)

  const request = await buildAuthorizationRequest(hub, { prompt: 'login' })
  const { url } = await follow(browser, request.url)

  equal(url.pathname, '/login')
  const again = url.searchParams.get('redirect') ?? ''
  equal(await isActive(hub, access), true)
  equal((await follow(browser, again)).url.pathname, '/login')
  await logInAgain(browser, ada)
  const { url: back } = await follow(browser, again)
  const tokens = await exchange(hub, { ...request, back })
  equal(tokens.claims()?.sub, ada.id)
  equal(tokens.claims()?.auth_time, await lastLoginOf(ada.id))
})

test('P26: prompt=select_account shows the login once, even to a user who has a session', async () => {
  const hub = await newPlatform()
  const { ada, browser } = await visitorOf(hub)
  const grace = await visitorOf(hub)

  for (const prompt of ['select_account', 'login select_account consent']) {
    const request = await buildAuthorizationRequest(hub, { prompt })
    const { url } = await follow(browser, request.url)
    equal(url.pathname, '/login', prompt)
    const again = url.searchParams.get('redirect') ?? ''
    equal((await follow(browser, again)).url.pathname, '/login')
    equal(await browser.isLoggedIn(), true)

    const user = prompt === 'select_account' ? grace.ada : ada
    await logInAgain(browser, user)
    const { url: back } = await follow(browser, again)
    equal((await exchange(hub, { ...request, back })).claims()?.sub, user.id, prompt)
  }
})

test('P26: prompt=select_account asks only once if the user was not logged in', async () => {
  const hub = await newPlatform()
  const { ada } = await visitorOf(hub)
  const browser = await visitor()

  const request = await buildAuthorizationRequest(hub, { prompt: 'select_account' })
  const { url } = await follow(browser, request.url)
  equal(url.pathname, '/login')
  await logInAgain(browser, ada)
  const { url: back } = await follow(browser, url.searchParams.get('redirect') ?? '')

  equal((await exchange(hub, { ...request, back })).claims()?.sub, ada.id)
})

test('P26: prompt=create is refused with registration_not_supported, even in a pushed request', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)

  const { back } = await authorize(browser, hub, { prompt: 'create' })
  equal(back.searchParams.get('error'), 'registration_not_supported')
  const unknown = await authorize(browser, hub, { prompt: 'dance' })
  equal(unknown.back.searchParams.get('error'), 'invalid_request')

  const { url } = await buildAuthorizationRequest(hub, { prompt: 'login create' })
  const pushed = client.buildAuthorizationUrlWithPAR(hub.config, url.searchParams)
  await rejects(pushed, { error: 'registration_not_supported' })
})

test('prompt=login asks only once if the user was not logged in', async () => {
  const hub = await newPlatform()
  const { ada } = await visitorOf(hub)
  const browser = await visitor()

  const request = await buildAuthorizationRequest(hub, { prompt: 'login' })
  const { url } = await follow(browser, request.url)
  await logInAgain(browser, ada)
  const { url: back } = await follow(browser, url.searchParams.get('redirect') ?? '')

  equal((await exchange(hub, { ...request, back })).claims()?.sub, ada.id)
})

test('max_age requires a step-up if the login is older', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  await exchange(hub, await authorize(browser, hub, { max_age: '60' }))
  const old = await visitorOf(hub)
  await backdate(
    'sessions',
    { userId: old.ada.id },
    { createdAt: '61 seconds', verifiedAt: '61 seconds' },
  )

  const { url } = await follow(
    old.browser,
    (await buildAuthorizationRequest(hub, { max_age: '60' })).url,
  )

  match(url.pathname, /^\/step-up\/[\w-]+$/)
  equal(await old.browser.isLoggedIn(), true)
})

test('an id_token_hint for another user returns login_required', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  const grace = await visitorOf(hub)
  const { idToken } = await tokensOf(grace.browser, hub)

  const { back } = await authorize(browser, hub, { id_token_hint: idToken })

  equal(back.searchParams.get('error'), 'login_required')
})

test('an expired or foreign interaction shows an error page in the browser’s language', async () => {
  const browser = await visitor()
  const answer = await browser.fetch('/sign-on/gone', { headers: { 'accept-language': 'ar' } })

  equal(answer.status, 400)
  match(await answer.text(), /<html lang="ar" dir="rtl">/)
})

async function lastLoginOf(userId: string): Promise<number> {
  const [last] = await rows<{ createdAt: Date }>(db)`
    select created_at from sessions where user_id = ${userId} order by created_at desc limit 1`
  return Math.floor((last?.createdAt.getTime() ?? 0) / 1000)
}

/** Logs in the browser after a pause, because times within one millisecond count as equal. */
async function logInAgain(browser: Visitor, user: TestUser): Promise<void> {
  await setTimeout(2)
  for (const cookie of (await logIn(user)).cookies) browser.cookies.set(...cookie)
}
