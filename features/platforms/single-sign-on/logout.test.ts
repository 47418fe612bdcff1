import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import { listSessions } from '#domain/sessions/session.ts'
import { getCurrentKey, signJwt } from '#domain/keys/signing-key.ts'
import { cookies } from '#server/cookies.ts'
import { db, rows } from '#server/db.ts'
import { logIn, visitor, type Visitor } from '#test/people.ts'
import { issuer } from '#test/platform-client.ts'
import {
  askToLogOut as ask,
  confirmLogOut,
  follow,
  isActive,
  newPlatform,
  tokensOf,
  visitorOf,
  type Platform,
} from '#test/platform.ts'
import { logout } from '../../account/sign-in/contract.ts'

test('logging out at a platform ends the portal’s session and redirects back', async () => {
  const hub = await newPlatform()
  const { ada, browser } = await visitorOf(hub)
  const { access } = await tokensOf(browser, hub)

  const page = await askToLogOut(browser, hub, { client_id: hub.id, state: 'abc' })
  match(page, /Platform \d+ is asking to log you out/)
  const answer = await confirmLogOut(browser, page)

  equal(answer.headers.get('location'), `http://${hub.id}.example/signed-out?state=abc`)
  equal(browser.cookies.has(cookies.session), false)
  equal(await browser.isLoggedIn(), false)
  equal(await isActive(hub, access), false)
  deepEqual(await listSessions(db, ada.id), [])
  const entries = await rows(db)`
    select id from audit_log where action = 'logged_out' and actor_id = ${ada.id}`
  equal(entries.length, 1)
})

test('a logout requires the user’s confirmation', async () => {
  const { browser } = await visitorOf()

  const { answer } = await follow(browser, `${issuer}/session/end`)
  const page = await answer.text()
  const forged = await confirmLogOut(
    browser,
    page.replace(/name="xsrf" value="\w+"/, 'name="xsrf" value="a"'),
  )

  match(page, /Log out\?/)
  equal(forged.status, 400)
  equal(await browser.isLoggedIn(), true)
  await confirmLogOut(browser, page, '')
  equal(await browser.isLoggedIn(), true)
  equal(
    (await confirmLogOut(browser, page)).headers.get('location'),
    `${issuer}/session/end/success`,
  )
  equal(await browser.isLoggedIn(), false)
})

test('P27: a logout with an ID token of this session, even an expired one, needs no confirmation', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  const { claims } = await tokensOf(browser, hub)
  const { sub, sid } = claims
  const header = { typ: 'JWT', issuer, audience: hub.id, lifetime: '-1h' }
  const expired = await signJwt(await getCurrentKey(db, 'oidc'), header, { sub, sid })

  const page = await askToLogOut(browser, hub, { id_token_hint: expired })

  match(page, /We’re logging you out/)
  match(page, /document\.forms\[0\]\.submit\(\)/)
  match(page, /<button class="primary">Log out<\/button>/)
  equal(await browser.isLoggedIn(), true)
  const answer = await confirmLogOut(browser, page)
  equal(answer.headers.get('location'), `http://${hub.id}.example/signed-out`)
  equal(await browser.isLoggedIn(), false)
})

test('P27: a logout with an ID token of another user, session or platform needs a confirmation', async () => {
  const hub = await newPlatform()
  const other = await newPlatform()
  const { ada, browser } = await visitorOf(hub, other)
  const { claims } = await tokensOf(browser, hub)
  const elsewhere = await logIn(ada)
  const grace = await visitorOf(hub)
  const header = { typ: 'JWT', issuer, audience: other.id, lifetime: '5m' }
  const key = await getCurrentKey(db, 'oidc')
  const { sub, sid } = claims
  const notification = { ...header, typ: 'logout+jwt', audience: hub.id }

  for (const [what, hint, platform] of [
    ['another user', (await tokensOf(grace.browser, hub)).idToken, hub],
    ['another session', (await tokensOf(elsewhere, hub)).idToken, hub],
    ['a platform that was not opened', await signJwt(key, header, { sub, sid }), other],
    ['no sid', await signJwt(key, { ...header, audience: hub.id }, { sub }), hub],
    ['a logout notification', await signJwt(key, notification, { sub, sid }), hub],
  ] as const) {
    const page = await askToLogOut(browser, platform, { id_token_hint: hint })
    match(page, /is asking to log you out/, what)
    equal(page.includes('<script>'), false, what)
  }
  equal(await browser.isLoggedIn(), true)
})

test('a user who is already logged out is redirected back immediately', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  const { idToken } = await tokensOf(browser, hub)
  const stranger = await visitor()

  const page = await askToLogOut(stranger, hub, { id_token_hint: idToken })
  match(page, /document\.forms\[0\]\.submit\(\)/)
  const answer = await confirmLogOut(stranger, page)

  equal(answer.headers.get('location'), `http://${hub.id}.example/signed-out`)
  equal(await browser.isLoggedIn(), true)
})

test('a logout redirects only to a registered address', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  const { idToken } = await tokensOf(browser, hub)
  const query = new URLSearchParams({
    id_token_hint: idToken,
    post_logout_redirect_uri: 'http://evil.test/',
  })

  const { answer } = await follow(browser, `${issuer}/session/end?${query}`)

  equal(answer.status, 400)
  equal(await browser.isLoggedIn(), true)
})

test('the confirmation page is in the browser’s language', async () => {
  const { browser } = await visitorOf()
  const confirmPageIn = async (language: string) => {
    const headers = { accept: 'text/html', 'accept-language': language }
    return (await browser.fetch(`${issuer}/session/end`, { headers })).text()
  }

  match(await confirmPageIn('fr-CA'), /<html lang="fr" dir="ltr">/)
  match(await confirmPageIn('ar'), /<html lang="ar" dir="rtl">/)
  browser.cookies.set('locale', 'zh')
  match(await confirmPageIn('ar'), /<html lang="zh-Hans" dir="ltr">/)
  const style = await browser.fetch('/page.css')
  equal(style.headers.get('content-type'), 'text/css; charset=utf-8')
})

test('the end of one session does not affect the user’s other sessions', async () => {
  const hub = await newPlatform()
  const { ada, browser: phone } = await visitorOf(hub)
  const laptop = await logIn(ada)
  const { access, refresh } = await tokensOf(phone, hub)
  const endedTokens = await tokensOf(laptop, hub)

  await laptop.call(logout, {})

  equal(await phone.isLoggedIn(), true)
  equal(phone.cookies.has(cookies.session), true)
  equal(await isActive(hub, access), true)
  ok((await client.refreshTokenGrant(hub.config, refresh)).access_token)
  await rejects(client.refreshTokenGrant(hub.config, endedTokens.refresh), {
    error: 'invalid_grant',
  })
})

async function askToLogOut(browser: Visitor, platform: Platform, extra: Record<string, string>) {
  const { page } = await ask(browser, platform, {
    post_logout_redirect_uri: platform.callback.replace('callback', 'signed-out'),
    ...extra,
  })
  return page
}
