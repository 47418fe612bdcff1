import { expect } from '@playwright/test'
import { fill, locales } from '#contract/locale.ts'
import { platformAccessMessages as messages } from '../../app/web/platform-access-messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/messages.ts'
import { addPerson, change, enterAs, enterIn } from './people.ts'
import { urls } from './place.ts'
import { password, setLocale, test } from './stage.ts'

const t = messages.en
const hub = { name: 'Business hub' }

test('SC-21 a user without access to a platform is offered one with access', async ({ page }) => {
  await enterIn(page, 'en')
  await page.goto('/main/profile?forbidden_subsystem=business-hub&error_type=wrong_subsystem')
  const right = page.getByRole('link', { name: fill(t.goTo, { name: 'Onboarding dashboard' }) })
  await expect(right).toHaveAttribute('href', new RegExp(urls.onboarding))
})

test('PE-06 SC-21 SC-16 a user on a network that the company does not allow is shown the IP address, in each language', async ({
  page,
}) => {
  const company = `Walled Ltd ${Date.now()}`
  const person = await addPerson({ company })
  await change(
    `insert into ip_allow_rules (id, partner_id, cidr)
     select gen_random_uuid(), id, '203.0.113.0/24' from partners where name = $1`,
    [company],
  )
  const asked = page.waitForRequest(/\/main\/help$/)
  await enterAs(page, person, '/main/help')
  const address = (await (await asked).allHeaders())['x-forwarded-for'] ?? ''
  expect(address).toMatch(/^10\./)
  await page.goto(urls.hub)
  await expect(page).toHaveURL(/error_type=ip_not_allowed$/)
  for (const locale of locales) {
    await setLocale(page, locale)
    await page.goto(
      `/main/profile?forbidden_subsystem=business-hub&error_type=ip_not_allowed&ip=192.0.2.66`,
    )
    const notice = page.getByRole('status').filter({ hasText: fill(messages[locale].ipTitle, hub) })
    await expect(notice).toContainText(fill(messages[locale].ipAddress, { address }))
  }
})

test('RT-17 text injected into the URL is not shown, and runs nothing', async ({ page }) => {
  await enterIn(page, 'en')
  const evil = '<img src=x onerror=alert(1)>Call +1 555 0100'
  const asked = { forbidden_subsystem: evil, error_type: `${evil}2` }
  page.on('dialog', () => expect('a script').toBe('not run'))
  await page.goto(`/main/profile?${new URLSearchParams(asked)}`)
  await expect(page.getByText(fill(t.noAccessTitle, { name: t.thePlatform }))).toBeVisible()
  await expect(page.getByText('555 0100')).toHaveCount(0)
  await page.goto(`/login?${new URLSearchParams(asked)}`)
  await expect(page.getByText(fill(t.noAccessTitle, { name: t.thePlatform }))).toBeVisible()
  await expect(page.getByText('555 0100')).toHaveCount(0)
})

test('SC-01 SC-21 a platform that denies access leads to the notice', async ({ page }) => {
  const person = await enterIn(page, 'en')
  await change('update subsystem_accounts set active = false where user_id = $1', [person.id])
  await page.goto(urls.hub)
  await expect(page).toHaveURL(
    `${urls.portal}/main/profile?forbidden_subsystem=business-hub&error_type=deactivated`,
  )
  await expect(page.getByText(fill(t.deactivatedTitle, hub))).toBeVisible()
})

test('RT-30 a logged-in user goes on to the platform without a form', async ({ page }) => {
  await enterIn(page, 'en')
  await page.goto(`/login?${new URLSearchParams({ redirect_url: `${urls.hub}/` })}`)
  await expect(page).toHaveURL(new RegExp(`^${urls.hub}`))
  await expect(page.getByText('Grace Hopper')).toBeVisible()
})

test('SC-21 a platform that keeps sending back is stopped after the second time', async ({
  page,
}) => {
  await enterIn(page, 'en')
  const login = `${urls.portal}/login?${new URLSearchParams({ redirect_url: `${urls.hub}/` })}`
  let visits = 0
  await page.route(`${urls.hub}/**`, (route) => {
    visits += 1
    return route.fulfill({ status: 302, headers: { location: login } })
  })
  await page.goto(login)
  await expect(page.getByText(fill(t.loopTitle, hub))).toBeVisible()
  await expect(page).toHaveURL(/\/main\/profile\?forbidden_subsystem=business-hub&error_type=loop$/)
  expect(visits).toBe(2)
})

test('RT-26 no address but the portal’s own and the platforms’ is ever gone on to', async ({
  page,
}) => {
  await setLocale(page, 'en')
  const person = await addPerson()
  const evil = new URLSearchParams({
    redirect_url: 'https://evil.example/',
    redirect: '//evil.example',
  })
  await page.goto(`/login?${evil}`)
  const login = loginMessages.en
  await page.getByLabel(login.email, { exact: true }).fill(person.email)
  await page.getByLabel(login.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: login.logIn, exact: true }).click()
  await page.getByLabel(login.otp).fill(await person.authenticator.code())
  await expect(page).toHaveURL(`${urls.portal}/main/home`)
})
