import { freePort } from '#test/free-port.ts'
import { equal, match, ok, rejects } from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { endSession, listSessions } from '#domain/sessions/session.ts'
import { grantAccess } from '#domain/platform-access/platform-account.ts'
import { upsertSubsystem } from '#domain/platforms/subsystem.ts'
import { cookies } from '#server/cookies.ts'
import { db } from '#server/db.ts'
import { cookieHeader, keepCookies, type CookieJar } from '#test/cookie-jar.ts'
import { addUser, logIn, type TestUser } from '#test/people.ts'
import { backdate, now, updateRows } from '#test/rows.ts'
import { until } from '#test/until.ts'
import { homePage } from './platform-page.ts'
import { startPlatform, type Platform } from './platform.ts'

let portal = ''
let program: ChildProcess
const platforms: Platform[] = []

before(async () => {
  const port = await freePort()
  portal = `http://localhost:${port}`
  const env = {
    ...process.env,
    PORT: String(port),
    PUBLIC_URL: portal,
    NODE_TEST_CONTEXT: undefined,
  }
  program = spawn(process.execPath, ['app/main.ts'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await until(() =>
    fetch(`${portal}/readyz`)
      .then(({ ok }) => ok)
      .catch(() => false),
  )
})

after(async () => {
  for (const platform of platforms) await platform.stop()
  program.kill('SIGTERM')
  await once(program, 'exit')
})

test('a user who is logged in at the portal is greeted by name on every platform', async () => {
  const [hub, board] = [await newPlatform('hub'), await newPlatform('board')]
  const browser = await newBrowser(await userOf(hub, board))

  match(await browser.open(hub.url), /Welcome, <bdi>Ada Byron<\/bdi>/)
  const page = await browser.open(board.url)

  match(page, /Welcome, <bdi>Ada Byron<\/bdi>/)
  match(page, /Harbour Ltd/)
})

test('the greeting has the comma of its language', () => {
  const hub = { name: 'Hub', portalUrl: 'https://id.example', issuer: 'https://id.example/oidc' }
  const grace = {
    name: 'Grace',
    email: 'grace@quay.example',
    zoneinfo: 'UTC',
    partner: null,
    loggedInAt: new Date(0),
  }
  match(homePage(hub, { ...grace, locale: 'ar' }), /dir="rtl">مرحبًا، <bdi>Grace/)
  match(homePage(hub, { ...grace, locale: 'fr' }), /Bienvenue, <bdi>Grace/)
})

test('P27: logging out at one platform needs no confirmation, logs out of the other, and shows a page', async () => {
  const [hub, board] = [await newPlatform('hub'), await newPlatform('board')]
  const browser = await newBrowser(await userOf(hub, board))
  await browser.open(hub.url)
  await browser.open(board.url)

  const passing = await browser.open(`${hub.url}/logout`)
  const goodbye = await browser.submit(passing)

  match(passing, /We’re logging you out/)
  match(goodbye, /You are logged out/)
  await until(async () => (await browser.address(board.url)).includes('/login?'))
  ok((await browser.address(hub.url)).includes('/login?'))
})

test('RFC 9470: Pay requires a login within the last five minutes, returns and pays; the other platform’s session stays open', async () => {
  const [hub, board] = [await newPlatform('hub', true), await newPlatform('board')]
  const ada = await userOf(hub, board)
  const browser = await newBrowser(ada)
  await browser.open(hub.url)
  await browser.open(board.url)
  match((await browser.post(`${hub.url}/pay`)).page, /Paid/)
  const bare = await fetch(`${hub.url}/api/payments`, { method: 'POST' })
  equal(bare.headers.get('www-authenticate'), 'Bearer')

  await backdate(
    'sessions',
    { userId: ada.id },
    { createdAt: '6 minutes', verifiedAt: '6 minutes' },
  )
  await browser.open(`${hub.url}/login`)
  const { address } = await browser.post(`${hub.url}/pay`)
  match(address, /\/step-up\//)
  // Simulates POST /users/step-up.
  await updateRows('sessions', { userId: ada.id }, { verifiedAt: now })
  match(await browser.open(address.replace('/step-up/', '/sign-on/')), /Paid/)
  match(await browser.open(board.url), /Welcome/)
  const { rows } = await db.query(
    'select from platform_sessions where user_id = $1 and ended_at is not null',
    [ada.id],
  )
  equal(rows.length, 0)
})

test('a platform that was unreachable when a session ended is notified later', async () => {
  const hub = await newPlatform('hub')
  const ada = await userOf(hub)
  const browser = await newBrowser(ada)
  await browser.open(hub.url)
  await notifyAt(hub, 'http://127.0.0.1:9/')

  for (const { id } of await listSessions(db, ada.id)) await endSession(db, id)
  await delay(1_000)

  match(await browser.open(hub.url), /Welcome/)
  await notifyAt(hub, `${hub.url}/backchannel-logout`)
  await until(async () => (await browser.address(hub.url)).includes('/login?'))
})

test('a logout notification that the provider did not sign ends no session', async () => {
  const hub = await newPlatform('hub')
  const browser = await newBrowser(await userOf(hub))
  await browser.open(hub.url)

  const body = new URLSearchParams({ logout_token: 'eyJhbGciOiJub25lIn0.e30.' })
  const answer = await fetch(`${hub.url}/backchannel-logout`, { method: 'POST', body })

  equal(answer.status, 400)
  match(await browser.open(hub.url), /Welcome/)
})

test('a platform starts without the provider, and its page shows that the provider cannot be reached', async () => {
  const platform = await start({ id: 'alone', port: 0, issuer: 'http://localhost:9/oidc' })

  const answer = await fetch(platform.url)

  equal(answer.status, 502)
  match(await answer.text(), /cannot be reached at <code>http:\/\/localhost:9\/oidc/)
})

test('a port in use is reported with the variable that changes it', async () => {
  const { url } = await start({ id: 'first', port: 0 })
  const port = Number(new URL(url).port)

  const second = start({ id: 'business-hub', port })

  await rejects(second, {
    message: `Port ${port} is already in use: set BUSINESS_HUB_PORT to a free port.`,
  })
})

let count = 0

async function newPlatform(kind: string, hasPayments = false): Promise<Platform> {
  count += 1
  const id = `${kind}-${count}`
  const platform = await start({ id, port: 0, hasPayments })
  await upsertSubsystem(db, {
    id,
    name: `Platform ${id}`,
    url: platform.url,
    clientSecret: 'a secret of this test',
    redirectUris: [`${platform.url}/callback`],
    postLogoutUris: [`${platform.url}/signed-out`],
    backchannelLogoutUri: `${platform.url}/backchannel-logout`,
  })
  return Object.assign(platform, { id })
}

/** Sets the address for the platform's logout notifications. */
async function notifyAt(platform: Platform, uri: string): Promise<void> {
  const { id } = platform as Platform & { id: string }
  await updateRows('subsystems', { id }, { backchannelLogoutUri: uri })
}

async function start(about: {
  id: string
  port: number
  issuer?: string
  hasPayments?: boolean
}): Promise<Platform> {
  const platform = await startPlatform({
    name: `Platform ${about.id}`,
    host: '127.0.0.1',
    issuer: `${portal}/oidc`,
    clientSecret: 'a secret of this test',
    portalUrl: portal,
    ...about,
  })
  platforms.push(platform)
  return platform
}

async function userOf(...entered: Platform[]): Promise<TestUser> {
  const ada = await addUser()
  const ids = entered.map((platform) => (platform as Platform & { id: string }).id)
  await grantAccess(db, ada.id, ids)
  return ada
}

/** Simulates a browser as far as these pages need one: redirects, cookies by host, and their one form. */
async function newBrowser(ada: TestUser) {
  const jars: Record<string, CookieJar> = {
    localhost: new Map([[cookies.session, (await logIn(ada)).cookies.get(cookies.session) ?? '']]),
    '127.0.0.1': new Map(),
  }
  async function go(
    start: string,
    init: RequestInit = {},
  ): Promise<{ address: string; page: string }> {
    let url = new URL(start)
    let options = init
    for (let step = 0; step < 12; step += 1) {
      const jar = jars[url.hostname] ?? new Map<string, string>()
      const answer = await fetch(url, {
        ...options,
        redirect: 'manual',
        headers: { cookie: cookieHeader(jar), accept: 'text/html' },
      })
      keepCookies(jar, answer)
      const location = answer.headers.get('location')
      if (location === null) return { address: url.href, page: await answer.text() }
      url = new URL(location, url)
      options = {}
    }
    throw new Error(`too many redirects, last to ${url}`)
  }
  return {
    open: async (url: string) => (await go(url)).page,
    post: (url: string) => go(url, { method: 'POST' }),
    address: async (url: string) => (await go(url)).address,
    submit: async (page: string) => {
      const [, action = ''] = /action="([^"]+)"/.exec(page) ?? []
      const [, xsrf = ''] = /name="xsrf" value="(\w+)"/.exec(page) ?? []
      const body = new URLSearchParams({ xsrf, logout: 'yes' })
      return (await go(action, { method: 'POST', body })).page
    },
  }
}
