import { expect, type Page } from '@playwright/test'
import { messages, offerMessages } from '../../features/account/profile/texts/messages.ts'
import { profileFieldMessages } from '../../web/ui/texts/messages.ts'
import { addCompany } from '../../test/e2e/company.ts'
import { enterAs, enterIn } from '../../test/e2e/people.ts'
import { updateRows } from '../../test/e2e/rows.ts'
import { test } from '../../test/e2e/stage.ts'

test.use({ timezoneId: 'Africa/Cairo' })

const t = offerMessages.en

const cairo = /Cairo \(UTC\+2\)|Cairo \(UTC\+3\)/

test('M4: the browser’s time zone is offered until the user decides, and the input is kept', async ({
  page,
}) => {
  await enterIn(page, 'en')
  const offer = page.getByText(t.title({ city: 'Cairo' }))
  await expect(offer).toBeVisible()
  await page.getByLabel(profileFieldMessages.en.jobTitle).fill('Pilot')
  await page.getByRole('button', { name: t.take({ city: 'Cairo' }) }).click()
  await expect(offer).toHaveCount(0)
  await expect(zoneOf(page, profileFieldMessages.en.timezone)).toHaveValue(cairo)
  await page.getByRole('button', { name: messages.en.save }).click()
  await expect(page.getByText(messages.en.saved)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(profileFieldMessages.en.jobTitle)).toHaveValue('Pilot')
  await expect(zoneOf(page, profileFieldMessages.en.timezone)).toHaveValue(cairo)
})

test('M4: a user who keeps UTC is not asked again', async ({ page }) => {
  await enterIn(page, 'en')
  await page.getByRole('button', { name: t.keep }).click()
  await expect(page.getByText(t.title({ city: 'Cairo' }))).toHaveCount(0)
  await page.reload()
  await expect(zoneOf(page, profileFieldMessages.en.timezone)).toHaveValue('UTC')
  await expect(page.getByText(t.title({ city: 'Cairo' }))).toHaveCount(0)
})

test('lists show times in the time zone of the profile, not in that of the browser', async ({
  page,
}) => {
  const { owner, add } = await addCompany()
  const colleague = await add()
  await updateRows('users', { id: owner.id }, { timezone: 'Asia/Tokyo' })
  await updateRows('user_logins', { userId: colleague.id }, { lastLoginAt: '2026-01-05T20:30:00Z' })
  await enterAs(page, owner, '/main/company/users')
  const time = page.locator('time[datetime^="2026-01-05T20:30"]').first()
  await expect(time).toHaveText(/^6 Jan/)
  await expect(time).toHaveAttribute('title', '6 Jan 2026, 05:30 UTC+9')
})

/** Returns the field; a button in it has the same label. */
function zoneOf(page: Page, label: string) {
  return page.locator('input').and(page.getByLabel(label, { exact: true }))
}
