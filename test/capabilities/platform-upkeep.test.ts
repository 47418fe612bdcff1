// covers queue:end-platform-access, queue:logout-notification
import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { removeLogo, setLogo } from '../../features/admin/platforms/logo-contract.ts'
import {
  changePlatform,
  listPlatforms,
  resendNotifications,
} from '../../features/admin/platforms/contract.ts'
import {
  beginTestLogin,
  finishTestLogin,
  previewClaims,
} from '../../features/admin/platforms/test-contract.ts'
import { login, logout, verifyCode } from '../../features/account/sign-in/contract.ts'
import { pngOf } from '#test/images.ts'
import { openBrowser } from './browser.ts'
import { codeOf } from './credentials.ts'
import { newUser } from './people.ts'
import { place } from './place.ts'
import {
  follow,
  isActive,
  newPlatform,
  openPlatform,
  platformInAdminArea,
  registrationOf,
  type Platform,
} from './platforms.ts'
import { admin, approve, requestOf } from './staff.ts'
import { executeSql, withCodesOf } from './time.ts'
import { until } from './until.ts'

const { call } = admin.browser

test('a deactivated platform is notified that each session ends, and its tokens end', async () => {
  const platform = await newPlatform()
  const user = await newUser({ platforms: [platform.id] })
  const tokens = await openPlatform(user.browser, platform)
  equal(await isActive(platform, tokens.access_token), true)
  await change(platform, { active: false })
  await until('the logout notification', () => platform.notices.length > 0)
  const { approval } = await requestOf(change(platform, { active: true }))
  await approve(approval.id)
  equal(await isActive(platform, tokens.access_token), false)
  equal((await platformInAdminArea(platform.id)).active, true)
})

test('a logout notification that the platform did not accept is sent again on request', async () => {
  const platform = await newPlatform({ backchannelLogoutUri: 'http://127.0.0.1:9/closed' })
  const user = await newUser({ platforms: [platform.id] })
  await openPlatform(user.browser, platform)
  await user.browser.call(logout, {})
  await until('the failed notification', async () => {
    const { notices } = await platformInAdminArea(platform.id)
    return notices.waiting === 1 && notices.lastError !== null
  })
  await executeSql('update subsystems set backchannel_logout_uri = $2 where id = $1', [
    platform.id,
    `${platform.url}/events`,
  ])
  const params = { id: platform.id }
  equal((await call(resendNotifications, { params, body: {} })).again, 1)
  await until('the notification', () => platform.notices.length > 0)
})

test('a platform has a logo until it is removed', async () => {
  const { id } = await newPlatform()
  const body = new Blob([new Uint8Array(pngOf(32, 32, [9, 99, 9, 255]))], { type: 'image/png' })
  await call(setLogo, { params: { id }, body })
  const { logo } = await platformInAdminArea(id)
  const image = await fetch(`${place.url}/images/${logo}.png`)
  equal(image.headers.get('content-type'), 'image/png')
  await call(removeLogo, { params: { id }, body: {} })
  equal((await platformInAdminArea(id)).logo, null)
  ok((await call(listPlatforms, { query: {} })).some((each) => each.id === id))
})

test('an admin previews the claims about a user and passes a test login', async () => {
  const platform = await newPlatform()
  const params = { id: platform.id }
  const user = await newUser({ platforms: [platform.id] })
  const preview = await call(previewClaims, { params, body: { userId: user.id } })
  const email = preview.claims.find(({ name }) => name === 'email')
  deepEqual([preview.access, email?.userInfo], ['active', JSON.stringify(user.email)])

  const { url } = await call(beginTestLogin, { params, body: {} })
  const browser = openBrowser(place.url)
  const { url: loginPage } = await follow(browser, new URL(url))
  equal(loginPage.pathname, '/login')
  await browser.call(login, { body: { email: user.email, password: user.password } })
  await withCodesOf(user.id, () => browser.call(verifyCode, { body: { otp: codeOf(user.secret) } }))
  const next = new URL(loginPage.searchParams.get('redirect') ?? '', place.url)
  const { url: back } = await follow(browser, next)
  const { state = '', code } = Object.fromEntries(back.searchParams)
  const result = await call(finishTestLogin, { params, body: { state, ...(code && { code }) } })
  deepEqual([result.error, result.isPassed], ['', true])
})

async function change({ id, url, name }: Platform, facts: { active: boolean }) {
  const { etag, backchannelLogoutUri } = await platformInAdminArea(id)
  const { id: __, ...registration } = registrationOf(id, url)
  const body = { ...registration, backchannelLogoutUri, name, ...facts }
  await call(changePlatform, { params: { id }, headers: { 'if-match': etag }, body })
}
