// own process: sets SECURITY_PROFILE
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'

process.env['SECURITY_PROFILE'] = 'psd2'
const { multiFactor } = await import('#contract/assurance.ts')
const { errorCodes } = await import('#contract/refusal.ts')
const { stepUpUser } = await import('#contract/step-up.ts')
const { config } = await import('#server/config.ts')
const { codeOf, refusedWith } = await import('#test/people.ts')
const platforms = await import('#test/platform.ts')
const { updateRows } = await import('#test/rows.ts')
const { buildAuthorizationRequest, exchange, follow, isActive, newPlatform, tokensOf, visitorOf } =
  platforms
const { getStepUp } = await import('../assurance/contract.ts')

test('psd2: a platform without requirements needs two kinds of factors, and one kind does not renew auth_time', async () => {
  const hub = await newPlatform()
  const { ada, browser } = await visitorOf(hub)
  await updateRows('sessions', { userId: ada.id }, { methods: '{otp}', verifiedMethods: '{otp}' })
  const request = await buildAuthorizationRequest(hub, { max_age: '300' })
  const { url } = await follow(browser, request.url)
  match(url.pathname, /^\/step-up\/[\w-]+$/)
  const uid = url.pathname.slice('/step-up/'.length)
  const page = await browser.call(getStepUp, { query: { uid } })
  deepEqual([page.reason, page.ways], ['two-factors', ['password-otp']])

  const otp = codeOf(ada.secret)
  await refusedWith(errorCodes.stepUpFailed, browser.call(stepUpUser, { body: { otp } }))
  equal((await follow(browser, `/sign-on/${uid}`)).url.pathname, url.pathname)

  await browser.call(stepUpUser, { body: { password: ada.password, otp } })
  const { url: back } = await follow(browser, `/sign-on/${uid}`)
  const claims = (await exchange(hub, { ...request, back })).claims()
  deepEqual([claims?.['acr'], claims?.['amr']], [multiFactor, ['pwd', 'otp', 'mfa']])
  ok(Date.now() / 1000 - Number(claims?.auth_time) < 30)
})

test('psd2: tokens of a login with one kind of factors end when the profile takes effect', async () => {
  const hub = await newPlatform()
  const { ada, browser } = await visitorOf(hub)
  await updateRows('sessions', { userId: ada.id }, { methods: '{otp}' })
  config.stepUpFactors = 1
  await updateRows('sessions', { userId: ada.id }, { verifiedMethods: '{otp}' })
  const { access } = await tokensOf(browser, hub)
  equal(await isActive(hub, access), true)
  config.stepUpFactors = 2
  equal(await isActive(hub, access), false)
})
