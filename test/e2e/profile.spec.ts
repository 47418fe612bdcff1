import { expect, type Page } from '@playwright/test'
import { directionOf, langOf, locales, type Locale } from '#contract/locale.ts'
import { frameMessages } from '../../app/web/texts/messages.ts'
import { messages } from '../../features/account/profile/texts/messages.ts'
import { fieldMessages, profileFieldMessages } from '../../web/ui/texts/messages.ts'
import { enterIn } from './people.ts'
import { test } from './stage.ts'

test('SC-11 SC-16 SC-17 saving another language changes the whole portal immediately, through all five', async ({
  page,
}) => {
  await enterIn(page, 'en')
  let pageLocale: Locale = 'en'
  for (const locale of [...locales.slice(1), 'en'] as const) {
    await field(page, pageLocale, 'preferredLanguage').selectOption(locale)
    await page.getByRole('button', { name: messages[pageLocale].save }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', langOf(locale))
    await expect(page.locator('html')).toHaveAttribute('dir', directionOf(locale))
    await expect(page.getByText(messages[locale].saved)).toBeVisible()
    await expect(
      page.getByRole('heading', { level: 1, name: messages[locale].title }),
    ).toBeVisible()
    await expect(
      page.getByRole('link', { name: frameMessages[locale].security }).first(),
    ).toBeVisible()
    pageLocale = locale
  }
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('SC-11 leaving unsaved changes asks for confirmation', async ({ page }) => {
  await enterIn(page, 'en')
  await field(page, 'en', 'jobTitle').fill('Pilot')
  await page.getByRole('link', { name: frameMessages.en.security }).first().click()
  const question = page.getByRole('dialog', { name: fieldMessages.en.leaveTitle })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(field(page, 'en', 'jobTitle')).toHaveValue('Pilot')
  await page.getByRole('link', { name: frameMessages.en.security }).first().click()
  await question.getByRole('button', { name: fieldMessages.en.leave }).click()
  await expect(page).toHaveURL(/\/main\/security/)
})

type Name = 'firstname' | 'lastname' | 'jobTitle' | 'phone' | 'preferredLanguage'

function field(page: Page, locale: Locale, name: Name) {
  return page.getByLabel({ ...profileFieldMessages[locale], ...messages[locale] }[name])
}
