import { expect, type Page } from '@playwright/test'
import { sessionMessages as messages, frameMessages } from '../../app/web/texts/messages.ts'
import { messages as profileMessages } from '../../features/account/profile/texts/messages.ts'
import { profileFieldMessages } from '../../web/ui/texts/messages.ts'
import { addPerson, enterAs, enterIn, endSessionsOf, type Person } from '../../test/e2e/people.ts'
import { urls } from '../../test/e2e/place.ts'
import { test, withoutServerTime, allowStatus, password } from '../../test/e2e/stage.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { sessionEndMessages } from '../../app/web/public/texts/messages.ts'

test.beforeEach(({ page }) => withoutServerTime(page))

const login = loginMessages.en
const t = messages.en
const profile = profileMessages.en
const minute = 60_000

test.beforeEach(({ page }) => withoutServerTime(page))

test('ST-11 activity in one tab prevents the warning in another', async ({ page }) => {
  await page.clock.install()
  await enterIn(page, 'en')
  await page.clock.fastForward(13 * minute + 30_000)
  await expect(page.getByRole('alertdialog')).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/main/security')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('ST-03 the warning also offers logout', async ({ page }) => {
  await page.clock.install()
  await enterIn(page, 'en')
  await page.clock.fastForward(13 * minute + 30_000)
  await page.getByRole('alertdialog').getByRole('button', { name: t.logOut }).click()
  await expect(page).toHaveURL(`${urls.portal}/login`)
})

test('ST-11 a tab shows the new user after another user logs in, in another tab', async ({
  page,
}) => {
  const grace = await enterIn(page, 'en')
  await expect(page.getByLabel(profile.email, { exact: true })).toHaveValue(grace.email)
  const ada = await addPerson()
  const other = await page.context().newPage()
  await enterAs(other, ada, '/main/profile')
  await other.evaluate(
    `new BroadcastChannel('session').postMessage({ kind: 'logged-in', area: 'user' })`,
  )
  await expect(page.getByLabel(profile.email, { exact: true })).toHaveValue(ada.email)
})

test('ER-03 a save after the session has ended asks the user to log in again in place', async ({
  page,
}) => {
  allowStatus(page, 401)
  const person = await enterIn(page, 'en')
  await jobTitle(page).fill('Pilot')
  await page.waitForLoadState('networkidle')
  await endSessionsOf(person)
  await page.getByRole('button', { name: profile.save }).click()
  const ended = page.getByRole('dialog', { name: t.endedTitle })
  await expect(ended).toBeVisible()
  await expect(page).toHaveURL(/\/main\/profile$/)
  await logInAgain(page, person, password)
  await ended.getByLabel(login.otp).fill(await person.authenticator.code())
  await expect(ended).toHaveCount(0)
  await expect(jobTitle(page)).toHaveValue('Pilot')
  await page.getByRole('button', { name: profile.save }).click()
  await expect(page.getByText(profile.saved)).toBeVisible()
})

function jobTitle(page: Page) {
  return page.getByLabel(profileFieldMessages.en.jobTitle)
}

async function logInAgain(page: Page, _: Person, typed: string): Promise<void> {
  const ended = page.getByRole('dialog', { name: t.endedTitle })
  await ended.getByLabel(login.password, { exact: true }).fill(typed)
  await ended.getByRole('button', { name: login.logIn, exact: true }).click()
}

test('ST-11 a tab whose call fails before the message of the logout shows the notice, too', async ({
  page,
}) => {
  await enterIn(page, 'en')
  const other = await page.context().newPage()
  allowStatus(other, 401)
  await other.goto('/main/profile')
  await expect(jobTitle(other)).toBeVisible()
  await page.route('**/api/users/logout', async (route) => {
    const response = await route.fetch()
    const failure = other.waitForResponse((each) => each.status() === 401)
    await other.getByRole('link', { name: frameMessages.en.security }).first().click()
    await failure
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: frameMessages.en.accountMenu }).click()
  await page.getByRole('button', { name: frameMessages.en.logOut }).click()
  await expect(other).toHaveURL(/\/login\?logged_out=elsewhere$/)
  await expect(other.getByText(sessionEndMessages.en.loggedOutTitle)).toBeVisible()
})

test('ST-11 the back button shows no page after logout', async ({ page }) => {
  await enterIn(page, 'en')
  await page.getByRole('link', { name: frameMessages.en.helpCenter }).first().click()
  await expect(page).toHaveURL(/\/main\/help/)
  await page.getByRole('button', { name: frameMessages.en.accountMenu }).click()
  await page.getByRole('button', { name: frameMessages.en.logOut }).click()
  await expect(page).toHaveURL(`${urls.portal}/login`)
  await page.goBack()
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await expect(jobTitle(page)).toHaveCount(0)
})
