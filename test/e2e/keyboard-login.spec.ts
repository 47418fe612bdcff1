import { expect, type Page } from '@playwright/test'
import { words as publicWords } from '../../app/web/public/words.ts'
import { words as sessionWords } from '../../app/web/session-words.ts'
import { words as loginWords } from '../../features/account/sign-in/messages.ts'
import { words as profileWords } from '../../features/account/profile/messages.ts'
import { words as resetWords } from '../../features/account/recovery/messages.ts'
import { fieldWords } from '../../web/ui/field-words.ts'
import { press, saysOverForm, saysWrong, stepIs, tabTo, typeInto } from './keyboard.ts'
import { addPerson, endSessionsOf, enterIn, recoveryCodesOf } from './people.ts'
import { urls } from './place.ts'
import { allow, isAccessible, password, speak, test } from './stage.ts'

const say = loginWords.en
const shared = fieldWords.en

test('SC-01 ER-04 by keyboard alone she logs in, and each fault on the way is announced where she is', async ({
  page,
}) => {
  const person = await addPerson()
  await openLogin(page)
  await press(page, button(page, say.logIn))
  const summary = await saysOverForm(page, shared.required)
  await isAccessible(page)
  await press(page, summary.getByRole('link').first())
  await expect(email(page)).toBeFocused()
  await page.keyboard.type('ada')
  await typeInto(page, secret(page), 'Wrong-Harbour-1')
  await page.keyboard.press('Enter')
  await saysWrong(email(page), shared.invalidEmail)
  await isAccessible(page)
  await typeInto(page, email(page), person.email)
  await typeInto(page, secret(page), 'Wrong-Harbour-1')
  await page.keyboard.press('Enter')
  await saysOverForm(page, say.invalidCredentials)
  await isAccessible(page)
  await typeInto(page, secret(page), password)
  await page.keyboard.press('Enter')
  await stepIs(page, say.codeTitle)
  await typeInto(page, page.getByLabel(say.code), '000000')
  await saysWrong(page.getByLabel(say.code), say.wrongCode)
  await isAccessible(page)
  await page.keyboard.type(await person.authenticator.code())
  await expect(page).toHaveURL(`${urls.portal}/main/profile`)
})

test('SC-01 ER-10 by keyboard alone she shows or hides what she types, and gets in by a recovery code', async ({
  page,
}) => {
  const person = await addPerson()
  const [recoveryCode = ''] = await recoveryCodesOf(person)
  await openLogin(page)
  await typeInto(page, email(page), person.email)
  await typeInto(page, secret(page), password)
  await press(page, button(page, shared.showPassword), 'Space')
  await expect(secret(page)).toHaveAttribute('type', 'text')
  await press(page, button(page, say.logIn), 'Space')
  await stepIs(page, say.codeTitle)
  await press(page, button(page, say.useRecoveryCode))
  await stepIs(page, say.recoveryTitle)
  await press(page, button(page, say.verify))
  await saysWrong(page.getByLabel(say.recoveryCode), shared.required)
  await page.keyboard.type('AAAA-BBBB-CCCC-DDDD')
  await page.keyboard.press('Enter')
  await saysWrong(page.getByLabel(say.recoveryCode), say.wrongRecoveryCode)
  await isAccessible(page)
  await typeInto(page, page.getByLabel(say.recoveryCode), recoveryCode)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${urls.portal}/main/profile`)
})

test('SC-05 ER-10 by keyboard alone she asks for help with a lost authenticator, and goes back', async ({
  page,
}) => {
  const person = await addPerson()
  const lost = resetWords.en
  await openLogin(page)
  await typeInto(page, email(page), person.email)
  await typeInto(page, secret(page), password)
  await page.keyboard.press('Enter')
  await stepIs(page, say.codeTitle)
  await press(page, button(page, publicWords.en.lostAuthenticator))
  await stepIs(page, lost.lost)
  await press(page, button(page, lost.send))
  await stepIs(page, lost.sentTitle)
  await press(page, button(page, lost.back))
  await stepIs(page, say.codeTitle)
  await press(page, button(page, say.back))
  await stepIs(page, say.title)
})

test('ER-10 ST-01 by keyboard alone she logs in again over the page that she was on', async ({
  page,
}) => {
  allow(page, 401)
  const person = await enterIn(page, 'en')
  const jobTitle = page.getByLabel(profileWords.en.jobTitle)
  await typeInto(page, jobTitle, 'Harbour master')
  await endSessionsOf(person)
  await page.keyboard.press('Enter')
  const ended = page.getByRole('dialog', { name: sessionWords.en.endedTitle })
  await expect(ended.getByLabel(say.password, { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.type('Wrong-Harbour-1')
  await page.keyboard.press('Enter')
  await saysOverForm(page, say.invalidCredentials)
  await isAccessible(page)
  await typeInto(page, ended.getByLabel(say.password, { exact: true }), password)
  await page.keyboard.press('Enter')
  await expect(ended.getByLabel(say.code)).toBeFocused()
  await page.keyboard.type('000000')
  await saysWrong(ended.getByLabel(say.code), say.wrongCode)
  await isAccessible(page)
  await page.keyboard.type(await person.authenticator.code())
  await expect(ended).toHaveCount(0)
  await expect(jobTitle).toHaveValue('Harbour master')
  await tabTo(page, page.getByRole('button', { name: profileWords.en.save }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(profileWords.en.saved)).toBeVisible()
})

async function openLogin(page: Page): Promise<void> {
  allow(page, 401)
  await speak(page, 'en')
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1, name: say.title })).toBeVisible()
  await expect(button(page, say.logIn)).toBeEnabled()
}

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true })
}

function email(page: Page) {
  return page.getByLabel(say.email, { exact: true })
}

function secret(page: Page) {
  return page.getByLabel(say.password, { exact: true })
}
