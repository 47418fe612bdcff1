import { expect, type Page } from '@playwright/test'
import { frameMessages, sessionMessages as messages } from '../../app/web/texts/messages.ts'
import { sessionEndMessages } from '../../app/web/public/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { messages as profileMessages } from '../../features/account/profile/texts/messages.ts'
import { profileFieldMessages } from '../../web/ui/texts/messages.ts'
import { endSessionsOf, enterIn, server, type Person } from './people.ts'
import { urls } from './place.ts'
import { allowStatus, password, test, withoutServerTime } from './stage.ts'

const t = messages.en
const login = loginMessages.en
const profile = profileMessages.en
const minute = 60_000

test.beforeEach(({ page }) => withoutServerTime(page))

test('ST-01 two minutes before the idle timeout a countdown appears, and one press keeps the user logged in', async ({
  page,
}) => {
  await page.clock.install()
  await enterIn(page, 'en')
  await jobTitle(page).fill('Harbour master')
  await page.clock.fastForward(12 * minute + 50_000)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.clock.fastForward(15_000)
  const warning = page.getByRole('alertdialog', { name: t.endsTitle })
  await expect(warning).toBeVisible()
  await expect(warning.getByRole('timer')).toContainText(/1:[45]\d/)
  await expect(warning.getByRole('button', { name: t.stay })).toBeFocused()
  await page.clock.fastForward(60_000)
  await expect(warning.getByRole('status')).toHaveText('60 seconds left')
  const request = page.waitForRequest(/\/users\/me$/)
  await page.keyboard.press('Enter')
  expect((await request).headers()['x-background']).toBeUndefined()
  await expect(warning).toHaveCount(0)
  await expect(jobTitle(page)).toHaveValue('Harbour master')
  await page.clock.fastForward(12 * minute)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('3W7 S11: SC-01 ER-10 after the timeout the page is removed until the user logs in again in place; input is kept, and the login is forgotten', async ({
  page,
}) => {
  const person = await enterUnsaved(page)
  await endSessionsOf(person)
  await page.clock.fastForward(16 * minute)
  const ended = page.getByRole('dialog', { name: t.endedTitle })
  await expect(ended).toBeVisible()
  await expect(page.locator('main')).toHaveCount(0)
  expect(await page.evaluate('localStorage.getItem("login")')).toBeNull()
  expect(Number(await page.evaluate('localStorage.loginUntil - Date.now()'))).toBeLessThan(0)
  await expect(ended.getByRole('heading', { level: 1 })).toHaveText(t.endedTitle)
  expect(await page.content()).not.toContain('Harbour master')
  expect(await page.evaluate('document.body.innerText')).not.toContain(
    profileFieldMessages.en.jobTitle,
  )
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(ended).toBeVisible()
  await expect(ended.getByLabel(login.email, { exact: true })).toHaveValue(person.email)
  await expect(ended.getByLabel(login.password, { exact: true })).toBeFocused()
  await logInAgain(page, person, 'Wrong-Harbour-1')
  await expect(ended.getByText(login.invalidCredentials)).toBeVisible()
  await logInAgain(page, person, password)
  await ended.getByLabel(login.otp).fill(await person.authenticator.code())
  await expect(ended).toHaveCount(0)
  await expect(jobTitle(page)).toHaveValue('Harbour master')
  await expect(jobTitle(page)).toBeFocused()
  await page.getByRole('button', { name: profile.save }).click()
  await expect(page.getByText(profile.saved)).toBeVisible()
})

test('S11: after the warning and the timeout, a login in place returns the focus to the field', async ({
  page,
}) => {
  const person = await enterUnsaved(page)
  await page.clock.fastForward(13 * minute + 5_000)
  const warning = page.getByRole('alertdialog', { name: t.endsTitle })
  await expect(warning.getByRole('button', { name: t.stay })).toBeFocused()
  await endSessionsOf(person)
  await page.clock.fastForward(3 * minute)
  await logInAgain(page, person, password)
  const ended = page.getByRole('dialog', { name: t.endedTitle })
  await ended.getByLabel(login.otp).fill(await person.authenticator.code())
  await expect(ended).toHaveCount(0)
  await expect(warning).toHaveCount(0)
  await expect(jobTitle(page)).toBeFocused()
})

test('3W15 ER-03 a session whose cookie is gone leads to the login with the current path and a reason', async ({
  page,
}) => {
  allowStatus(page, 401)
  // A call that the page makes by itself would lead to the login before the click.
  await page.route('**/api/users/recovery', (route) => route.fulfill({ json: { recovery: null } }))
  await enterIn(page, 'en', '/main/profile?from=here')
  await expect(jobTitle(page)).toBeVisible()
  await page.context().clearCookies({ name: (await server()).cookies.session })
  await page.getByRole('link', { name: frameMessages.en.security }).first().click()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fmain%2F/)
  await expect(page.getByText(sessionEndMessages.en.endedUnknown)).toBeVisible()
})

test('ST-11 logging out in one tab logs out the others with a notice', async ({ page }) => {
  const person = await enterIn(page, 'en')
  const other = await page.context().newPage()
  // A call that the page makes by itself would answer 401 once the session has ended.
  const lastCall = other.waitForResponse('**/api/users/company/leave')
  await other.goto('/main/profile')
  await lastCall
  await jobTitle(other).fill('Not saved')
  await page.getByRole('button', { name: frameMessages.en.accountMenu }).click()
  await page.getByRole('button', { name: frameMessages.en.logOut }).click()
  await expect(other).toHaveURL(/\/login\?logged_out=elsewhere$/)
  await expect(other.getByText(sessionEndMessages.en.loggedOutTitle)).toBeVisible()
  await expect(page).toHaveURL(`${urls.portal}/login`)
  expect(person.email).not.toBe('')
})

/** Opens the profile as a new user, with a clock of the test and unsaved input. The session may end. */
async function enterUnsaved(page: Page): Promise<Person> {
  allowStatus(page, 401)
  await page.clock.install()
  const person = await enterIn(page, 'en')
  await jobTitle(page).fill('Harbour master')
  return person
}

function jobTitle(page: Page) {
  return page.getByLabel(profileFieldMessages.en.jobTitle)
}

async function logInAgain(page: Page, _: Person, typed: string): Promise<void> {
  const ended = page.getByRole('dialog', { name: t.endedTitle })
  await ended.getByLabel(login.password, { exact: true }).fill(typed)
  await ended.getByRole('button', { name: login.logIn, exact: true }).click()
}
