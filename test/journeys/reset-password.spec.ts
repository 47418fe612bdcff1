import { expect, type Page } from '@playwright/test'
import { fill, type Locale } from '#contract/locale.ts'
import { words as loginWords } from '../../features/login/messages.ts'
import { mailWords, words } from '../../features/reset-password/messages.ts'
import { fieldWords } from '../../web/field-words.ts'
import { join } from './join.ts'
import { urls } from './place.ts'
import {
  isAccessible,
  linkIn,
  mailTo,
  passHumanCheck,
  sendByEnter,
  speak,
  test,
  visit,
} from './stage.ts'

test('RT-04 RT-05 RT-06 RT-30 SC-03 SC-04 ST-12 whoever has forgotten her password sets a new one by mail, and lands on the platform that she wanted', async ({
  page,
}) => {
  await forgetAndReset(page, 'en')
})

test('SC-16 the same in Arabic', async ({ page }) => {
  await forgetAndReset(page, 'ar')
})

test('RT-06 LI-04 a scanner of mails that runs scripts leaves the link as good as it was, and a used link says so', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  const say = words.en
  const { email } = await join(page, 'grace')
  await beElsewhere(page)
  const link = await askForLink(page, 'en', email)
  for (let time = 0; time < 3; time += 1) {
    const scanner = await browser.newContext()
    const opened = await scanner.newPage()
    await opened.goto(link)
    await expect(opened.getByLabel(say.password, { exact: true })).toBeVisible()
    await scanner.close()
  }
  await page.goto(link)
  await chooseSuggested(page, 'en')
  await visit(page, link, 400)
  await expect(page.getByRole('heading', { level: 1, name: say.invalidTitle })).toBeVisible()
  await page.getByRole('link', { name: say.requestNew }).click()
  await expect(page.getByLabel(say.email)).toHaveValue(email)
})

test('SC-03 she can have another mail after a minute, or give another address', async ({
  page,
}) => {
  const say = words.en
  const email = `nobody.${Date.now()}@quay.example`
  await page.clock.install()
  await page.goto('/forgot-password')
  await send(page, 'en', email)
  await expect(page.getByText(/You can ask for another email in \d+ s/)).toBeVisible()
  await page.clock.fastForward(61_000)
  await passHumanCheck(page)
  await page.getByRole('button', { name: say.resend }).click()
  await expect(page.getByText(say.resent)).toBeVisible()
  await page.getByRole('button', { name: say.otherAddress }).click()
  await expect(page.getByLabel(say.email)).toHaveValue('')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: say.sentTitle })).toBeVisible()
})

async function forgetAndReset(page: Page, locale: Locale): Promise<void> {
  test.setTimeout(120_000)
  const say = words[locale]
  const { email, authenticator } = await join(page, 'grace', locale)
  await beElsewhere(page)
  const link = await askForLink(page, locale, email)

  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: say.resetTitle })).toBeVisible()
  const shown = new URL(page.url())
  expect(shown.pathname).toBe('/reset-password')
  expect(shown.searchParams.get('redirect_url')).toBe(`${urls.hub}/`)
  const token = new URL(link).pathname.split('/').at(-1) ?? ''
  expect(await whatIsKept(page)).not.toContain(token)
  await isAccessible(page)
  const chosen = await chooseSuggested(page, locale)
  await expect(page.getByRole('heading', { level: 1, name: say.doneTitle })).toBeFocused()
  await isAccessible(page)

  const login = loginWords[locale]
  await page.getByRole('link', { name: say.logIn }).click()
  await expect(page.getByLabel(login.email, { exact: true })).toHaveValue(email)
  await page.getByLabel(login.password, { exact: true }).fill(chosen)
  await sendByEnter(page)
  await page.getByLabel(login.code).fill(await authenticator.code())
  await expect(page).toHaveURL(new RegExp(`^${urls.hub}/`))
}

/** As on a device that has never seen her. */
async function beElsewhere(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
}

/** From the login page, where she had typed her address already. */
async function askForLink(page: Page, locale: Locale, email: string): Promise<string> {
  const login = loginWords[locale]
  await speak(page, locale)
  await page.goto(`/login?redirect_url=${encodeURIComponent(urls.hub)}`)
  await page.getByLabel(login.email, { exact: true }).fill(email)
  await page.getByRole('link', { name: login.forgotPassword }).click()
  await page.getByRole('heading', { level: 1, name: words[locale].forgotTitle }).waitFor()
  await expect(page.getByLabel(words[locale].email)).toHaveValue(email)
  await isAccessible(page)
  await send(page, locale, email)
  await isAccessible(page)
  const { subject } = mailWords[locale]
  return linkIn(await mailTo(email, new RegExp(fill(subject, { brand: '.*' }))))
}

async function send(page: Page, locale: Locale, email: string): Promise<void> {
  const say = words[locale]
  await page.getByLabel(say.email).fill(email)
  await passHumanCheck(page)
  await page.getByRole('button', { name: say.send }).click()
  await expect(page.getByRole('heading', { level: 1, name: say.sentTitle })).toBeFocused()
  await expect(page.getByText(say.junk)).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
}

async function chooseSuggested(page: Page, locale: Locale): Promise<string> {
  const say = words[locale]
  await page.getByRole('button', { name: fieldWords[locale].suggestPassword }).click()
  const chosen = await page.getByLabel(say.password, { exact: true }).inputValue()
  await page.getByRole('button', { name: say.save }).click()
  await expect(page.getByRole('heading', { level: 1, name: say.doneTitle })).toBeVisible()
  return chosen
}

/** All that the browser holds of the page: its address, its history, its storages, its document. */
function whatIsKept(page: Page): Promise<string> {
  return page.evaluate<string>(`JSON.stringify([
    location.href,
    document.referrer,
    history.state,
    { ...localStorage },
    { ...sessionStorage },
    document.cookie,
    document.documentElement.outerHTML,
  ])`)
}
