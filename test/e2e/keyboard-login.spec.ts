import { expect, type Page } from '@playwright/test'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { fieldMessages } from '../../web/ui/texts/messages.ts'
import { expectCodeStep, press, expectFieldError, typeInto } from './keyboard.ts'
import { addPerson } from './people.ts'
import { urls } from './place.ts'
import { expectAccessible, password, test } from './stage.ts'
import { openLogin } from './keyboard-login.ts'

const t = loginMessages.en
const shared = fieldMessages.en

test('SC-01 ER-04 a user logs in by keyboard alone, and each error is announced at the focused element', async ({
  page,
}) => {
  const person = await addPerson()
  await openLogin(page)
  await press(page, button(page, t.logIn))
  await expectFieldError(email(page), t.emailRequired)
  await expect(secret(page)).toHaveAccessibleDescription(t.passwordRequired)
  await expectAccessible(page)
  await page.keyboard.type('ada')
  await typeInto(page, secret(page), 'Wrong-Harbour-1')
  await page.keyboard.press('Enter')
  await expectFieldError(email(page), shared.invalidEmail)
  await expectAccessible(page)
  await typeInto(page, email(page), person.email)
  await typeInto(page, secret(page), 'Wrong-Harbour-1')
  await page.keyboard.press('Enter')
  await expectFieldError(secret(page), t.invalidCredentials)
  await expectAccessible(page)
  await typeInto(page, secret(page), password)
  await page.keyboard.press('Enter')
  await expectCodeStep(page, t.codeTitle)
  await typeInto(page, page.getByLabel(t.otp), '000000')
  await expectFieldError(page.getByLabel(t.otp), t.wrongCode)
  await expectAccessible(page)
  await page.keyboard.type(await person.authenticator.code())
  await expect(page).toHaveURL(`${urls.portal}/main/home`)
})

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true })
}

function email(page: Page) {
  return page.getByLabel(t.email, { exact: true })
}

function secret(page: Page) {
  return page.getByLabel(t.password, { exact: true })
}
