import { expect, type Page } from '@playwright/test'
import { messages, offerMessages } from '../../features/account/profile/texts/messages.ts'
import { profileFieldMessages } from '../../web/ui/texts/messages.ts'
import { inviteIn } from './people.ts'
import { joinPortal, setLocale, test } from './stage.ts'

test.use({ timezoneId: 'Africa/Cairo' })

const cairo = /Égypte \(UTC\+[23]\)/

test('M4: VA-14 a user who joins in French from Cairo keeps that language and time zone', async ({
  page,
}) => {
  await setLocale(page, 'fr')
  const link = await inviteIn('en', `cairo.${Date.now()}@quay.example`)
  await joinPortal(page, { link, locale: 'fr' })
  await page.goto('/main/profile')
  await expect(zoneOf(page, profileFieldMessages.fr.timezone)).toHaveValue(cairo)
  await expect(page.getByLabel(messages.fr.preferredLanguage, { exact: true })).toHaveValue('fr')
  await expect(page.getByText(offerMessages.fr.title({ city: 'Égypte' }))).toHaveCount(0)
})

/** Returns the input of the field, because a button in it has the same label. */
function zoneOf(page: Page, label: string) {
  return page.locator('input').and(page.getByLabel(label, { exact: true }))
}
