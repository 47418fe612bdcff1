import { expect, type Page } from '@playwright/test'
import { changeMessages, resetMessages } from '../../features/account/password/texts/messages.ts'
import { logMeOutMessages as stopMessages } from '../../features/account/sessions/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { messages as profileMessages } from '../../features/account/profile/texts/messages.ts'
import { messages as factorMessages } from '../../features/account/recovery/texts/messages.ts'
import { messages as signUpMessages } from '../../features/account/sign-up/texts/messages.ts'
import { fieldMessages, profileFieldMessages } from '../../web/ui/texts/messages.ts'
import { mailedLinkMessages } from '../../web/parts/texts/messages.ts'
import {
  addPerson,
  enterIn,
  inviteIn,
  linkFor,
  openLink,
  type Person,
} from '../../test/e2e/people.ts'
import { allowStatus, passHumanCheck, password, setLocale, test } from '../../test/e2e/stage.ts'

const fresh = 'Calm-Estuary-4'

test('ER-04 ER-06 ER-07 ER-10 403002 a missing CSRF token is announced with advice: login, code, link', async ({
  page,
}) => {
  const person = await addPerson()
  await setLocale(page, 'en')
  await page.goto('/login')
  await logIn(page, person)
  await page.getByLabel(loginMessages.en.otp).waitFor()
  await loseTokens(page)
  await page.getByLabel(loginMessages.en.otp).fill(await person.authenticator.code())
  await expectAdvice(page)

  await page.goto('/login?again')
  await logIn(page, person)
  await expectAdvice(page)
  const links = [await linkFor(person, 'reset-password'), await linkFor(person, 'reset-mfa')]
  await keepTokens(page)
  for (const [path = '', act] of [
    [
      links[0],
      () =>
        choose(
          page,
          [resetMessages.en.password, resetMessages.en.confirmPassword],
          resetMessages.en.save,
        ),
    ],
    [links[1], () => page.getByLabel(factorMessages.en.currentCode).fill('123456')],
    [
      await linkFor(person, 'log-me-out'),
      () => page.getByRole('button', { name: stopMessages.en.logOut }).click(),
    ],
  ] as const) {
    await openLink(page, path)
    await loseTokens(page)
    await act()
    await expectAdvice(page, mailedLinkMessages.en.invalidCsrfToken)
    await keepTokens(page)
  }
})

test('ER-05 ER-08 a missing CSRF token is announced after a human check: lost password, sign-up', async ({
  page,
}) => {
  test.slow()
  await setLocale(page, 'en')
  await page.goto('/forgot-password')
  await page.getByLabel(resetMessages.en.email).fill('ada@quay.example')
  await passHumanCheck(page)
  await loseTokens(page)
  await page.getByRole('button', { name: resetMessages.en.send }).click()
  await expectAdvice(page)
  await keepTokens(page)

  const t = signUpMessages.en
  await page.goto(await inviteIn('en', `token.${Date.now()}@quay.example`))
  await page.getByLabel(t.password, { exact: true }).fill(fresh)
  await page.getByLabel(t.confirmPassword, { exact: true }).fill(fresh)
  await page.getByRole('checkbox').first().check()
  await passHumanCheck(page)
  await loseTokens(page)
  await page.getByRole('button', { name: t.signUp }).click()
  await expectAdvice(page, mailedLinkMessages.en.invalidCsrfToken)
})

test('ER-09 ER-11 a missing CSRF token is announced to a logged-in user: profile, password', async ({
  page,
}) => {
  await enterIn(page, 'en')
  await loseTokens(page)
  await page.getByLabel(profileFieldMessages.en.jobTitle).fill('Pilot')
  await page.getByRole('button', { name: profileMessages.en.save }).click()
  await expectAdvice(page)
  await expect(page.getByText(profileMessages.en.failed)).toBeVisible()

  const t = changeMessages.en
  await page.goto('/main/security#change-password')
  await page.getByLabel(t.oldPassword, { exact: true }).fill(password)
  await choose(page, [t.newPassword, t.confirmPassword], t.save)
  await expectAdvice(page)
})

async function logIn(page: Page, { email }: Person): Promise<void> {
  await page.getByLabel(loginMessages.en.email, { exact: true }).fill(email)
  await page.getByLabel(loginMessages.en.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: loginMessages.en.logIn, exact: true }).click()
}

async function choose(page: Page, labels: readonly string[], save: string): Promise<void> {
  for (const label of labels) await page.getByLabel(label, { exact: true }).fill(fresh)
  await page.getByRole('button', { name: save, exact: true }).click()
}

/** Removes the CSRF token, as an extension, a proxy or a blocked cookie would. */
async function loseTokens(page: Page): Promise<void> {
  allowStatus(page, 403)
  await page.route('**/api/users/**', (route) => {
    const { 'x-csrf-token': _, ...headers } = route.request().headers()
    return route.continue({ headers })
  })
}

function keepTokens(page: Page): Promise<void> {
  return page.unroute('**/api/users/**')
}

/** Expects the advice. It differs on the page of a mailed link (M3), because a reload would lose the link. */
async function expectAdvice(page: Page, advice = fieldMessages.en.invalidCsrfToken): Promise<void> {
  const alert = page.getByRole('alert').filter({ hasText: advice })
  await expect(alert).toBeFocused()
}
