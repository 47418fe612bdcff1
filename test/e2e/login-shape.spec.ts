import { expect, type Page } from '@playwright/test'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { addPerson } from './people.ts'
import { urls } from './place.ts'
import { expectAccessible, setLocale, test } from './stage.ts'
import { logIn } from './login-shape.ts'

const t = loginMessages.en
const wide = { width: 1280, height: 800 }

test('U2 RT-30: a platform’s OpenID login names the platform, also on the code step, without layout shifts', async ({
  page,
}) => {
  const person = await addPerson()
  await page.setViewportSize(wide)
  await setLocale(page, 'en')
  await page.goto(urls.hub)
  await expect(page).toHaveURL(/\/login\?redirect=%2Fsign-on%2F/)
  const chip = page.getByText('Log in to Business hub')
  await expect(chip).toBeVisible()
  await expect(page.getByText(`You’re on ${new URL(urls.portal).host}`)).toBeVisible()
  const top = await topOfCard(page)
  expect(Math.abs(top - wide.height * 0.18)).toBeLessThan(3)
  await isReady(page)
  await logIn(page, person.email)
  await expect(page.getByLabel(t.otp)).toBeFocused()
  await expect(chip).toBeVisible()
  expect(await topOfCard(page)).toBe(top)
  await expectAccessible(page)
  await page.keyboard.type(await person.authenticator.code())
  await expect(page).toHaveURL(new RegExp(`^${urls.hub}`))
})

test('RT-30: without scripts the document already names the platform', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(`${urls.portal}/login?redirect_url=${encodeURIComponent(`${urls.hub}/`)}`)
  await expect(page.getByText('Log in to Business hub')).toBeVisible()
  await context.close()
})

async function isReady(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: t.logIn, exact: true })).toBeEnabled()
}

async function topOfCard(page: Page): Promise<number> {
  return (await page.locator('main').boundingBox())?.y ?? 0
}
