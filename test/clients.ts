import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { messages } from '../features/account/sign-in/messages.ts'
import { findChromium } from './support/chromium.ts'
import { missingApache, startApache, type ApacheSite } from './apache.ts'

/** `npm run test:clients`: a foreign OpenID client, step by step, with a real browser. */

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
const t = messages.en
let lastCode = ''

Object.assign(process.env, ports, { DATA_FOLDER: folder })
const missing = missingApache()
if (missing) {
  console.log(missing)
  process.exit(1)
}

const parts: (() => Promise<unknown>)[] = []
try {
  const demo = await startDemo()
  parts.unshift(() => stop(demo))
  await register()
  const apache = await startApache(`${portal}/oidc`, [orders, invoices])
  parts.unshift(apache.stop)
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  parts.unshift(() => browser.close())
  const page = await browser.newPage({ locale: 'en-GB' })
  await walk(page).catch(async (error: Error) => {
    console.log(await readFile(apache.log, 'utf8').catch(() => ''))
    throw error
  })
  console.log('All of it works.')
} finally {
  for (const part of parts) await part()
  const { db } = await import('#server/db.ts')
  await (db as unknown as { end: () => Promise<void> }).end()
  const { forgetDatabase } = await import('../demo/database.ts')
  await forgetDatabase(folder)
  await rm(folder, { recursive: true, force: true })
}

async function walk(page: Page): Promise<void> {
  await page.goto(orders.url)
  done('Apache redirects a visitor to the login', page.url().startsWith(`${portal}/login`))
  await logIn(page)
  await page.waitForURL(`${orders.url}/**`)
  done('after the login the page opens', (await page.textContent('body')) === 'This is orders.')

  await page.goto(invoices.url)
  done('a second platform opens without a login', (await text(page)) === 'This is invoices.')
  await page.goto(hubUrl)
  done('and a third, which is written with another library', /Ada Byron/.test(await text(page)))

  const bye = encodeURIComponent(`${orders.url}/bye.txt`)
  await page.goto(`${orders.url}/callback?logout=${bye}`)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL(`${orders.url}/bye.txt`)
  done('logging out at a platform asks once and leads back', true)
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

/** What the platform asks leads to the login; how long the notice took is said. */
async function isOut(page: Page, url: string, what: string): Promise<void> {
  const start = Date.now()
  await page.goto(url)
  while (!page.url().startsWith(`${portal}/login`) && Date.now() - start < 5_000) {
    await delay(100)
    await page.goto(url)
  }
  done(`${what} (${Date.now() - start} ms)`, page.url().startsWith(`${portal}/login`))
}

/** A one-time code works once: a second login within 30 seconds waits for the next. */
async function logIn(page: Page): Promise<void> {
  const { loadSecrets } = await import('../demo/environment.ts')
  const { currentCode } = await import('../demo/code.ts')
  const { demoEmail } = await import('../demo/seed.ts')
  await page.getByLabel(t.email, { exact: true }).fill(demoEmail)
  await page.getByLabel(t.password, { exact: true }).fill((await loadSecrets()).password)
  await page.getByRole('button', { name: t.logIn, exact: true }).click()
  const field = page.getByLabel(t.otp)
  await field.waitFor()
  let code = await currentCode(demoEmail)
  while (code === lastCode) {
    await delay(500)
    code = await currentCode(demoEmail)
  }
  lastCode = code
  await field.fill(code)
  await page.waitForURL((url) => url.origin !== portal || !url.pathname.startsWith('/login'))
}

async function startDemo(): Promise<ChildProcess> {
  const demo = spawn(process.execPath, ['demo/start.ts'], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve, reject) => {
    demo.once('exit', () => reject(new Error('the demonstration did not start')))
    demo.stdout.on('data', (line) => {
      if (String(line).includes('is running')) resolve()
    })
  })
  const { joinRunning } = await import('../demo/environment.ts')
  await joinRunning()
  return demo
}

async function stop(demo: ChildProcess): Promise<void> {
  demo.removeAllListeners('exit')
  demo.kill('SIGTERM')
  if (demo.exitCode === null) await new Promise((resolve) => demo.once('exit', resolve))
}

async function register(): Promise<void> {
  const { db } = await import('#server/db.ts')
  const { upsertSubsystem } = await import('#domain/subsystem.ts')
  const { grantAccess: giveAccess } = await import('#domain/platform-account.ts')
  const ada = await demoPerson()
  for (const { id, secret, url } of [orders, invoices]) {
    await upsertSubsystem(db, {
      id,
      name: `Apache: ${id}`,
      url,
      clientSecret: secret,
      redirectUris: [`${url}/callback`],
      postLogoutUris: [`${url}/bye.txt`],
      backchannelLogoutUri: `${url}/callback?logout=backchannel`,
    })
    await giveAccess(db, ada, [id])
  }
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

async function demoPerson(): Promise<string> {
  const { db } = await import('#server/db.ts')
  const { findUserByEmail } = await import('#domain/user.ts')
  const { demoEmail } = await import('../demo/seed.ts')
  const ada = await findUserByEmail(db, demoEmail)
  if (!ada) throw new Error('the demonstration has nobody')
  return ada.id
}

function site(id: string, port: number): ApacheSite {
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

function done(what: string, isRight: boolean): void {
  console.log(`${isRight ? '✔' : '✖'} ${what}`)
  if (!isRight) throw new Error(what)
}
