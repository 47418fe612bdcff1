import { expect } from '@playwright/test'
import { messages as profileMessages } from '../../features/account/profile/texts/messages.ts'
import { fieldMessages, profileFieldMessages } from '../../web/ui/texts/messages.ts'
import { press, expectErrorSummary, expectFieldError, tabTo, typeInto } from './keyboard.ts'
import { enterIn } from './people.ts'
import { expectAccessible, test } from './stage.ts'

const profile = profileMessages.en

test('SC-11 VA-08 a user selects a time zone and a language by keyboard alone, and each error is announced', async ({
  page,
}) => {
  await enterIn(page, 'en')
  const firstname = page.getByLabel(profile.firstname)
  const phone = page.getByLabel(profile.phone)
  await typeInto(page, firstname, '=1')
  await page.keyboard.press('Enter')
  await expectFieldError(firstname, fieldMessages.en.startsWithEquals)
  await expectAccessible(page)
  await typeInto(page, phone, 'call me')
  await page.keyboard.press('Enter')
  const summary = await expectErrorSummary(page, fieldMessages.en.invalidPhone)
  await expectAccessible(page)
  await press(page, summary.getByRole('link').last())
  await expect(phone).toBeFocused()
  await typeInto(page, phone, '+44 20 7946 0000')
  await page.keyboard.press('Shift+Tab')
  await typeInto(page, firstname, 'Grace')

  const zone = page.getByRole('combobox', { name: profileFieldMessages.en.timezone })
  await typeInto(page, zone, 'cairo')
  await expect(page.getByRole('option', { name: /Cairo/ }).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(zone).toHaveValue(/Cairo/)
  await press(page, page.getByRole('button', { name: profile.save }))
  await expect(page.getByRole('status').filter({ hasText: profile.saved })).toBeVisible()
  await expectAccessible(page)

  await tabTo(page, page.getByLabel(profile.preferredLanguage))
  await page.keyboard.type('Fran')
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('button', { name: profile.save }))
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
})
