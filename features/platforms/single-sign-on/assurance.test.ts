import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import { multiFactor, phishingResistant, singleFactor } from '#contract/assurance.ts'
import { commonErrors, errorCodes } from '#contract/refusal.ts'
import { beginStepUp, stepUpUser } from '#contract/step-up.ts'
import { acrOf, amrOf } from '#domain/platforms/assurance.ts'
import { givePasskey } from '#test/passkeys.ts'
import { codeOf, refusedWith, type TestUser, type Visitor } from '#test/people.ts'
import {
  authorize,
  buildAuthorizationRequest,
  exchange,
  follow,
  isActive,
  newPlatform,
  tokensOf,
  visitorOf,
  type Platform,
} from '#test/platform.ts'
import { backdate, updateRows } from '#test/rows.ts'
import { getStepUp } from '../assurance/contract.ts'

test('C5: acr is read from a table of methods and does not depend on their number', () => {
  for (const [methods, acr] of [
    [['pwd'], singleFactor],
    [['otp'], singleFactor],
    [['recovery', 'otp'], singleFactor],
    [['otp', 'user', 'mfa'], singleFactor],
    [['swk'], singleFactor],
    [['pwd', 'otp'], multiFactor],
    [['pwd', 'recovery'], multiFactor],
    [['pwd', 'swk'], multiFactor],
    [['swk', 'user'], phishingResistant],
    [['hwk', 'user', 'pwd'], phishingResistant],
    [[], undefined],
    [['mfa', 'user'], undefined],
  ] as const)
    equal(acrOf(methods), acr, methods.join())
  deepEqual(amrOf(['pwd', 'recovery']), ['pwd', 'otp', 'mfa'])
  deepEqual(amrOf(['swk', 'user', 'mfa']), ['swk', 'user', 'mfa'])
  deepEqual(amrOf(['otp']), ['otp'])
})

test('RFC 9470 §6, §7: introspection returns acr and auth_time, and discovery lists the classes', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  const { access, refresh, claims } = await tokensOf(browser, hub)
  const renewed = await client.refreshTokenGrant(hub.config, refresh)
  for (const token of [access, renewed.access_token]) {
    const { acr, auth_time: authTime } = await client.tokenIntrospection(hub.config, token)
    deepEqual([acr, authTime], [multiFactor, claims.auth_time])
  }
  deepEqual(hub.config.serverMetadata().acr_values_supported, [
    singleFactor,
    multiFactor,
    phishingResistant,
  ])
})

test('a platform’s class is a minimum that a request cannot lower, and above it the request decides', async () => {
  const hub = await newPlatform({ requiredAcr: multiFactor })
  const { ada, browser } = await visitorOf(hub)
  equal((await tokensOf(browser, hub)).claims['acr'], multiFactor)

  await setLoginMethods(ada, ['pwd'])
  for (const extra of [
    {},
    { acr_values: singleFactor },
    { acr_values: 'unknown' },
    { claims: JSON.stringify({ id_token: { acr: { essential: true, value: singleFactor } } }) },
  ] as Record<string, string>[]) {
    const { page } = await requestStepUp(browser, hub, extra)
    equal(page.reason, 'two-factors', JSON.stringify(extra))
    const { back } = await authorize(browser, hub, { ...extra, prompt: 'none' })
    equal(back.searchParams.get('error'), 'login_required')
  }
})

test('a step-up for a platform must reach its class in one event, and renews auth_time', async () => {
  const hub = await newPlatform({ requiredAcr: multiFactor })
  const other = await newPlatform()
  const { ada, browser } = await visitorOf(hub, other)
  await setLoginMethods(ada, ['pwd'])
  const request = await requestStepUp(browser, hub)
  deepEqual(request.page.ways, ['password-otp'])
  equal(request.page.email, ada.email)

  // One factor alone is a step-up, but is not enough for this platform.
  await browser.call(stepUpUser, { body: { otp: codeOf(ada.secret, -1) } })
  equal((await follow(browser, request.resume)).url.pathname, request.url.pathname)
  const { claims: weak } = await tokensOf(browser, other)
  deepEqual([weak['acr'], weak['amr']], [singleFactor, ['otp']])

  await browser.call(stepUpUser, {
    body: { password: ada.password, otp: codeOf(ada.secret) },
  })
  const { url: back } = await follow(browser, request.resume)
  const claims = (await exchange(hub, { ...request, back })).claims()
  deepEqual([claims?.['acr'], claims?.['amr']], [multiFactor, ['pwd', 'otp', 'mfa']])
  ok(Date.now() / 1000 - Number(claims?.auth_time) < 30)
})

test('claims describe one event: a new code does not renew auth_time of an older login with two factors', async () => {
  const hub = await newPlatform()
  const { ada, browser } = await visitorOf(hub)
  await makeOlder(ada, '10 minutes')
  const { claims: before } = await tokensOf(browser, hub)
  await browser.call(stepUpUser, { body: { otp: codeOf(ada.secret) } })

  const { claims: plain } = await tokensOf(browser, hub)
  deepEqual([plain['acr'], plain.auth_time], [multiFactor, before.auth_time])
  const { claims: fresh } = await tokensOf(browser, hub, { max_age: '300' })
  deepEqual([fresh['acr'], fresh['amr']], [singleFactor, ['otp']])
  ok(Number(fresh.auth_time) > Number(before.auth_time))
})

test('a failed step-up with two factors does not reveal which one was wrong', async () => {
  const { ada, browser } = await visitorOf()
  const otp = codeOf(ada.secret)
  for (const body of [
    { password: 'Wrong-Harbour-1', otp },
    { password: ada.password, otp: '000000' },
  ]) {
    const error = await refusedWith(errorCodes.stepUpFailed, browser.call(stepUpUser, { body }))
    deepEqual(
      error.faults.map(({ field }) => field),
      [undefined],
    )
  }
})

test('acr_values are voluntary if the user cannot reach them, while an essential acr is required', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  const voluntary = await tokensOf(browser, hub, { acr_values: phishingResistant })
  equal(voluntary.claims['acr'], multiFactor)
  const either = await tokensOf(browser, hub, { acr_values: `${phishingResistant} ${multiFactor}` })
  equal(either.claims['acr'], multiFactor)
  const lower = await tokensOf(browser, hub, { acr_values: singleFactor })
  equal(lower.claims['acr'], singleFactor)

  const acr = { essential: true, values: [phishingResistant] }
  const claims = JSON.stringify({ id_token: { acr } })
  // Additional acr_values do not lift the condition.
  for (const extra of [{ claims }, { claims, acr_values: singleFactor }]) {
    const request = await requestStepUp(browser, hub, extra)
    deepEqual([request.page.reason, request.page.ways], ['passkey', []])
    const { url: back } = await follow(browser, `${request.resume}?unmet`)
    equal(back.searchParams.get('error'), 'unmet_authentication_requirements')
  }
})

test('a passkey reaches phr by a step-up if a platform requires it, or if the request wishes it and the user can', async () => {
  const [hub, board] = [await newPlatform({ requiredAcr: phishingResistant }), await newPlatform()]
  const { ada, browser } = await visitorOf(hub, board)
  const own = await givePasskey(ada)
  await requestStepUp(browser, board, { acr_values: phishingResistant })
  const request = await requestStepUp(browser, hub)
  deepEqual([request.page.reason, request.page.ways], ['passkey', ['passkey']])

  const options = await browser.call(beginStepUp, { body: {} })
  await browser.call(stepUpUser, { body: { passkey: own.assert(options) } })
  const { url: back } = await follow(browser, request.resume)
  const claims = (await exchange(hub, { ...request, back })).claims()
  deepEqual([claims?.['acr'], claims?.['amr']], [phishingResistant, ['hwk', 'user', 'mfa']])
  const voluntary = await tokensOf(browser, board, { acr_values: phishingResistant })
  equal(voluntary.claims['acr'], phishingResistant)
  // A request for a lower class gets that class.
  equal((await tokensOf(browser, board, { acr_values: multiFactor })).claims['acr'], multiFactor)
})

test('a platform’s maximum age is a bound that a request can only tighten', async () => {
  const hub = await newPlatform({ maxAgeMinutes: 10 })
  const { ada, browser } = await visitorOf(hub)
  await makeOlder(ada, '5 minutes')
  await tokensOf(browser, hub)
  await tokensOf(browser, hub, { max_age: '3600' })
  equal((await requestStepUp(browser, hub, { max_age: '60' })).page.reason, 'again')
  await makeOlder(ada, '6 minutes')
  equal((await requestStepUp(browser, hub)).page.reason, 'again')
  equal((await requestStepUp(browser, hub, { max_age: '3600' })).page.reason, 'again')
})

test('tokens end when a platform raises its class above their login', async () => {
  const hub = await newPlatform()
  const { ada, browser } = await visitorOf(hub)
  await setLoginMethods(ada, ['pwd'])
  const { access, refresh, claims } = await tokensOf(browser, hub)
  const code = await authorize(browser, hub)
  equal(claims['acr'], singleFactor)
  equal(await isActive(hub, access), true)

  await updateRows('subsystems', { id: hub.id }, { requiredAcr: multiFactor })
  deepEqual([await isActive(hub, access), await isActive(hub, refresh)], [false, false])
  await rejects(client.fetchUserInfo(hub.config, access, ada.id))
  await rejects(client.refreshTokenGrant(hub.config, refresh), { error: 'invalid_grant' })
  await rejects(exchange(hub, code), { error: 'invalid_grant' })
})

test('the details of a step-up page are returned only to the user of the request', async () => {
  const hub = await newPlatform({ maxAgeMinutes: 1 })
  const { ada, browser } = await visitorOf(hub)
  const stranger = await visitorOf(hub)
  await makeOlder(ada, '2 minutes')
  const { uid } = await requestStepUp(browser, hub)
  const { notFound } = commonErrors
  await refusedWith(notFound, stranger.browser.call(getStepUp, { query: { uid } }))
  await refusedWith(notFound, browser.call(getStepUp, { query: { uid: 'gone' } }))
})

async function requestStepUp(
  browser: Visitor,
  platform: Platform,
  extra: Record<string, string> = {},
) {
  const request = await buildAuthorizationRequest(platform, extra)
  const { url } = await follow(browser, request.url)
  match(url.pathname, /^\/step-up\/[\w-]+$/)
  const uid = url.pathname.slice('/step-up/'.length)
  const page = await browser.call(getStepUp, { query: { uid } })
  return { ...request, url, uid, resume: `/sign-on/${uid}`, page }
}

async function setLoginMethods({ id }: TestUser, methods: string[]): Promise<void> {
  await updateRows('sessions', { userId: id }, { methods, verifiedMethods: methods })
}

async function makeOlder({ id }: TestUser, age: string): Promise<void> {
  await backdate('sessions', { userId: id }, { createdAt: age, verifiedAt: age })
}
