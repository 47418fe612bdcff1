import { expect, type Page } from '@playwright/test'
import { offerMessages } from '../../features/account/profile/texts/messages.ts'
import { profileFieldMessages } from '../../web/ui/texts/messages.ts'
import { addCompany } from '../../test/e2e/company.ts'
import { enterAs, enterIn } from '../../test/e2e/people.ts'
import { updateRows } from '../../test/e2e/rows.ts'
import { test } from '../../test/e2e/stage.ts'

test.use({ timezoneId: 'Africa/Cairo' })

const t = offerMessages.en

const cairo = /Cairo \(UTC\+2\)|Cairo \(UTC\+3\)/

test('M4: the home page offers the browser’s time zone, and takes it', async ({ page }) => {
  await enterIn(page, 'en', '/main/home')
  const offer = page.getByText(t.title({ city: 'Cairo' }))
  await expect(offer).toBeVisible()
  await page.getByRole('button', { name: t.take({ city: 'Cairo' }) }).click()
  await expect(offer).toHaveCount(0)
  await page.goto('/main/profile')
  await expect(zoneOf(page, profileFieldMessages.en.timezone)).toHaveValue(cairo)
})

test('M4: a user who keeps UTC is not asked again', async ({ page }) => {
  await enterIn(page, 'en', '/main/home')
  await page.getByRole('button', { name: t.keep }).click()
  await expect(page.getByText(t.title({ city: 'Cairo' }))).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(t.title({ city: 'Cairo' }))).toHaveCount(0)
})

test.describe('in a time zone whose clock shows UTC', () => {
  test.use({ timezoneId: 'Atlantic/Reykjavik' })

  test('3K12: the home page offers no time zone', async ({ page }) => {
    await enterIn(page, 'en', '/main/home')
    await page.waitForLoadState('networkidle')
    await expect(page.getByText(t.title({ city: 'Reykjavik' }))).toHaveCount(0)
  })
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
  await expect(time).toHaveText(/^6\sJan\s2026, 05:30\sUTC\+9$/)
})

/** Returns the field; a button in it has the same label. */
function zoneOf(page: Page, label: string) {
  return page.locator('input').and(page.getByLabel(label, { exact: true }))
}
