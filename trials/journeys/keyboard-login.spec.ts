import { expect, type Page } from '@playwright/test'
import { messages as publicMessages } from '../../app/web/public/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { askMessages } from '../../features/account/lost-device/texts/messages.ts'
import {
  expectCodeStep,
  press,
  expectStep,
  typeInto,
  expectFieldError,
  tabTo,
} from '../../test/e2e/keyboard.ts'
import {
  addPerson,
  recovery,
  endSessionsOf,
  enterIn,
  recoveryCodesOf,
} from '../../test/e2e/people.ts'
import { password, test, allowStatus, expectAccessible } from '../../test/e2e/stage.ts'
import { openLogin } from '../../test/e2e/keyboard-login.ts'
import { sessionMessages } from '../../app/web/texts/messages.ts'
import { messages as profileMessages } from '../../features/account/profile/texts/messages.ts'
import { fieldMessages, profileFieldMessages } from '../../web/ui/texts/messages.ts'
import { urls } from '../../test/e2e/place.ts'

const shared = fieldMessages.en
const t = loginMessages.en

test('SC-05 ER-10 a user asks for help with a lost device and returns, by keyboard alone', async ({
  page,
}) => {
  await (await recovery()).addDecider()
  const person = await addPerson()
  const lost = askMessages.en
  await openLogin(page)
  await typeInto(page, email(page), person.email)
  await typeInto(page, secret(page), password)
  await page.keyboard.press('Enter')
  await expectCodeStep(page, t.codeTitle)
  await press(page, button(page, t.otherWays))
  await press(page, button(page, publicMessages.en.lostDevice))
  await expectStep(page, lost.title)
  await press(page, button(page, lost.begin))
  await expectStep(page, lost.formTitle)
  await typeInto(page, page.getByLabel(lost.note), 'Lost on the train')
  await press(page, button(page, lost.send))
  await expectStep(page, lost.sentTitle)
  await press(page, button(page, lost.back))
  await expectCodeStep(page, t.codeTitle)
  await press(page, button(page, t.otherWays))
  await press(page, button(page, t.back))
  await expect(page.getByRole('heading', { level: 1, name: t.title })).toBeVisible()
  await expect(email(page)).toBeFocused()
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

test('SC-01 ER-10 a user shows and hides the password and logs in with a recovery code by keyboard alone', async ({
  page,
}) => {
  const person = await addPerson()
  const [recoveryCode = ''] = await recoveryCodesOf(person)
  await openLogin(page)
  await typeInto(page, email(page), person.email)
  await typeInto(page, secret(page), password)
  await press(page, button(page, shared.showPassword), 'Space')
  await expect(secret(page)).toHaveAttribute('type', 'text')
  await press(page, button(page, t.logIn), 'Space')
  await expectCodeStep(page, t.codeTitle)
  await press(page, button(page, t.otherWays))
  await press(page, button(page, t.useRecoveryCode))
  await expectCodeStep(page, t.recoveryTitle)
  await press(page, button(page, t.verify))
  await expectFieldError(page.getByLabel(t.recoveryCode), shared.required)
  await page.keyboard.type('AAAA-BBBB-CCCC-DDDD')
  await page.keyboard.press('Enter')
  await expectFieldError(page.getByLabel(t.recoveryCode), t.wrongRecoveryCode)
  await expectAccessible(page)
  await typeInto(page, page.getByLabel(t.recoveryCode), recoveryCode)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${urls.portal}/main/home`)
})

test('ER-10 ST-01 a user logs in again in the dialog over the open page by keyboard alone', async ({
  page,
}) => {
  allowStatus(page, 401)
  const person = await enterIn(page, 'en')
  const jobTitle = page.getByLabel(profileFieldMessages.en.jobTitle)
  await typeInto(page, jobTitle, 'Harbour master')
  await page.waitForLoadState('networkidle')
  await endSessionsOf(person)
  await page.keyboard.press('Enter')
  const ended = page.getByRole('dialog', { name: sessionMessages.en.endedTitle })
  await expect(ended.getByLabel(t.password, { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.type('Wrong-Harbour-1')
  await page.keyboard.press('Enter')
  await expectFieldError(ended.getByLabel(t.password, { exact: true }), t.invalidCredentials)
  await expectAccessible(page)
  await typeInto(page, ended.getByLabel(t.password, { exact: true }), password)
  await page.keyboard.press('Enter')
  await expect(ended.getByLabel(t.otp)).toBeFocused()
  await page.keyboard.type('000000')
  await expectFieldError(ended.getByLabel(t.otp), t.wrongCode)
  await expectAccessible(page)
  await page.keyboard.type(await person.authenticator.code())
  await expect(ended).toHaveCount(0)
  await expect(jobTitle).toHaveValue('Harbour master')
  await tabTo(page, page.getByRole('button', { name: profileMessages.en.save }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(profileMessages.en.saved)).toBeVisible()
})
