import { expect, type Page } from '@playwright/test'
import {
  frameMessages,
  platformAccessMessages as platformMessages,
} from '../../app/web/texts/messages.ts'
import { deadEndMessages, messages as publicMessages } from '../../app/web/public/texts/messages.ts'
import { resetMessages } from '../../features/account/password/texts/messages.ts'
import { askMessages } from '../../features/account/lost-device/texts/messages.ts'
import { logMeOutMessages } from '../../features/account/sessions/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { messages as termsMessages } from '../../features/pages/terms/texts/messages.ts'
import { fieldMessages, profileFieldMessages } from '../../web/ui/texts/messages.ts'
import { mailedLinkMessages } from '../../web/parts/texts/messages.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { addPerson, enterAs, enterIn, inviteIn, linkFor, server } from '../../test/e2e/people.ts'
import { urls } from '../../test/e2e/place.ts'
import { chooseSuggested } from '../../test/e2e/reset.ts'
import { allowStatus, password, setLocale, test, visitExpecting } from '../../test/e2e/stage.ts'
import { removeAssets } from '../../test/e2e/return.ts'
import { messages as profileMessages } from '../../features/account/profile/texts/messages.ts'

const lost = mailedLinkMessages.en.lostTitle
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

for (const kind of ['sign-up', 'reset-password', 'reset-mfa', 'log-me-out'] as const) {
  test(`M3: /${kind} asks after a reload and after Back to open the link again, which still works`, async ({
    page,
  }) => {
    await setLocale(page, 'en')
    const email = `again.${kind}.${Date.now()}@quay.example`
    const link =
      kind === 'sign-up' ? await inviteIn('en', email) : await linkFor(await addPerson(), kind)
    await page.goto(link)
    await expect(page.locator('form')).toBeVisible()
    await page.reload()
    await expect(title(page, lost)).toBeVisible()

    await page.goto(link)
    await expect(page.locator('form')).toBeVisible()
    await page.goto('/login')
    await expect(title(page, loginMessages.en.title)).toBeVisible()
    await page.goBack()
    await expect(title(page, lost)).toBeVisible()

    await page.goto(link)
    const terms = page.context().waitForEvent('page')
    await page.getByRole('contentinfo').getByRole('link').last().click()
    await expect(title(await terms, termsMessages.en.title)).toBeVisible()
    await expect(page.locator('form')).toBeVisible()
  })
}

test('M3: the result of a link is still shown after a reload', async ({ page }) => {
  await setLocale(page, 'en')
  const person = await addPerson()
  await page.goto(await linkFor(person, 'log-me-out'))
  await page.getByRole('button', { name: logMeOutMessages.en.logOut }).click()
  await expect(title(page, logMeOutMessages.en.doneTitle)).toBeVisible()
  await page.reload()
  await expect(title(page, logMeOutMessages.en.doneTitle)).toBeVisible()

  await page.goto(await linkFor(person, 'reset-password'))
  await chooseSuggested(page, 'en')
  await page.reload()
  await expect(title(page, resetMessages.en.doneTitle)).toBeVisible()
})

test('M2: a platform without access is named, with and without a session', async ({ page }) => {
  const query = 'forbidden_subsystem=onboarding&error_type=no_access'
  const name = platformMessages.en.noAccessTitle({ name: 'Onboarding dashboard' })
  await setLocale(page, 'en')
  await page.goto(`/login?${query}`)
  await expect(page.getByText(name)).toBeVisible()
  await enterAs(page, await addPerson({ subsystems: ['business-hub'] }), `/main/profile?${query}`)
  await expect(page.getByText(name)).toBeVisible()
  await page.goto(`/login?${query}`)
  await expect(page).toHaveURL(`${urls.portal}/main/profile?${query}`)
})

test('M5: a login page continues after a login in another tab', async ({ page }) => {
  await setLocale(page, 'en')
  await page.goto('/login?redirect=%2Fmain%2Fsecurity')
  await expect(page.getByRole('button', { name: loginMessages.en.logIn })).toBeEnabled()
  const tab = await page.context().newPage()
  await enterAs(tab, await addPerson())
  await tab.evaluate(
    `new BroadcastChannel('session').postMessage({ kind: 'logged-in', area: 'user' })`,
  )
  await expect(page).toHaveURL(`${urls.portal}/main/security`)
})

test('M5: a logged-in admin is redirected from the login, but never to the logout', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['auditor'] })
  for (const address of ['/admin/login', '/admin/login?redirect=%2Fadmin%2Flogout']) {
    await page.goto(address)
    await expect(page, address).toHaveURL(`${urls.portal}/admin/audit-logs`)
  }
})

test('M9: Back from the admin login leads to the page before the protected one', async ({
  page,
}) => {
  await setLocale(page, 'en')
  await page.goto('/terms-conditions')
  await page.goto('/admin/audit-logs')
  await expect(page).toHaveURL(/\/admin\/login\?redirectURL=/)
  await page.goBack()
  await expect(page).toHaveURL(`${urls.portal}/terms-conditions`)
})

test('M10: RT-15 an unknown path below /main or /admin is not found for a visitor either', async ({
  page,
}) => {
  await setLocale(page, 'en')
  for (const path of ['/main/nope', '/admin/nope']) {
    await visitExpecting(page, path, 404)
    await expect(title(page, deadEndMessages.en.notFoundTitle)).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page).toHaveURL(urls.portal + path)
  }
  await page.getByRole('link', { name: deadEndMessages.en.toLogin }).click()
  await expect(page).toHaveURL(`${urls.portal}/admin/login`)
  await enterIn(page, 'en')
  await visitExpecting(page, '/main/nope', 404)
  await expect(page.getByRole('link', { name: frameMessages.en.toFirstPage })).toBeVisible()
})

test('C6: a step of the login whose assets a deployment has removed appears after a reload', async ({
  page,
}) => {
  const t = loginMessages.en
  const { email } = await addPerson()
  allowStatus(page, 404)
  await setLocale(page, 'en')
  await page.goto('/login')
  await page.getByLabel(t.email, { exact: true }).fill(email)
  await page.getByLabel(t.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: t.logIn, exact: true }).click()
  await page.getByLabel(t.otp).waitFor()
  await removeAssets(page, /./)
  await page.getByRole('button', { name: t.otherWays }).click()
  await page.getByRole('button', { name: publicMessages.en.lostDevice }).click()
  await expect(page.getByText(fieldMessages.en.outdated)).toBeVisible()
  await page.unroute(assets)
  await page.getByRole('button', { name: fieldMessages.en.reload }).click()
  await expect(title(page, askMessages.en.title)).toBeVisible()
})

const assets = '**/assets/**'

test('C6: when a deployment has removed a script, the page offers a reload that keeps the input', async ({
  page,
}) => {
  const t = profileMessages.en
  allowStatus(page, 404)
  await removeAssets(page, /combo-box/)
  await enterIn(page, 'en')
  await page.getByLabel(profileFieldMessages.en.jobTitle).fill('Pilot')
  await expect(page.getByText(fieldMessages.en.outdated)).toBeVisible()
  await expect(page.getByLabel(profileFieldMessages.en.jobTitle)).toHaveValue('Pilot')
  await page.unroute(assets)
  await page.getByRole('button', { name: fieldMessages.en.reload }).click()
  await expect(page.getByText(fieldMessages.en.outdated)).toHaveCount(0)
  await expect(page.getByLabel(profileFieldMessages.en.jobTitle)).toHaveValue('Pilot')
  await expect(page.getByText(t.unsaved)).toBeVisible()
  await page.getByRole('button', { name: t.save }).click()
  await expect(page.getByText(t.saved)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(profileFieldMessages.en.jobTitle)).toHaveValue('Pilot')
  await expect(page.getByText(t.unsaved)).toHaveCount(0)
})

test('M5: / and /login lead a logged-in user onward', async ({ page }) => {
  const person = await enterIn(page, 'en')
  for (const [address, leads] of [
    ['/', `${urls.portal}/main/home`],
    ['/login', `${urls.portal}/main/home`],
    ['/login?redirect=%2Fmain%2Fsecurity%23sessions', `${urls.portal}/main/security#sessions`],
    ['/login?redirect=%2Flogin', `${urls.portal}/main/home`],
    ['/login?redirect=%2Fmain%2F..%2FLog-In%2F%3Fx', `${urls.portal}/main/home`],
    [`/login?redirect_url=${encodeURIComponent(urls.onboarding)}`, `${urls.onboarding}/`],
  ] as const) {
    await page.goto(address)
    await expect(page, address).toHaveURL(leads)
  }
  await page.goto('/terms-conditions')
  await page.goto('/login')
  await expect(page).toHaveURL(`${urls.portal}/main/home`)
  await page.goBack()
  await expect(page).toHaveURL(`${urls.portal}/terms-conditions`)

  const { cookies } = await server()
  await page.context().clearCookies({ name: cookies.session })
  allowStatus(page, 401)
  await page.goto('/login?redirect=%2Flogin')
  const t = loginMessages.en
  await page.getByLabel(t.email, { exact: true }).fill(person.email)
  await page.getByLabel(t.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: t.logIn, exact: true }).click()
  await page.getByLabel(t.otp).fill(await person.authenticator.code())
  await expect(page).toHaveURL(`${urls.portal}/main/home`)
})

test('M6: a submit before the human check has finished waits and then sends', async ({ page }) => {
  const t = resetMessages.en
  await setLocale(page, 'en')
  await page.route('**/human-check/challenge', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2000))
    await route.continue()
  })
  await page.goto('/forgot-password')
  await page.getByLabel(t.email).fill(`early.${Date.now()}@quay.example`)
  await page.getByRole('button', { name: t.send }).click()
  await expect(page.getByRole('button', { name: /moment/ })).toBeVisible()
  await expect(title(page, t.sentTitle)).toBeVisible({ timeout: 60_000 })
})
