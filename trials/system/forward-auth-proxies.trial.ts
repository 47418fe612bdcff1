import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { SignJWT } from 'jose'
import { generateKey } from '#domain/keys/signing-key.ts'
import { db, row } from '#server/db.ts'
import { addNetwork } from '#test/people.ts'

import { missing } from '#test/proxies.ts'
import { prepareStage, loggedInUser, stageOf } from '#test/proxy-stage.ts'
import { deleteRows, updateRows } from '#test/rows.ts'
import { clientAddress, newTlsBrowser } from '#test/tls-browser.ts'

const proxies = ['nginx', 'caddy'] as const

// Run before the first test, because the test runner may end the file while it waits between two tests.
for (const proxy of proxies) if (!missing(proxy)) await prepareStage(proxy)

for (const proxy of proxies) {
  const skip = missing(proxy)
  test(
    `PE-06 ST-06 behind ${proxy} a page opens to a user with access, until the session ends`,
    { skip },
    async () => {
      const stage = stageOf(proxy)
      const { platform, page } = stage
      const browser = newTlsBrowser(stage.ca)
      const { ada, cookie } = await loggedInUser(stage)

      const login = await browser.follow(`${platform}/orders/7?a=b&c=d`)
      equal(login.url.origin + login.url.pathname, `${stage.portal}/login`)
      equal(page.arrived.length, 0)
      browser.keep(stage.portal, cookie)
      const back = new URL(login.url.searchParams.get('redirect') ?? '', stage.portal)
      const inside = await browser.follow(back.href)
      equal(inside.url.href, `${platform}/orders/7?a=b&c=d`)
      match(inside.body, /Welcome, Ada Byron/)

      await updateRows('users', { id: ada.id }, { active: false })
      const closed = await browser.get(`${platform}/orders/8`)
      equal(closed.status, 303)
      equal((await browser.follow(`${platform}/orders/8`)).url.pathname, '/login')
      equal(page.arrived.length, 1)
    },
  )

  test(`${proxy} removes a forged identity header`, { skip }, async () => {
    const stage = stageOf(proxy)
    const browser = newTlsBrowser(stage.ca)
    const { kid, algorithm: alg, privateJwk } = await generateKey('forward-auth')
    const forged = await new SignJWT({ name: 'The Owner', sub: 'owner' })
      .setProtectedHeader({ typ: 'entry+jwt', alg, kid })
      .setIssuer(stage.portal)
      .setAudience(stage.platformId)
      .setIssuedAt()
      .setExpirationTime('60s')
      .sign(privateJwk)
    const headers = { 'x-portico-identity': forged, X_Portico_Identity: forged }
    equal((await browser.get(stage.platform, headers)).status, 303)
    equal(stage.page.arrived.length, 0)

    const { cookie } = await loggedInUser(stage)
    browser.keep(stage.portal, cookie)
    await browser.follow(stage.platform)
    match((await browser.get(stage.platform, headers)).body, /Welcome, Ada Byron/)
    const received = stage.page.arrived.at(-1)?.headers
    equal(received?.['x-portico-identity']?.length, 1)
    ok(received?.['x-portico-identity']?.[0] !== forged)
    equal(received?.['x_portico_identity'], undefined)
  })

  test(
    `behind ${proxy} a form, a script and a socket without a session are not redirected to the login`,
    { skip },
    async () => {
      const stage = stageOf(proxy)
      const browser = newTlsBrowser(stage.ca)
      const form = { 'sec-fetch-mode': 'navigate', accept: 'text/html' }
      const formAnswer = await browser.get(`${stage.platform}/pay`, { ...form, method: 'POST' })
      deepEqual(
        [formAnswer.status, formAnswer.headers['location']],
        [303, `${stage.portal}/forward-auth/not-sent?subsystem=${stage.platformId}`],
      )
      for (const headers of [
        { 'sec-fetch-mode': 'cors' },
        { 'sec-fetch-mode': 'cors', method: 'POST' },
        { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
      ]) {
        const answer = await browser.get(stage.platform, headers)
        deepEqual([answer.status, answer.headers['location']], [401, undefined])
      }
      equal(stage.page.arrived.length, 0)
    },
  )

  test(
    `behind ${proxy} cookies are host-only, and forged forwarding headers do not change the redirect`,
    { skip },
    async () => {
      const stage = stageOf(proxy)
      const browser = newTlsBrowser(stage.ca)
      const { cookie } = await loggedInUser(stage)
      browser.keep(stage.portal, cookie)
      const forged = {
        'x-forwarded-host': 'evil.test',
        'x-forwarded-proto': 'http',
        'x-forwarded-uri': '/elsewhere',
        'x-forwarded-method': 'POST',
        'x-forwarded-for': '10.9.8.7',
        connection: 'close, x-forwarded-for',
        forwarded: 'for=10.9.8.7;host=evil.test',
      }
      const answer = await browser.get(`${stage.platform}/mine`, forged)
      const search = new URLSearchParams({
        subsystem: stage.platformId,
        rd: `${stage.platform}/mine`,
      })
      equal(answer.headers['location'], `${stage.platform}/.portico/start?${search}`)
      equal((await browser.follow(`${stage.platform}/mine`)).url.href, `${stage.platform}/mine`)
      deepEqual([...(browser.jar(stage.platform)?.keys() ?? [])].sort(), [
        '__Host-portico-entry',
        '__Host-portico-entry-state',
      ])
      const entry = await row<{ ipAddress: string }>(db)`
        select ip_address from audit_log where action = 'platform_accessed' order by id desc limit 1`
      equal(entry?.ipAddress, clientAddress)
    },
  )

  test(
    `PE-06 behind ${proxy} the client address is the one that the proxy sees`,
    { skip },
    async () => {
      const stage = stageOf(proxy)
      const browser = newTlsBrowser(stage.ca)
      const { ada, cookie } = await loggedInUser(stage)
      browser.keep(stage.portal, cookie)
      await browser.follow(stage.platform)
      const allow = (cidr: string) => addNetwork(ada, cidr)
      const forged = { 'x-forwarded-for': '10.9.8.7', connection: 'close, x-forwarded-for' }
      await allow(`${clientAddress}/32`)
      equal((await browser.get(stage.platform, forged)).status, 200)
      await deleteRows('ip_allow_rules', {})
      await allow('10.0.0.0/8')
      equal((await browser.get(stage.platform, forged)).status, 303)
      match((await browser.follow(stage.platform)).url.search, /error_type=ip_not_allowed/)
    },
  )

  // Runs last, because it stops the stage.
  test(`${proxy} refuses every request while Portico is down`, { skip }, async () => {
    const stage = stageOf(proxy)
    const browser = newTlsBrowser(stage.ca)
    browser.keep(stage.portal, (await loggedInUser(stage)).cookie)
    await browser.follow(stage.platform)
    equal(stage.page.arrived.length, 1)
    await stage.front.stop()
    const { status } = await browser.get(stage.platform)
    deepEqual([status, stage.page.arrived.length], [proxy === 'nginx' ? 500 : 502, 1])
  })
}
