import { freePort } from '#test/free-port.ts'
import { expect, type Page } from '@playwright/test'
import { updateRows } from '../../test/e2e/rows.ts'
import {
  frameMessages,
  platformAccessMessages as platformMessages,
} from '../../app/web/texts/messages.ts'
import { messages } from '../../features/platforms/forward-auth/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { findChromium } from '../../test/support/chromium.ts'
import { startPage } from '../../test/support/page-behind.ts'
import {
  certify,
  forgetFolder,
  missing,
  startNginx,
  startTlsFront,
  type Running,
} from '../../test/support/proxies.ts'
import { addPerson, enterAs, registerProxied, type Person } from '../../test/e2e/people.ts'
import { urls } from '../../test/e2e/place.ts'
import { allowStatus, password, setLocale, test } from '../../test/e2e/stage.ts'

const args = ['--disable-background-networking', '--no-sandbox']
const reason = missing('nginx')
const jwksUri = () => `${urls.portal}/forward-auth/jwks.json`

test.skip(reason !== false, String(reason))
// Each test's platform has its own host name, which resolves to this machine.
test.use({
  ignoreHTTPSErrors: true,
  launchOptions: {
    executablePath: await findChromium(),
    args: [...args, '--host-resolver-rules=MAP *.platform.test 127.0.0.1'],
  },
})

test('PE-06 RT-17 ST-11 a page behind nginx opens after the portal’s login, and closes after its logout', async ({
  page,
}) => {
  const stage = await setStage('orders')
  try {
    const person = await addPerson({ subsystems: [stage.id] })
    await page.goto(`${stage.origin}/orders/7?a=b&c=d`)
    await logIn(page, person)
    await expect(page).toHaveURL(`${stage.origin}/orders/7?a=b&c=d`)
    await expect(page.getByRole('heading', { name: 'Welcome, Grace Hopper' })).toBeVisible()

    await logOutInAnotherTab(page)
    await page.getByLabel('Amount').fill('12')
    await page.getByRole('button', { name: 'Pay' }).click()
    await expect(page.getByRole('heading', { name: messages.en.notSentTitle })).toBeVisible()
    const [openedPage] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: messages.en.logIn }).click(),
    ])
    await logIn(openedPage, person)
    await expect(openedPage.getByRole('heading', { name: 'Welcome, Grace Hopper' })).toBeVisible()
    await page.goBack()
    await page.getByLabel('Amount').fill('12')
    await page.getByRole('button', { name: 'Pay' }).click()
    await expect(page).toHaveURL(`${stage.origin}/pay`)
    await expect(page.getByRole('heading', { name: 'Welcome, Grace Hopper' })).toBeVisible()

    // The browser may request that page's icon only after the access has ended.
    allowStatus(page, 401)
    await updateRows('subsystem_accounts', { userId: person.id }, { active: false })
    await page.goto(`${stage.origin}/orders/8`)
    const title = platformMessages.en.endedTitle({ name: 'Orders' })
    await expect(page.getByRole('status').filter({ hasText: title })).toBeVisible()
    expect(new URL(page.url()).origin).toBe(urls.portal)
  } finally {
    await stage.stop()
  }
})

test('a planted callback link does not log in, and shows an error in Arabic', async ({
  page,
  browser,
}) => {
  const stage = await setStage('invoices')
  try {
    const [attacker, grace] = [
      await addPerson({ subsystems: [stage.id] }),
      await addPerson({ subsystems: [stage.id], locale: 'ar' }),
    ]
    const other = await browser.newPage()
    await enterAs(other, attacker)
    const planted = await codeOf(other, stage)
    await other.context().close()

    await setLocale(page, 'ar')
    await enterAs(page, grace)
    allowStatus(page, 400)
    await page.goto(planted)
    await expect(page.getByRole('heading', { name: messages.ar.interruptedTitle })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await page.getByRole('link', { name: messages.ar.open({ platform: 'Orders' }) }).click()
    await expect(page.getByRole('heading', { name: 'Welcome, Grace Hopper' })).toBeVisible()
    await expect(page).toHaveURL(`${stage.origin}/`)
  } finally {
    await stage.stop()
  }
})

/** Returns a callback URL with an access code of this user, bound to another browser. */
async function codeOf({ request }: Page, { id, origin }: { id: string; origin: string }) {
  const search = new URLSearchParams({ subsystem: id, rd: `${origin}/`, state: 'A'.repeat(43) })
  const url = `${urls.portal}/forward-auth/start?${search}`
  const { location = '' } = (await request.get(url, { maxRedirects: 0 })).headers()
  expect(location).toContain(`${origin}/.portico/callback?code=`)
  return location
}

async function logIn(page: Page, person: Person): Promise<void> {
  const t = loginMessages.en
  await expect(page.getByRole('heading', { level: 1, name: t.title })).toBeVisible()
  await page.getByLabel(t.email, { exact: true }).fill(person.email)
  await page.getByLabel(t.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: t.logIn, exact: true }).click()
  await page.getByLabel(t.otp).fill(await person.authenticator.code())
}

async function logOutInAnotherTab(page: Page): Promise<void> {
  const t = frameMessages.en
  const other = await page.context().newPage()
  await other.goto('/main/profile')
  await other.getByRole('button', { name: t.accountMenu }).click()
  await other
    .getByRole('menuitem', { name: t.logOut })
    .or(other.getByRole('button', { name: t.logOut }))
    .first()
    .click()
  const { title } = loginMessages.en
  await expect(other.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await other.close()
}

/** Starts a platform with its own host name behind nginx with TLS; the portal is the one of all journeys. */
async function setStage(name: string): Promise<{ id: string; origin: string } & Running> {
  const id = `${name}-${Date.now().toString(36)}`
  const names = { portal: 'id.portico.test', platform: `${id}.platform.test`, platformId: id }
  const folder = await certify(names)
  const front = await startTlsFront(folder, () => urls.portal)
  const page = await startPage({ issuer: urls.portal, platformId: id, jwksUri })
  const proxyPort = await freePort()
  const ports = { proxyPort, portalPort: front.port, pagePort: page.port }
  const nginx = await startNginx({ ...names, ...ports, folder })
  const origin = `https://${names.platform}:${proxyPort}`
  await registerProxied(id, origin)
  const stop = async () => {
    await updateRows('subsystems', { id }, { entryOrigin: null, active: false })
    for (const each of [nginx, page, front]) await each.stop()
    await forgetFolder(folder)
  }
  return { id, origin, stop }
}
