import { expect, type Page } from '@playwright/test'
import { resetMessages } from '../../features/account/password/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { enterIn, server } from './people.ts'
import { urls } from './place.ts'
import { allowStatus, password, setLocale, test } from './stage.ts'

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('M5: / and /login lead a logged-in user onward', async ({ page }) => {
  const person = await enterIn(page, 'en')
  for (const [address, leads] of [
    ['/', `${urls.portal}/main/home`],
    ['/login', `${urls.portal}/main/home`],
    ['/login?redirect=%2Fmain%2Fsecurity%23sessions', `${urls.portal}/main/security#sessions`],
    ['/login?redirect=%2Flogin', `${urls.portal}/main/home`],
    ['/login?redirect=%2Fmain%2F..%2FLog-In%2F%3Fx', `${urls.portal}/main/home`],
    [`/login?redirect_url=${encodeURIComponent(urls.onboarding)}`, `${urls.onboarding}/`],
  ] as const) {
    await page.goto(address)
    await expect(page, address).toHaveURL(leads)
  }
  await page.goto('/terms-conditions')
  await page.goto('/login')
  await expect(page).toHaveURL(`${urls.portal}/main/home`)
  await page.goBack()
  await expect(page).toHaveURL(`${urls.portal}/terms-conditions`)

  const { cookies } = await server()
  await page.context().clearCookies({ name: cookies.session })
  allowStatus(page, 401)
  await page.goto('/login?redirect=%2Flogin')
  const t = loginMessages.en
  await page.getByLabel(t.email, { exact: true }).fill(person.email)
  await page.getByLabel(t.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: t.logIn, exact: true }).click()
  await page.getByLabel(t.otp).fill(await person.authenticator.code())
  await expect(page).toHaveURL(`${urls.portal}/main/home`)
})

test('M6: a submit before the human check has finished waits and then sends', async ({ page }) => {
  const t = resetMessages.en
  await setLocale(page, 'en')
  await page.route('**/human-check/challenge', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2000))
    await route.continue()
  })
  await page.goto('/forgot-password')
  await page.getByLabel(t.email).fill(`early.${Date.now()}@quay.example`)
  await page.getByRole('button', { name: t.send }).click()
  await expect(page.getByRole('button', { name: /moment/ })).toBeVisible()
  await expect(title(page, t.sentTitle)).toBeVisible({ timeout: 60_000 })
})
