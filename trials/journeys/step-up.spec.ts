import { expect } from '@playwright/test'
import { fill } from '#contract/locale.ts'
import { messages } from '../../features/platforms/assurance/messages.ts'
import { change } from '../../test/e2e/people.ts'
import { urls } from '../../test/e2e/place.ts'
import { allow, test } from '../../test/e2e/stage.ts'
import { openBoth, makeOlder } from '../../test/e2e/step-up.ts'

const t = messages.en

const hub = 'Business hub'

test('a user who goes back pays nothing, and the platform hears why', async ({ page }) => {
  const person = await openBoth(page)
  await makeOlder(person)
  await page.goto(`${urls.hub}/login`)
  await page.getByRole('button', { name: /^Pay/ }).click()
  allow(page, 502)
  await page.getByRole('button', { name: fill(t.back, { platform: hub }) }).click()
  await expect(page.getByText('unmet_authentication_requirements')).toBeVisible()
})

test('a platform that requires a passkey offers to add one to a user who has none', async ({
  page,
}) => {
  await openBoth(page)
  await change(`update subsystems set required_acr = 'phr' where id = $1`, ['onboarding'])
  try {
    await page.goto(`${urls.onboarding}/login`)
    await expect(
      page.getByText(fill(t.passkey, { platform: 'Onboarding dashboard' })),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: t.addPasskey })).toHaveAttribute(
      'href',
      '/main/security#passkeys',
    )
  } finally {
    await change('update subsystems set required_acr = null where id = $1', ['onboarding'])
  }
})
