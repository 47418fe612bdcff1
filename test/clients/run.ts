import { randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium, type Locator, type Page } from '@playwright/test'
import { messages } from '../../features/account/sign-in/messages.ts'
import { messages as assuranceMessages } from '../../features/platforms/assurance/messages.ts'
import { findChromium } from '../support/chromium.ts'
import { missingApache, startApache } from './apache.ts'
import { letsInByRole } from './by-role.ts'
import { startDemo, stop } from './demo.ts'
import { startOauth2Proxy } from './oauth2-proxy.ts'
import { kinds, startProgram, type Site } from './programs.ts'
import { demoPerson, done } from './steps.ts'

/** `npm run test:clients`: foreign OpenID clients, step by step, with a real browser. */

const folder = '.data/clients'
const ports = {
  PORT: '18180',
  MAILBOX_PORT: '18125',
  SMTP_PORT: '11125',
  BUSINESS_HUB_PORT: '18181',
  ONBOARDING_PORT: '18182',
}
const portal = `http://localhost:${ports.PORT}`
const hubUrl = `http://127.0.0.1:${ports.BUSINESS_HUB_PORT}`
const [orders, invoices] = [site('orders', 18_183), site('invoices', 18_184)]
const approvals = { ...site('approvals', 18_187), role: 'approver' }
const payments = { ...site('payments', 18_188), role: 'payer' }
const others = [site('go-oidc', 18_185), site('express', 18_186)]
const browserOnly = { ...site('page', 18_189), secret: null }
const t = messages.en
const stepUpMessages = assuranceMessages.en
let lastCode = ''

Object.assign(process.env, ports, { DATA_FOLDER: folder })
const parts: (() => Promise<unknown>)[] = []
try {
  const demo = await startDemo()
  parts.unshift(() => stop(demo))
  await register()
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  parts.unshift(() => browser.close())
  const page = await browser.newPage({ locale: 'en-GB' })
  for (const other of others) await showsUser(page, other)
  await walksPage(page)
  await asksOauth2Proxy(page)
  await walkApache(page)
  console.log('Everything that was not skipped works.')
} finally {
  for (const part of parts) await part()
  const { db } = await import('#server/db.ts')
  await (db as unknown as { end: () => Promise<void> }).end()
  const { forgetDatabase } = await import('../../demo/database.ts')
  await forgetDatabase(folder)
  await rm(folder, { recursive: true, force: true })
}

async function showsUser(page: Page, other: Site): Promise<void> {
  const id = other.id as keyof typeof kinds
  const stop = await startProgram(id, `${portal}/oidc`, other)
  if (typeof stop === 'string') return console.log(stop)
  parts.unshift(stop)
  await page.goto(other.url)
  if (page.url().startsWith(`${portal}/login`)) await logIn(page)
  await page.waitForURL(`${other.url}/**`)
  const { sub, name, email, email_verified } = JSON.parse(await text(page))
  const seen = [sub, name, email, email_verified].join(', ')
  done(`${kinds[id].name} knows ${seen}`, seen === `${await identity()}, true`)
}

async function walksPage(page: Page): Promise<void> {
  const stop = await startProgram('page', `${portal}/oidc`, browserOnly)
  if (typeof stop === 'string') return console.log(stop)
  parts.unshift(stop)
  await page.goto(browserOnly.url)
  await page.getByText('refreshed').waitFor()
  const { sub, name, email, ...rest } = JSON.parse(await page.locator('pre').innerText())
  done(
    `a page without a server knows ${name}`,
    [sub, name, email].join(', ') === (await identity()),
  )
  done('it renews its token from the page', rest.refreshed === true && rest.before === 200)
  done('and revokes it', rest.after === 401)
}

async function asksOauth2Proxy(page: Page): Promise<void> {
  const stop = await startOauth2Proxy(`${portal}/oidc`, payments)
  if (typeof stop === 'string') return console.log(stop)
  parts.unshift(stop)
  await page.goto(payments.url)
  if (page.url().startsWith(`${portal}/login`)) await logIn(page)
  await letsInByRole(page, payments, 403)
}

async function identity(): Promise<string> {
  const { demoEmail } = await import('../../demo/seed.ts')
  return `${await demoPerson()}, Ada Byron, ${demoEmail}`
}

async function walkApache(page: Page): Promise<void> {
  const missing = missingApache()
  if (missing) return console.log(missing)
  const apache = await startApache(`${portal}/oidc`, [
    orders,
    { ...invoices, asksForMore: true },
    approvals,
  ])
  parts.unshift(apache.stop)
  await walk(page).catch(async (error: Error) => {
    console.log(await readFile(apache.log, 'utf8').catch(() => ''))
    throw error
  })
}

async function walk(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.goto(orders.url)
  done('Apache redirects a visitor to the login', page.url().startsWith(`${portal}/login`))
  await logIn(page)
  await page.waitForURL(`${orders.url}/**`)
  done('after the login the page opens', (await page.textContent('body')) === 'This is orders.')
  const headers = (await page.goto(orders.url))?.headers() ?? {}
  const [user = '', remote = ''] = [headers['x-user'], headers['x-remote-user']]
  done(`Apache knows ${user}`, user === `${await identity()}, 1`)
  done(`and sets REMOTE_USER to ${remote}`, remote.startsWith(await demoPerson()))

  await page.goto(invoices.url)
  const opened = (await text(page)) === 'This is invoices.'
  done(
    'a second platform opens without a login, with max_age, acr_values and its own look at acr',
    opened,
  )
  await page.goto(hubUrl)
  done('and a third, which is written with another library', /Ada Byron/.test(await text(page)))

  await letsInByRole(page, approvals, 401)
  await stepsUp(page)
  const bye = encodeURIComponent(`${orders.url}/bye.txt`)
  await page.goto(`${orders.url}/callback?logout=${bye}`)
  await page.waitForURL(`${orders.url}/bye.txt`)
  done('logging out at a platform with the ID token as a hint asks nothing and leads back', true)
  await isOut(page, orders.url, 'the user is logged out of it')
  await isOut(page, invoices.url, 'the second has heard of it by its back channel')
  await isOut(page, hubUrl, 'and so has the third')
  await page.goto(`${portal}/main/profile`)
  await page.waitForURL(`${portal}/login**`)
  done('the user is logged out of the portal', true)

  await page.goto(invoices.url)
  await logIn(page)
  await page.waitForURL(`${invoices.url}/**`)
  done('the user logs in again, at the second platform', (await text(page)) === 'This is invoices.')
  await deactivate()
  await isOut(page, invoices.url, 'a deactivated user is logged out')
}

/** The second platform's own session is gone, and the login is older than its `max_age`. */
async function stepsUp(page: Page): Promise<void> {
  await page.context().clearCookies({ name: `portico-${invoices.id}` })
  await makeLoginOlder()
  await page.goto(invoices.url)
  done('a login older than max_age leads to a step-up', page.url().startsWith(`${portal}/step-up`))
  const { loadSecrets } = await import('../../demo/environment.ts')
  const { password } = await loadSecrets()
  await page.getByLabel(stepUpMessages.password, { exact: true }).fill(password)
  await enterCode(page.getByLabel(stepUpMessages.otp))
  await page.waitForURL(`${invoices.url}/**`)
  done('after password and code the platform opens', (await text(page)) === 'This is invoices.')
  await page.goto(orders.url)
  done('and the first one is still open', (await text(page)) === 'This is orders.')
}

/** What the platform asks leads to the login; how long the notice took is said. */
async function isOut(page: Page, url: string, what: string): Promise<void> {
  const start = Date.now()
  await page.goto(url)
  while (!page.url().startsWith(`${portal}/login`) && Date.now() - start < 15_000) {
    await delay(100)
    await page.goto(url)
  }
  done(`${what} (${Date.now() - start} ms)`, page.url().startsWith(`${portal}/login`))
}

async function logIn(page: Page): Promise<void> {
  const { loadSecrets } = await import('../../demo/environment.ts')
  const { demoEmail } = await import('../../demo/seed.ts')
  await page.getByLabel(t.email, { exact: true }).fill(demoEmail)
  await page.getByLabel(t.password, { exact: true }).fill((await loadSecrets()).password)
  await page.getByRole('button', { name: t.logIn, exact: true }).click()
  await enterCode(page.getByLabel(t.otp))
  await page.waitForURL((url) => url.origin !== portal || !url.pathname.startsWith('/login'))
}

/** A one-time code works once: a second one within 30 seconds waits for the next. */
async function enterCode(field: Locator): Promise<void> {
  const { currentCode } = await import('../../demo/code.ts')
  const { demoEmail } = await import('../../demo/seed.ts')
  await field.waitFor()
  let code = await currentCode(demoEmail)
  while (code === lastCode) {
    await delay(500)
    code = await currentCode(demoEmail)
  }
  lastCode = code
  await field.fill(code)
}

async function register(): Promise<void> {
  const { db } = await import('#server/db.ts')
  const { upsertSubsystem } = await import('#domain/subsystem.ts')
  const { grantAccess: giveAccess } = await import('#domain/platform-account.ts')
  const ada = await demoPerson()
  for (const { id, secret, url, role } of [
    orders,
    invoices,
    approvals,
    payments,
    browserOnly,
    ...others,
  ] as Site[]) {
    await upsertSubsystem(db, {
      id,
      name: `Trial: ${id}`,
      url,
      clientSecret: secret,
      redirectUris: [`${url}/callback`, `${url}/oauth2/callback`],
      postLogoutUris: [`${url}/bye.txt`],
      ...(role !== undefined && {
        extraScopes: ['roles'],
        // Apache takes what an ID token says before what userinfo says.
        idTokenClaims: id !== approvals.id,
        roles: [{ id: role, names: { en: role }, byCompany: false }],
      }),
      backchannelLogoutUri: [...others, payments, browserOnly].some((other) => other.id === id)
        ? null
        : `${url}/callback?logout=backchannel`,
    })
    await giveAccess(db, ada, [id])
  }
}

async function makeLoginOlder(): Promise<void> {
  const { db } = await import('#server/db.ts')
  await db.query(
    `update sessions set created_at = created_at - interval '2 hours',
       login_at = login_at - interval '2 hours', verified_at = verified_at - interval '2 hours'`,
  )
}

/** As an administrator's button does. */
async function deactivate(): Promise<void> {
  const { db, transaction } = await import('#server/db.ts')
  const { endSessionsOf } = await import('#domain/session.ts')
  const { setActive } = await import('#domain/user.ts')
  const ada = await demoPerson()
  await transaction(db, async (tx) => {
    await setActive(tx, ada, false)
    await endSessionsOf(tx, ada)
  })
}

function site(id: string, port: number): Site & { secret: string } {
  return {
    id,
    port,
    url: `http://127.0.0.1:${port}`,
    secret: randomBytes(24).toString('base64url'),
  }
}

async function text(page: Page): Promise<string> {
  return (await page.textContent('body')) ?? ''
}
