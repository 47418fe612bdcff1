import { expect } from '@playwright/test'
import { locales } from '#contract/locale.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { fieldMessages } from '../../web/ui/texts/messages.ts'
import { allowStatus, sendByEnter, test } from '../../test/e2e/stage.ts'

test('SC-16 errors are shown in the language that the page is switched to', async ({ page }) => {
  allowStatus(page, 401)
  await page.goto('/login')
  await page.getByRole('heading', { level: 1, name: loginMessages.en.title }).waitFor()
  await page.getByLabel(loginMessages.en.email, { exact: true }).fill('nobody')
  await sendByEnter(page)
  await expect(page.getByText(fieldMessages.en.invalidEmail).first()).toBeVisible()
  for (const locale of locales.toReversed()) {
    await page.getByRole('combobox').first().selectOption(locale)
    await expect(page.getByText(fieldMessages[locale].invalidEmail).first()).toBeVisible()
    await expect(page.getByText(fieldMessages[locale].required).first()).toBeVisible()
  }

  await page.getByLabel(loginMessages.en.email, { exact: true }).fill('nobody@quay.example')
  await page.getByLabel(loginMessages.en.password, { exact: true }).fill('Wrong-Harbour-1')
  await sendByEnter(page)
  await expect(page.getByText(loginMessages.en.invalidCredentials).first()).toBeVisible()
  for (const locale of locales.toReversed()) {
    await page.getByRole('combobox').first().selectOption(locale)
    await expect(page.getByText(loginMessages[locale].invalidCredentials).first()).toBeVisible()
  }
})
