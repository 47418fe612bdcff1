import { expect } from '@playwright/test'
import { messages as profileMessages } from '../../features/account/profile/texts/messages.ts'
import { fieldMessages, profileFieldMessages } from '../../web/ui/texts/messages.ts'
import { enterIn } from './people.ts'
import { test } from './stage.ts'

test('AP-03 a user can stop waiting for a slow request, sees the consequences, and loses no input', async ({
  page,
}) => {
  const t = fieldMessages.en
  const profile = profileMessages.en
  await page.clock.install()
  await enterIn(page, 'en')
  await page.route('**/api/users/me', (route) =>
    route.request().method() === 'PUT' ? undefined : route.continue(),
  )
  await page.getByLabel(profileFieldMessages.en.jobTitle).fill('Pilot')
  await page.getByRole('button', { name: profile.save }).click()
  await page.clock.fastForward(3_000)
  await expect(page.getByRole('button', { name: t.stopWaiting })).toHaveCount(0)
  await page.clock.fastForward(2_000)
  const stop = page.getByRole('button', { name: t.stopWaiting })
  await page.keyboard.press('Tab')
  await expect(stop).toBeFocused()
  await page.keyboard.press('Enter')
  const alert = page.getByRole('alert').filter({ hasText: t.aborted })
  await expect(alert).toBeFocused()
  await expect(stop).toHaveCount(0)
  await expect(page.getByLabel(profileFieldMessages.en.jobTitle)).toHaveValue('Pilot')
  await page.unroute('**/api/users/me')
  await page.getByRole('button', { name: profile.save }).click()
  await expect(page.getByText(profile.saved)).toBeVisible()
})
