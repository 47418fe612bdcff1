import { expect } from '@playwright/test'
import { now } from '#test/rows.ts'
import { updateRows } from './rows.ts'
import {
  historyMessages,
  logMeOutMessages,
  messages,
} from '../../features/account/sessions/texts/messages.ts'
import { enterIn } from './people.ts'
import { urls } from './place.ts'
import { allowStatus, linkIn, mailTo, setLocale, test, unfold, visitExpecting } from './stage.ts'
import { logIn, newPhone } from './sessions.ts'

const stop = logMeOutMessages.en

const t = messages.en

test('RT-12 SC-09 ST-08 ER-11 the link in the mail about a new login ends every session, once and only when pressed', async ({
  page,
  browser,
  request,
}) => {
  const grace = await enterIn(page, 'en')
  await updateRows('users', { id: grace.id }, { onboardedAt: now })
  const phone = await newPhone(browser)
  await logIn(phone, grace)
  const mail = await mailTo(grace.email, /New login/)
  expect(mail.Text).toContain('Safari on iOS')
  const link = linkIn(mail)
  for (let count = 0; count < 20; count += 1) {
    expect((await request.fetch(link, { method: count % 2 ? 'HEAD' : 'GET' })).ok()).toBe(true)
  }
  const linkPage = await (await browser.newContext({ baseURL: urls.portal })).newPage()
  await setLocale(linkPage, 'en')
  await linkPage.goto(`${link}?redirect_url=${encodeURIComponent(urls.hub)}`)
  const token = new URL(link).pathname.split('/').at(-1) ?? ''
  await expect(linkPage).toHaveURL(
    `${urls.portal}/log-me-out?redirect_url=${encodeURIComponent(urls.hub)}`,
  )
  await expect(linkPage.getByText('w•••@quay.example')).toBeVisible()
  expect(
    await linkPage.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, document.cookie])',
    ),
  ).not.toContain(token)
  await phone.goto('/main/profile')
  await expect(phone).toHaveURL(/\/main\/profile/)

  // Either open page may send a request before it is visited again.
  for (const openPage of [page, phone]) allowStatus(openPage, 401)
  await linkPage.getByRole('button', { name: stop.logOut }).focus()
  await linkPage.keyboard.press('Enter')
  const doneHeading = linkPage.getByRole('heading', { level: 1, name: stop.doneTitle })
  await expect(doneHeading).toBeFocused()
  await expect(linkPage.getByRole('link', { name: stop.changePassword })).toBeVisible()
  for (const ended of [page, phone]) {
    // Leaves the page first, because its own redirect to the login could abort the visit.
    await ended.goto('about:blank')
    await visitExpecting(ended, '/main/security', 401)
    await expect(ended).toHaveURL(/\/login\?redirect=/)
  }
  await visitExpecting(linkPage, link, 400)
  await expect(
    linkPage.getByRole('heading', { level: 1, name: 'This link has expired' }),
  ).toBeVisible()
  await expect(linkPage.getByText('Invalid URL or token has expired')).toBeVisible()
})

test('3W12 SC-08 AP-14 AP-15 a user sees a table of sessions and logins, ends one session, ends the others, and locks out an attacker', async ({
  page,
  browser,
}) => {
  const grace = await enterIn(page, 'en')
  const [phone, other] = [await newPhone(browser), await newPhone(browser)]
  await logIn(phone, grace)
  await page.goto('/main/security')
  const sessions = page.getByRole('region', { name: t.title })
  const rows = sessions.getByRole('table', { name: t.title }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(t.current)
  await expect(rows.nth(1)).toContainText('Safari on iOS')
  await expect(rows.nth(1).locator('time').first()).toHaveText(/^\d+ \p{L}+ \d{4}, .+ UTC/u)

  await sessions.getByRole('button', { name: /Log out of Safari on iOS/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: t.logOut }).click()
  await expect(page.getByText(t.ended({ browser: 'Safari on iOS' }))).toBeVisible()
  await expect(sessions.getByRole('button', { name: t.title })).toBeFocused()
  await expect(sessions.getByText(t.onlyThis)).toBeVisible()

  await logIn(other, grace)
  await page.reload()
  await sessions.getByRole('button', { name: t.logOutOthers({ count: 1 }) }).click()
  await page.getByRole('dialog').getByRole('button', { name: t.logOut }).click()
  await expect(page.getByText('1 other session has been logged out.')).toBeVisible()
  const history = page.getByRole('region', { name: historyMessages.en.title })
  await unfold(page, 'activity')
  await expect(history.getByText(historyMessages.en.succeeded)).toHaveCount(2)
})
