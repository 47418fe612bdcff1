import { expect } from '@playwright/test'
import { updateRows } from '../../test/e2e/rows.ts'
import { resetMessages } from '../../features/account/password/texts/messages.ts'
import { messages as sessionMessages } from '../../features/account/sessions/texts/messages.ts'
import { messages as signUpMessages } from '../../features/account/sign-up/texts/messages.ts'
import { fieldMessages } from '../../web/ui/texts/messages.ts'
import { addPerson, enterAs, enterIn, linkFor, server, inviteIn } from '../../test/e2e/people.ts'
import { allowStatus, passHumanCheck, password, setLocale, test } from '../../test/e2e/stage.ts'

const shared = fieldMessages.en

test('ER-05 VA-09 VA-13 400401 the forgotten-password form requires a valid address and a valid human check', async ({
  page,
}) => {
  allowStatus(page, 400)
  const t = resetMessages.en
  await setLocale(page, 'en')
  await page.route('**/api/users/reset-password/initiate', (route) => {
    const body = route.request().postDataJSON() as object
    return route.continue({ postData: JSON.stringify({ ...body, humanCheck: 'e30=' }) })
  })
  await page.goto('/forgot-password')
  await page.getByLabel(t.email).fill('not an address')
  await passHumanCheck(page)
  await page.getByRole('button', { name: t.send }).click()
  await expect(page.getByText(shared.invalidEmail).first()).toBeVisible()
  await page.getByLabel(t.email).fill('ada@quay.example')
  await page.getByRole('button', { name: t.send }).click()
  await expect(page.getByText(shared.humanCheckFailed).first()).toBeVisible()
})

test('LI-02 ER-05 429001 the rate limit for links shows the waiting time, and keeps the email address', async ({
  page,
}) => {
  allowStatus(page, 429)
  const t = resetMessages.en
  const email = `eager.${Date.now()}@quay.example`
  const { db, rateLimit } = await server()
  while (!(await rateLimit.consumeRateLimit(db, 'forgotPerMail', email))) continue
  await setLocale(page, 'en')
  await page.goto('/forgot-password')
  await page.getByLabel(t.email).fill(email)
  await passHumanCheck(page)
  await page.getByRole('button', { name: t.send }).click()
  const notice = page.getByRole('alert').filter({ hasText: shared.tooManyRequests })
  await expect(notice).toContainText(/Try again in \d min \d+ s/)
  await expect(page.getByLabel(t.email)).toHaveValue(email)
})

test('ER-06 RT-05 the link for a new password informs a deactivated user', async ({ page }) => {
  allowStatus(page, 403, 400)
  const t = resetMessages.en
  await setLocale(page, 'en')
  const person = await addPerson()
  await page.goto(await linkFor(person, 'reset-password'))
  await expect(page).toHaveURL(/\/reset-password$/)
  await page.getByLabel(t.password, { exact: true }).fill('Calm-Estuary-4')
  await page.getByLabel(t.confirmPassword, { exact: true }).fill('Calm-Estuary-5')
  await page.getByRole('button', { name: t.save }).click()
  await expect(page.getByText(shared.passwordsDiffer).first()).toBeVisible()
  await updateRows('users', { id: person.id }, { active: false })
  await page.getByLabel(t.confirmPassword, { exact: true }).fill('Calm-Estuary-4')
  await page.getByRole('button', { name: t.save }).click()
  await expect(page.getByText(shared.userInactive).first()).toBeVisible()
})

test('ER-08 400601 signing up with an address that has an account by then shows the generic error and a link to the login', async ({
  page,
}) => {
  allowStatus(page, 400)
  const t = signUpMessages.en
  await setLocale(page, 'en')
  const email = `twice.${Date.now()}@quay.example`
  const link = await inviteIn('en', email)
  const other = await addPerson()
  await updateRows('users', { id: other.id }, { email })
  await page.goto(link)
  await page.getByLabel(t.password, { exact: true }).fill(password)
  await page.getByLabel(t.confirmPassword, { exact: true }).fill(password)
  await page.getByRole('checkbox').first().check()
  await passHumanCheck(page)
  await page.getByRole('button', { name: t.signUp }).click()
  await expect(page.getByText(t.unableToProcess).first()).toBeVisible()
  await expect(page.getByRole('link', { name: t.logIn })).toBeVisible()
})

test('ER-11 SC-08 a session that could not be ended is announced, and stays in the list', async ({
  page,
  browser,
}) => {
  allowStatus(page, 500)
  const t = sessionMessages.en
  const person = await enterIn(page, 'en', '/main/security#sessions')
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await enterAs(other, person)
  await page.reload()
  await page.route('**/api/users/sessions/*/logout', (route) =>
    route.fulfill({ status: 500, json: { errorCode: 500001, errors: [{ code: 500001 }] } }),
  )
  await page
    .getByRole('button', { name: /^Log out of .*\d/ })
    .first()
    .click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: t.logOut }).click()
  await expect(page.getByText(t.failedToEnd).first()).toBeVisible()
  await elsewhere.close()
})
