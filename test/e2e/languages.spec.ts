import { expect } from '@playwright/test'
import { langOf, locales } from '#contract/locale.ts'
import { messages as publicMessages } from '../../app/web/public/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { test, untilHydrated } from './stage.ts'

test('SC-16 SC-17 every public page has all five languages, switchable on the page and remembered', async ({
  page,
}) => {
  await page.goto('/login')
  await untilHydrated(page)
  for (const locale of locales) {
    await page.getByRole('combobox').first().selectOption(locale)
    await expect(page.locator('html')).toHaveAttribute('lang', langOf(locale))
    await expect(page.locator('html')).toHaveAttribute('dir', locale === 'ar' ? 'rtl' : 'ltr')
    await expect(
      page.getByRole('heading', { level: 1, name: loginMessages[locale].title }),
    ).toBeVisible()
    await expect(page.getByText(publicMessages[locale].tagline).first()).toBeVisible()
  }
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans')
})

test('SC-16 a page is in the browser’s preferred language before any script runs', async ({
  request,
}) => {
  const answer = await request.get('/login', { headers: { 'accept-language': 'ar-EG,ar;q=0.9' } })
  const html = await answer.text()
  expect(html).toContain('<html lang="ar" dir="rtl"')
  expect(html).toContain(loginMessages.ar.title)
})
