// covers platforms/single-sign-on, queue:logout-notification
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { stepUpUser } from '#contract/step-up.ts'
import { logout } from '../../features/account/sign-in/contract.ts'
import { getStepUp } from '../../features/platforms/assurance/contract.ts'
import { codeOf } from './credentials.ts'
import { isLoggedIn, logIn, newUser } from './people.ts'
import { place } from './place.ts'
import {
  buildRequest,
  follow,
  isActive,
  newPlatform,
  openPlatform,
  type Platform,
} from './platforms.ts'
import { executeSql, withCodesOf } from './time.ts'
import { until } from './until.ts'

test('a user opens a platform, which refreshes its tokens', async () => {
  const platform = await newPlatform()
  const user = await newUser({ platforms: [platform.id] })
  const tokens = await openPlatform(user.browser, platform)
  const { sub = '' } = tokens.claims() ?? {}
  const info = await client.fetchUserInfo(platform.config, tokens.access_token, sub)
  deepEqual([sub, info.email, info['name']], [user.id, user.email, 'Ada Byron'])

  const renewed = await client.refreshTokenGrant(platform.config, tokens.refresh_token ?? '')
  equal(await isActive(platform, renewed.access_token), true)
  ok(renewed.access_token !== tokens.access_token)
})

test('a logout at the portal reaches the platform by back-channel and ends its tokens', async () => {
  const platform = await newPlatform()
  const user = await newUser({ platforms: [platform.id] })
  const tokens = await openPlatform(user.browser, platform)
  await user.browser.call(logout, {})
  const claims = tokens.claims()
  const [notice] = await until('the logout notification', () =>
    platform.notices.length > 0 ? platform.notices : undefined,
  )
  const payload = await readLogoutToken(platform, notice?.body ?? '')
  deepEqual([payload.sub, payload['sid']], [claims?.sub, claims?.['sid']])
  equal(await isActive(platform, tokens.access_token), false)
  await rejects(client.refreshTokenGrant(platform.config, tokens.refresh_token ?? ''), {
    error: 'invalid_grant',
  })
})

test('a logout at the platform ends the session at the portal and returns to the platform', async () => {
  const platform = await newPlatform()
  const { browser } = await newUser({ platforms: [platform.id] })
  const tokens = await openPlatform(browser, platform)
  const url = client.buildEndSessionUrl(platform.config, {
    id_token_hint: tokens.id_token ?? '',
    post_logout_redirect_uri: `${platform.url}/signed-out`,
  })
  const page = await (await follow(browser, url)).answer.text()
  const xsrf = /name="xsrf" value="([\w-]+)"/.exec(page)?.[1] ?? ''
  const answer = await browser.fetch('/oidc/session/end/confirm', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
  })
  equal(answer.headers.get('location'), `${platform.url}/signed-out`)
  equal(await isLoggedIn(browser), false)
  equal(await isActive(platform, tokens.access_token), false)
})

test('a platform that requires a recent login opens after a step-up', async () => {
  const platform = await newPlatform({ maxAgeMinutes: 10 })
  const user = await newUser({ platforms: [platform.id] })
  const browser = await logIn(user)
  await executeSql(
    `update sessions set created_at = created_at - $2::interval, login_at = login_at - $2::interval,
       verified_at = verified_at - $2::interval where user_id = $1`,
    [user.id, '11 minutes'],
  )
  const request = await buildRequest(platform)
  const { url } = await follow(browser, request.url)
  const [, page, uid = ''] = url.pathname.split('/')
  equal(page, 'step-up')
  const step = await browser.call(getStepUp, { query: { uid } })
  deepEqual([step.platform, step.reason], [platform.name, 'again'])

  await withCodesOf(user.id, () => browser.call(stepUpUser, { body: { otp: codeOf(user.secret) } }))
  const { url: back } = await follow(browser, new URL(`/sign-on/${uid}`, place.url))
  const tokens = await client.authorizationCodeGrant(platform.config, back, request.checks)
  equal(tokens.claims()?.sub, user.id)
})

async function readLogoutToken({ id }: Platform, body: string) {
  const token = new URLSearchParams(body).get('logout_token') ?? ''
  const keys = createRemoteJWKSet(new URL('/oidc/jwks', place.url))
  const options = { issuer: `${place.url}/oidc`, audience: id, typ: 'logout+jwt' }
  const { payload } = await jwtVerify(token, keys, options)
  match(JSON.stringify(payload['events']), /backchannel-logout/)
  return payload
}
