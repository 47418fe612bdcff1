import { expect, type Page } from '@playwright/test'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { logMeOutMessages as stopMessages } from '../../features/account/sessions/texts/messages.ts'
import { messages as resetMessages } from '../../features/account/recovery/texts/messages.ts'
import { secondFactorMessages } from '../../web/parts/texts/messages.ts'
import { addPerson, linkFor, type Person, inviteIn } from '../../test/e2e/people.ts'
import { urls } from '../../test/e2e/place.ts'
import { Authenticator, joinPortal, password, setLocale, test } from '../../test/e2e/stage.ts'

const hub = `${urls.hub}/`
const evil = `${urls.hub}@evil.example/`
const atHub = new RegExp(`^${urls.hub}/`)
const atHome = new RegExp(`^${urls.portal}/main/home$`)

for (const [where, target, lands] of [
  ['on the platform of the invitation', hub, atHub],
  ['at home when the URL belongs to no platform', evil, atHome],
] as const) {
  test(`RT-29 RT-30 a user who signs up arrives ${where}`, async ({ page }) => {
    const email = `guest.${Date.now()}.${where.length}@quay.example`
    await setLocale(page, 'en')
    const link = await inviteIn('en', email)
    await joinPortal(page, { link: withTarget(link, target), locale: 'en', lands })
  })

  test(`RT-29 RT-30 a user who resets the authenticator by a link arrives ${where}`, async ({
    page,
  }) => {
    await setLocale(page, 'en')
    const person = await addPerson()
    await page.goto(withTarget(await linkFor(person, 'reset-mfa'), target))
    const t = resetMessages.en
    await page.getByLabel(t.currentCode).fill(await person.authenticator.code())
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect(page.getByAltText(secondFactorMessages.en.qrCode)).toBeVisible()
    const key = (await page.locator('code').first().textContent()) ?? ''
    await page.getByLabel(t.newCode).fill(await new Authenticator(key).code())
    await page.getByRole('button', { name: secondFactorMessages.en.saved }).click()
    await expect(page).toHaveURL(lands)
  })

  test(`RT-29 RT-30 a user who ends all sessions by a mailed link and logs in again arrives ${where}`, async ({
    page,
  }) => {
    await setLocale(page, 'en')
    const person = await addPerson()
    await page.goto(withTarget(await linkFor(person, 'log-me-out'), target))
    await page.getByRole('button', { name: stopMessages.en.logOut }).click()
    await page.getByRole('heading', { level: 1, name: stopMessages.en.doneTitle }).waitFor()
    await page.getByRole('link', { name: stopMessages.en.logIn }).click()
    await logIn(page, person)
    await expect(page).toHaveURL(lands)
  })
}

async function logIn(page: Page, { email, authenticator }: Person): Promise<void> {
  const t = loginMessages.en
  await page.getByLabel(t.email, { exact: true }).fill(email)
  await page.getByLabel(t.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: t.logIn, exact: true }).click()
  await page.getByLabel(t.otp).fill(await authenticator.code())
}

function withTarget(link: string, target: string): string {
  const url = new URL(link, urls.portal)
  url.searchParams.set('redirect_url', target)
  return url.href
}
