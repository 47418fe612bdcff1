import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose'
import { findPendingNotification } from '#domain/platforms/platform-session.ts'
import { db, rows } from '#server/db.ts'
import { theServer } from '#test/browser.ts'
import type { Visitor } from '#test/people.ts'
import { issuer } from '#test/platform-client.ts'
import {
  askToLogOut,
  confirmLogOut,
  authorize,
  receiveLogoutTokens,
  newPlatform,
  tokensOf,
  visitorOf,
} from '#test/platform.ts'
import { deliverLogoutNotification } from './jobs.ts'

// Each test covers modules of oidcc-rp-initiated-logout-certification-test-plan and
// oidcc-backchannel-rp-initiated-logout-certification-test-plan.

const receiver = await receiveLogoutTokens()
const hub = await newPlatform({ backchannelLogoutUri: receiver.url })
const signedOut = hub.callback.replace('callback', 'signed-out')

test('oidcc-rp-initiated-logout-discovery-endpoint-verification oidcc-backchannel-logout-discovery-endpoint-verification discovery lists the logout endpoints', async () => {
  const about = await json('/oidc/.well-known/openid-configuration')
  equal(about['end_session_endpoint'], `${issuer}/session/end`)
  equal(about['backchannel_logout_supported'], true)
  equal(about['backchannel_logout_session_supported'], true)
})

test('oidcc-rp-initiated-logout the user confirms, is redirected back with the state, and is logged out', async () => {
  const { browser, idToken } = await openPlatform()
  const { page } = await logOut(browser, { id_token_hint: idToken, state: 'abc' })
  const answer = await confirmLogOut(browser, page)
  equal(answer.headers.get('location'), `${signedOut}?state=abc`)
  await assertLoggedOut(browser)
})

test('oidcc-rp-initiated-logout-no-state the user is redirected back without a state', async () => {
  const { browser, idToken } = await openPlatform()
  const { page } = await logOut(browser, { id_token_hint: idToken })
  equal((await confirmLogOut(browser, page)).headers.get('location'), signedOut)
  await assertLoggedOut(browser)
})

test('oidcc-rp-initiated-logout-no-post-logout-redirect-uri oidcc-rp-initiated-logout-only-state oidcc-rp-initiated-logout-no-params the user stays at the provider and sees a confirmation', async () => {
  for (const { extra, hinted } of [
    { extra: {}, hinted: true },
    { extra: { state: 'abc' }, hinted: false },
    { extra: {}, hinted: false },
  ]) {
    const { browser, idToken } = await openPlatform()
    const parameters = { ...extra, ...(hinted && { id_token_hint: idToken }) }
    const { page } = await askToLogOut(browser, hub, parameters as Record<string, string>)
    const location = (await confirmLogOut(browser, page)).headers.get('location') ?? ''
    equal(location, `${issuer}/session/end/success`)
    match(await (await browser.fetch(location)).text(), /You’re logged out/)
    await assertLoggedOut(browser)
  }
})

test('oidcc-rp-initiated-logout-bad-post-logout-redirect-uri oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri an address that is not registered exactly is an error', async () => {
  for (const wrong of ['http://evil.test/', `${signedOut}?foo=bar`, `${signedOut}/`]) {
    const { browser, idToken } = await openPlatform()
    const { answer } = await logOut(browser, {
      id_token_hint: idToken,
      post_logout_redirect_uri: wrong,
    })
    equal(answer.status, 400)
    equal(await browser.isLoggedIn(), true)
  }
})

test('oidcc-rp-initiated-logout-modified-id-token-hint oidcc-rp-initiated-logout-bad-id-token-hint a hint with an invalid signature is an error', async () => {
  const { browser, idToken } = await openPlatform()
  const [header, body, signature = ''] = idToken.split('.')
  const modified = [header, body, signature.replace(/^./, (sign) => (sign === 'A' ? 'B' : 'A'))]
  for (const hint of [modified.join('.'), 'bad-hint', `${header}.${body}.`]) {
    const { answer } = await logOut(browser, { id_token_hint: hint })
    equal(answer.status, 400)
    equal(await browser.isLoggedIn(), true)
  }
})

test('oidcc-rp-initiated-logout-no-id-token-hint without a hint the user is asked to confirm and stays at the provider', async () => {
  const { browser } = await openPlatform()
  const { page } = await askToLogOut(browser, hub, { post_logout_redirect_uri: signedOut })
  match(page, /Log out\?/)
  const answer = await confirmLogOut(browser, page)
  equal(answer.headers.get('location'), `${issuer}/session/end/success`)
  await assertLoggedOut(browser)
})

test('oidcc-backchannel-rp-initiated-logout the platform gets a signed logout token for the session, which cannot pass as an ID token', async () => {
  const { ada, browser, idToken, sid } = await openPlatform()
  const { page } = await logOut(browser, { id_token_hint: idToken })
  await confirmLogOut(browser, page)
  const [platformSession] = await rows<{ id: string; deliveredAt: Date | null }>(db)`
    select id, delivered_at from platform_sessions where user_id = ${ada.id} and ended_at is not null`
  equal(platformSession?.deliveredAt, null)
  await deliverLogoutNotification(platformSession!.id)

  const notification = new URLSearchParams(receiver.notices.at(-1))
  deepEqual([...notification.keys()], ['logout_token'])
  const token = notification.get('logout_token') ?? ''
  equal(decodeProtectedHeader(token).typ, 'logout+jwt')
  const keys = createLocalJWKSet((await json('/oidc/jwks')) as unknown as JSONWebKeySet)
  const { payload } = await jwtVerify(token, keys, { issuer, audience: hub.id })
  deepEqual(Object.keys(payload).sort(), [
    'aud',
    'events',
    'exp',
    'iat',
    'iss',
    'jti',
    'sid',
    'sub',
  ])
  deepEqual([payload.sub, payload['sid']], [ada.id, sid])
  ok((payload.exp ?? 0) - (payload.iat ?? 0) <= 120)
  equal(await findPendingNotification(db, platformSession!.id), undefined)
  await assertLoggedOut(browser)
})

async function openPlatform() {
  const { ada, browser } = await visitorOf(hub)
  const { idToken, claims } = await tokensOf(browser, hub)
  return { ada, browser, idToken, sid: claims['sid'] }
}

function logOut(browser: Visitor, extra: Record<string, string>) {
  return askToLogOut(browser, hub, { post_logout_redirect_uri: signedOut, ...extra })
}

/** Asserts that a login is required, as the suite does at the end of each module. */
async function assertLoggedOut(browser: Visitor): Promise<void> {
  const { back } = await authorize(browser, hub, { prompt: 'none' })
  equal(back.searchParams.get('error'), 'login_required')
}

async function json(url: string): Promise<Record<string, unknown>> {
  return (await (await theServer()).inject({ url })).json()
}
