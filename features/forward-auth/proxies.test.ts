import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { SignJWT } from 'jose'
import { drawKey } from '#domain/signing-key.ts'
import { addSubsystem, giveAccess } from '#domain/subsystem.ts'
import { db } from '#server/db.ts'
import { startPage } from '#test/page-behind.ts'
import { addUser, logIn } from '#test/people.ts'
import {
  certify,
  forgetFolder,
  freePort,
  missing,
  startCaddy,
  startNginx,
  startTlsFront,
  type Place,
  type Running,
} from '#test/proxies.ts'
import { startServer } from '#test/servers.ts'
import { setActive } from '#test/state.ts'
import { newTlsBrowser } from '#test/tls-browser.ts'

const starts = { nginx: startNginx, caddy: startCaddy }
const names = { portal: 'id.portico.test', platform: 'orders.platform.test', platformId: 'orders' }

for (const proxy of ['nginx', 'caddy'] as const) {
  const skip = missing(proxy)
  test(
    `PE-06 ST-06 behind ${proxy} a page opens to whoever may enter, and closes with her session`,
    { skip },
    async () => {
      const stage = await setStage(proxy)
      const { platform, page } = stage
      const browser = newTlsBrowser(stage.ca)
      const { ada, cookie } = await somebody()

      const login = await browser.follow(`${platform}/orders/7?a=b&c=d`)
      equal(login.url.origin + login.url.pathname, `${stage.portal}/login`)
      equal(page.arrived.length, 0)
      browser.keep(stage.portal, cookie)
      const back = new URL(login.url.searchParams.get('redirect') ?? '', stage.portal)
      const inside = await browser.follow(back.href)
      equal(inside.url.href, `${platform}/orders/7?a=b&c=d`)
      match(inside.body, /Welcome, Ada Byron/)

      await setActive('users', ada.id, false)
      const closed = await browser.get(`${platform}/orders/8`)
      equal(closed.status, 303)
      equal((await browser.follow(`${platform}/orders/8`)).url.pathname, '/login')
      equal(page.arrived.length, 1)
    },
  )

  test(`a forged identity from outside does not pass ${proxy}`, { skip }, async () => {
    const stage = await setStage(proxy)
    const browser = newTlsBrowser(stage.ca)
    const { kid, algorithm: alg, privateJwk } = await drawKey('entry')
    const forged = await new SignJWT({ name: 'The Owner', sub: 'owner' })
      .setProtectedHeader({ typ: 'entry+jwt', alg, kid })
      .setIssuer(stage.portal)
      .setAudience('orders')
      .setIssuedAt()
      .setExpirationTime('60s')
      .sign(privateJwk)
    const headers = { 'x-portico-identity': forged, X_Portico_Identity: forged }
    equal((await browser.get(stage.platform, headers)).status, 303)
    equal(stage.page.arrived.length, 0)

    const { cookie } = await somebody()
    browser.keep(stage.portal, cookie)
    await browser.follow(stage.platform)
    match((await browser.get(stage.platform, headers)).body, /Welcome, Ada Byron/)
    const came = stage.page.arrived.at(-1)?.headers
    equal(came?.['x-portico-identity']?.length, 1)
    ok(came?.['x-portico-identity']?.[0] !== forged)
    equal(came?.['x_portico_identity'], undefined)
  })

  test(
    `behind ${proxy} a form, a script and a socket of nobody are not sent round`,
    { skip },
    async () => {
      const stage = await setStage(proxy)
      const browser = newTlsBrowser(stage.ca)
      const form = { 'sec-fetch-mode': 'navigate', accept: 'text/html' }
      const sent = await browser.get(`${stage.platform}/pay`, { ...form, method: 'POST' })
      deepEqual(
        [sent.status, sent.headers['location']],
        [303, `${stage.portal}/forward-auth/not-sent?subsystem=orders`],
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
    `behind ${proxy} cookies keep to the platform’s host, and foreign names change no address`,
    { skip },
    async () => {
      const stage = await setStage(proxy)
      const browser = newTlsBrowser(stage.ca)
      const { cookie } = await somebody()
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
      const begun = await browser.get(`${stage.platform}/mine`, forged)
      const search = new URLSearchParams({ subsystem: 'orders', rd: `${stage.platform}/mine` })
      equal(begun.headers['location'], `${stage.platform}/.portico/start?${search}`)
      equal((await browser.follow(`${stage.platform}/mine`)).url.href, `${stage.platform}/mine`)
      deepEqual([...(browser.jar(stage.platform)?.keys() ?? [])].sort(), [
        '__Host-portico-entry',
        '__Host-portico-entry-state',
      ])
      const [entered] = (
        await db.query(
          `select ip_address from audit_log where action = 'platform_entered' order by timestamp desc limit 1`,
        )
      ).rows
      equal(entered.ip_address, '127.0.0.1')
    },
  )
}

type Stage = {
  portal: string
  platform: string
  ca: Buffer
  page: Awaited<ReturnType<typeof startPage>>
}

/** Portal and platform on names of their own, both by TLS, and a real proxy between browser and page. */
async function setStage(proxy: keyof typeof starts): Promise<Stage> {
  const folder = await certify(names)
  let served = ''
  const running: Running[] = []
  after(async () => {
    for (const each of running) await each.stop()
    await forgetFolder(folder)
  })
  const front = await startTlsFront(folder, () => served)
  const portal = `https://${names.portal}:${front.port}`
  const server = await startServer({ PUBLIC_URL: portal, SERVE: 'users,sso' })
  served = server.url
  const jwksUri = () => `${served}/forward-auth/jwks.json`
  const page = await startPage({ issuer: portal, platformId: names.platformId, jwksUri })
  running.push(front, page)
  const proxyPort = await freePort()
  const platform = `https://${names.platform}:${proxyPort}`
  const place: Place = { ...names, folder, proxyPort, portalPort: front.port, pagePort: page.port }
  running.push(await starts[proxy](place))
  await addSubsystem(db, {
    id: names.platformId,
    name: 'Orders',
    url: `${platform}/`,
    redirectUris: [],
    postLogoutUris: [],
    backchannelLogoutUri: null,
    entryOrigin: platform,
  })
  return { portal, platform, page, ca: await readFile(join(folder, 'own.pem')) }
}

async function somebody() {
  const ada = await addUser()
  await giveAccess(db, ada.id, [names.platformId])
  const { cookies } = await logIn(ada)
  const [token = ''] = cookies.values()
  return { ada, cookie: `__Host-portico=${token}` }
}
