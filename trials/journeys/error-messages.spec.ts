import { expect } from '@playwright/test'
import { now } from '#test/rows.ts'
import { updateRows } from '../../test/e2e/rows.ts'
import {
  frameMessages,
  sessionMessages as sessionLifeMessages,
} from '../../app/web/texts/messages.ts'
import { sessionEndMessages } from '../../app/web/public/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { messages as profileMessages } from '../../features/account/profile/texts/messages.ts'
import { messages as factorMessages } from '../../features/account/recovery/texts/messages.ts'
import { fieldMessages, profileFieldMessages } from '../../web/ui/texts/messages.ts'
import { addPerson, enterIn, linkOfSupport, enterAs } from '../../test/e2e/people.ts'
import { allowStatus, password, setLocale, test } from '../../test/e2e/stage.ts'
import { messages as sessionMessages } from '../../features/account/sessions/texts/messages.ts'
import { urls } from '../../test/e2e/place.ts'
import { readFile } from 'node:fs/promises'

const shared = fieldMessages.en
const profile = profileMessages.en

test('ER-04 PE-06 403302 a user of a deactivated company is informed after entering the right password', async ({
  page,
}) => {
  allowStatus(page, 403)
  const company = `Closed Ltd ${Date.now()}`
  const { email } = await addPerson({ company })
  await updateRows('partners', { name: company }, { active: false })
  await setLocale(page, 'en')
  await page.goto('/login')
  await page.getByLabel(loginMessages.en.email, { exact: true }).fill(email)
  await page.getByLabel(loginMessages.en.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: loginMessages.en.logIn, exact: true }).click()
  await expect(page.getByRole('alert').getByText(shared.partnerInactive)).toBeVisible()
})

test('ER-07 the link to reset the authenticator reports a wrong password and a deactivated account', async ({
  page,
}) => {
  allowStatus(page, 401, 403)
  const t = factorMessages.en
  const person = await addPerson()
  await updateRows('passwords', { userId: person.id }, { verifiedAt: now })
  await setLocale(page, 'en')
  await page.goto(await linkOfSupport(person))
  await page.getByLabel(t.password, { exact: true }).fill('Wrong-Harbour-1')
  await page.getByRole('button', { name: t.next }).click()
  await expect(page.getByText(t.invalidCredentials).first()).toBeVisible()
  await updateRows('users', { id: person.id }, { active: false })
  await page.getByLabel(t.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: t.next }).click()
  await expect(page.getByRole('alert').getByText(shared.userInactive)).toBeVisible()
})

test('ST-11 a logout in another tab during a save logs this tab out with a notice', async ({
  page,
}) => {
  // The CSRF token ends with the session.
  allowStatus(page, 401, 403)
  await enterIn(page, 'en')
  const other = await page.context().newPage()
  await other.goto('/main/help')
  await other.getByRole('button', { name: frameMessages.en.accountMenu }).click()
  await page.route('**/api/users/me', async (route) => {
    if (route.request().method() === 'PUT') {
      await other.getByRole('button', { name: frameMessages.en.logOut }).click()
      await other.waitForURL('**/login')
    }
    await route.continue().catch(() => undefined)
  })
  await page.getByLabel(profileFieldMessages.en.jobTitle).fill('Pilot')
  await page.getByRole('button', { name: profile.save }).click()
  await expect(page).toHaveURL(/\/login\?logged_out=elsewhere$/)
  await expect(page.getByText(sessionEndMessages.en.loggedOutTitle)).toBeVisible()
})

test('ST-11 ER-03 401101 a session ended on another device during a save is announced, and no input is lost', async ({
  page,
  browser,
}) => {
  // 403 if a check of the page has replaced the CSRF token of the ended session; the call is then repeated.
  allowStatus(page, 401, 403)
  const person = await enterIn(page, 'en')
  const elsewhere = await browser.newContext({ baseURL: urls.portal })
  const phone = await elsewhere.newPage()
  await enterAs(phone, person, '/main/security#sessions')
  const end = phone.getByRole('button', { name: /^Log out of .*\d\.\d/ }).last()
  await end.click()
  const ending = phone.getByRole('dialog').getByRole('button', { name: sessionMessages.en.logOut })
  await ending.waitFor()
  let hasEnded = false
  await page.route('**/api/users/me', async (route) => {
    if (route.request().method() === 'PUT' && !hasEnded) {
      hasEnded = true
      await ending.click()
      await expect(phone.getByText(sessionMessages.en.onlyThis)).toBeVisible()
    }
    await route.continue()
  })
  await page.getByLabel(profileFieldMessages.en.jobTitle).fill('Pilot')
  await page.getByRole('button', { name: profile.save }).click()
  const ended = page.getByRole('dialog', { name: sessionLifeMessages.en.endedTitle })
  await ended.getByLabel(loginMessages.en.password, { exact: true }).fill(password)
  await ended.getByRole('button', { name: loginMessages.en.logIn, exact: true }).click()
  await ended.getByLabel(loginMessages.en.otp).fill(await person.authenticator.code())
  await expect(ended).toHaveCount(0)
  await page.unroute('**/api/users/me')
  await expect(page.getByLabel(profileFieldMessages.en.jobTitle)).toHaveValue('Pilot')
  await page.getByRole('button', { name: profile.save }).click()
  await expect(page.getByText(profile.saved)).toBeVisible()
  await elsewhere.close()
})

test('SC-22 ER-12 a page whose script does not load shows details for support without an error code', async ({
  page,
  complaints,
}) => {
  await enterIn(page, 'en')
  const manifest = JSON.parse(await readFile('dist/client/.vite/manifest.json', 'utf8')) as Record<
    string,
    { file: string }
  >
  await page.route(`**/${manifest['features/pages/help/page.tsx']?.file}`, (route) => route.abort())
  await page.getByRole('link', { name: frameMessages.en.helpCenter }).first().click()
  const failed = page.getByRole('alert').filter({ hasText: frameMessages.en.failedTitle })
  await expect(failed).toContainText(shared.failed)
  await expect(failed.getByRole('button', { name: shared.retry })).toBeVisible()
  // Clears the console messages about the failed download.
  complaints.length = 0
})
