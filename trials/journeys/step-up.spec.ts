import { expect, type Page } from '@playwright/test'
import { updateRows } from '../../test/e2e/rows.ts'
import { messages } from '../../features/platforms/assurance/texts/messages.ts'
import type { Person } from '../../test/e2e/people.ts'
import { urls } from '../../test/e2e/place.ts'
import { allowStatus, test, password, sendByEnter } from '../../test/e2e/stage.ts'
import { openBoth, backdateSession } from '../../test/e2e/step-up.ts'
import { messages as publicMessages } from '../../app/web/public/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

const t = messages.en

const hub = 'Business hub'

test('a user who goes back pays nothing, and the platform receives the reason', async ({
  page,
}) => {
  const person = await openBoth(page)
  await backdateSession(person)
  await page.goto(`${urls.hub}/login`)
  await page.getByRole('button', { name: /^Pay/ }).click()
  allowStatus(page, 502)
  await page.getByRole('button', { name: t.back({ platform: hub }) }).click()
  await expect(page.getByText('unmet_authentication_requirements')).toBeVisible()
})

test('a platform that requires a passkey offers a user without one to add it', async ({ page }) => {
  await openBoth(page)
  await updateRows('subsystems', { id: 'onboarding' }, { requiredAcr: 'phr' })
  try {
    await page.goto(`${urls.onboarding}/login`)
    await expect(page.getByText(t.passkey({ platform: 'Onboarding dashboard' }))).toBeVisible()
    await expect(page.getByRole('link', { name: t.addPasskey })).toHaveAttribute(
      'href',
      '/main/security#passkeys',
    )
  } finally {
    await updateRows('subsystems', { id: 'onboarding' }, { requiredAcr: null })
  }
})

test('P3: prompt=login shows the platform and the reason, and the same user continues without being logged out elsewhere', async ({
  page,
}) => {
  const person = await openBoth(page)
  await page.goto(`${urls.hub}/login?prompt=login`)
  await expect(heading(page, loginMessages.en.title)).toBeVisible()
  await expect(page.getByText(publicMessages.en.asksWho({ platform: hub }))).toBeVisible()
  await expect(page.getByLabel(loginMessages.en.email)).toHaveValue(person.email)
  await page.locator('[name=password]').fill(password)
  await sendByEnter(page)
  await page.locator('[name=otp]').fill(await person.authenticator.code())
  await expect(page).toHaveURL(`${urls.hub}/`)
  await page.goto(urls.onboarding)
  await expect(page.getByText(person.email)).toBeVisible()
  expect(await countEnded(person)).toBe(0)
})

async function countEnded({ id }: Person): Promise<number> {
  const { server } = await import('../../test/e2e/people.ts')
  const { db } = await server()
  const { rows } = await db.query(
    'select from platform_sessions where user_id = $1 and ended_at is not null',
    [id],
  )
  return rows.length
}
