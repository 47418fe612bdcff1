import { expect } from '@playwright/test'
import { locales } from '#contract/locale.ts'
import { updateRows } from '../../test/e2e/rows.ts'
import { platformAccessMessages as messages } from '../../app/web/texts/messages.ts'
import { addPerson, enterAs, enterIn, server } from '../../test/e2e/people.ts'
import { urls } from '../../test/e2e/place.ts'
import { setLocale, test } from '../../test/e2e/stage.ts'

const t = messages.en

const hub = { name: 'Business hub' }

test('SC-21 a user without access to a platform is offered one with access', async ({ page }) => {
  await setLocale(page, 'en')
  const person = await addPerson({ subsystems: ['onboarding'] })
  const path = '/main/profile?forbidden_subsystem=business-hub&error_type=wrong_subsystem'
  await enterAs(page, person, path)
  const right = page.getByRole('link', { name: t.goTo({ name: 'Onboarding dashboard' }) })
  await expect(right).toHaveAttribute('href', new RegExp(urls.onboarding))
})

test('3W17: a user who has the platform is offered it, although the address names the reason wrong_subsystem', async ({
  page,
}) => {
  await setLocale(page, 'en')
  const path = '/main/profile?forbidden_subsystem=business-hub&error_type=wrong_subsystem'
  await enterAs(page, await addPerson(), path)
  await expect(page.getByText(t.openTitle(hub))).toBeVisible()
  await expect(page.getByText(t.wrongTitle(hub))).toHaveCount(0)
})

test('PE-06 SC-21 SC-16 a user outside the company’s networks sees their IP address, in each language', async ({
  page,
}) => {
  const company = `Walled Ltd ${Date.now()}`
  const person = await addPerson({ company })
  const { people } = await server()
  await people.addNetwork(person, '203.0.113.0/24')
  const helpRequest = page.waitForRequest(/\/main\/help$/)
  await enterAs(page, person, '/main/help')
  const address = (await (await helpRequest).allHeaders())['x-forwarded-for'] ?? ''
  expect(address).toMatch(/^10\./)
  await page.goto(urls.hub)
  await expect(page).toHaveURL(/error_type=ip_not_allowed$/)
  for (const locale of locales) {
    await setLocale(page, locale)
    await page.goto(
      `/main/profile?forbidden_subsystem=business-hub&error_type=ip_not_allowed&ip=192.0.2.66`,
    )
    const notice = page.getByRole('status').filter({ hasText: messages[locale].ipTitle(hub) })
    await expect(notice).toContainText(messages[locale].ipAddress({ address }))
  }
})

test('SC-01 SC-21 a platform that denies access redirects to the notice', async ({ page }) => {
  const person = await enterIn(page, 'en')
  await updateRows('subsystem_accounts', { userId: person.id }, { active: false })
  await page.goto(urls.hub)
  await expect(page).toHaveURL(
    `${urls.portal}/main/profile?forbidden_subsystem=business-hub&error_type=deactivated`,
  )
  await expect(page.getByText(t.endedTitle(hub))).toBeVisible()
})

test('RT-30 a logged-in user is redirected to the platform without a form', async ({ page }) => {
  await enterIn(page, 'en')
  await page.goto(`/login?${new URLSearchParams({ redirect_url: `${urls.hub}/` })}`)
  await expect(page).toHaveURL(new RegExp(`^${urls.hub}`))
  await expect(page.getByText('Grace Hopper')).toBeVisible()
})
