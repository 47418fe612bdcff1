import { expect, type Browser, type Page } from '@playwright/test'
import { fill } from '#contract/locale.ts'
import {
  historyMessages,
  logMeOutMessages,
  messages,
} from '../../features/account/sessions/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/messages.ts'
import { changeMessages } from '../../features/account/password/messages.ts'
import { change, enterIn, type Person } from './people.ts'
import { urls } from './place.ts'
import { linkIn, mailTo, password, sendByEnter, setLocale, test, unfold, visit } from './stage.ts'

const stop = logMeOutMessages.en
const t = messages.en
const phoneAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

async function logIn(page: Page, { email, authenticator }: Person): Promise<void> {
  await page.goto('/login')
  await page.getByLabel(loginMessages.en.email, { exact: true }).fill(email)
  await page.getByLabel(loginMessages.en.password, { exact: true }).fill(password)
  await sendByEnter(page)
  await page.getByLabel(loginMessages.en.otp).fill(await authenticator.code())
  await expect(page).toHaveURL(/\/main\/home/)
}

async function newPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: urls.portal, userAgent: phoneAgent })
  const page = await context.newPage()
  await setLocale(page, 'en')
  return page
}

test('RT-12 SC-09 ST-08 ER-11 a login elsewhere is announced by mail, and its link ends every session, once and only on a press', async ({
  page,
  browser,
  request,
}) => {
  const grace = await enterIn(page, 'en')
  await change('update users set onboarded_at = now() where id = $1', [grace.id])
  const phone = await newPhone(browser)
  await logIn(phone, grace)
  const mail = await mailTo(grace.email, /New login/)
  expect(mail.Text).toContain('Safari on iOS')
  const link = linkIn(mail)
  for (let count = 0; count < 20; count += 1) {
    expect((await request.fetch(link, { method: count % 2 ? 'HEAD' : 'GET' })).ok()).toBe(true)
  }
  const stranger = await (await browser.newContext({ baseURL: urls.portal })).newPage()
  await setLocale(stranger, 'en')
  await stranger.goto(`${link}?redirect_url=${encodeURIComponent(urls.hub)}`)
  const token = new URL(link).pathname.split('/').at(-1) ?? ''
  await expect(stranger).toHaveURL(
    `${urls.portal}/log-me-out?redirect_url=${encodeURIComponent(urls.hub)}`,
  )
  await expect(stranger.getByText('w•••@quay.example')).toBeVisible()
  expect(
    await stranger.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, document.cookie])',
    ),
  ).not.toContain(token)
  await phone.goto('/main/profile')
  await expect(phone).toHaveURL(/\/main\/profile/)

  await stranger.getByRole('button', { name: stop.logOut }).focus()
  await stranger.keyboard.press('Enter')
  const done = stranger.getByRole('heading', { level: 1, name: stop.doneTitle })
  await expect(done).toBeFocused()
  await expect(stranger.getByRole('link', { name: stop.changePassword })).toBeVisible()
  for (const ended of [page, phone]) {
    await visit(ended, '/main/security', 401)
    await expect(ended).toHaveURL(/\/login\?redirect=/)
  }
  await visit(stranger, link, 400)
  await expect(
    stranger.getByRole('heading', { level: 1, name: 'This link has expired' }),
  ).toBeVisible()
  await expect(stranger.getByText('Invalid URL or token has expired')).toBeVisible()
})

test('U18 the page of a dead link says that it has expired, and no gravestone stands on a missing page', async ({
  page,
}) => {
  await visit(page, '/log-me-out/unknown', 400)
  await expect(page.getByRole('heading', { level: 1, name: stop.expiredTitle })).toBeVisible()
  await expect(page.getByText('Invalid URL or token has expired')).toBeVisible()
  await visit(page, '/nowhere', 404)
  await expect(page.locator('main svg path')).not.toHaveCount(0)
  await expect(page.locator('main [data-arch]')).toHaveCount(0)
})

test('SC-08 AP-14 AP-15 sessions and logins are listed, one is ended, the others with one press, and a stranger is logged out', async ({
  page,
  browser,
}) => {
  const grace = await enterIn(page, 'en')
  const [phone, other] = [await newPhone(browser), await newPhone(browser)]
  await logIn(phone, grace)
  await page.goto('/main/security#sessions')
  const sessions = page.getByRole('region', { name: t.title })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByRole('listitem').first()).toContainText(t.current)
  await expect(sessions.getByRole('listitem').nth(1)).toContainText('Safari on iOS')

  await sessions.getByRole('button', { name: /Log out of Safari on iOS/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: t.logOut }).click()
  await expect(page.getByText(fill(t.ended, { browser: 'Safari on iOS' }))).toBeVisible()
  await expect(sessions.getByRole('button', { name: t.title })).toBeFocused()
  await expect(sessions.getByText(t.onlyThis)).toBeVisible()

  await logIn(other, grace)
  await page.reload()
  await sessions.getByRole('button', { name: t.logOutOthers.one }).click()
  await page.getByRole('dialog').getByRole('button', { name: t.logOut }).click()
  await expect(page.getByText('1 other session has been logged out.')).toBeVisible()
  const history = page.getByRole('region', { name: historyMessages.en.title })
  await unfold(page, 'activity')
  await expect(history.getByText(historyMessages.en.succeeded)).toHaveCount(2)
})

test('SC-08 "this was not me" ends the stranger’s session, and the stolen password opens nothing', async ({
  page,
  browser,
}) => {
  const grace = await enterIn(page, 'en')
  const thief = await newPhone(browser)
  await logIn(thief, grace)
  await page.goto('/main/security#sessions')
  await page.getByRole('button', { name: /This was not me: Safari on iOS/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: t.secure }).click()
  await expect(page.getByText(t.securedTitle)).toBeVisible()
  await page.getByRole('link', { name: t.changePassword }).click()
  await expect(page.locator('#change-password')).toContainText(changeMessages.en.mustChange)
  await expect(page.getByLabel(changeMessages.en.oldPassword)).toBeVisible()
  await visit(thief, '/main/profile', 401)
  await expect(thief).toHaveURL(/\/login/)
  await thief.getByLabel(loginMessages.en.email, { exact: true }).fill(grace.email)
  await thief.getByLabel(loginMessages.en.password, { exact: true }).fill(password)
  await sendByEnter(thief)
  await expect(thief.getByText(loginMessages.en.invalidCredentials)).toBeVisible()
  expect((await mailTo(grace.email, /password/i)).Text).toContain('/reset-password/')
})
