import { expect, type Page } from '@playwright/test'
import { words as stopWords } from '../../features/account/sessions/log-me-out-messages.ts'
import { words as loginWords } from '../../features/account/sign-in/messages.ts'
import { words } from '../../features/account/password/reset-messages.ts'
import { fieldWords } from '../../web/ui/field-words.ts'
import { press, saysOverForm, saysWrong, stepIs, typeInto } from './keyboard.ts'
import { addPerson, change, linkFor } from './people.ts'
import { allow, isAccessible, passHumanCheck, speak, test } from './stage.ts'

const say = words.en
const shared = fieldWords.en
const fresh = 'Calm-Estuary-4'

test('SC-03 ER-05 by keyboard alone she asks for a link, corrects her address and comes back to the login', async ({
  page,
}) => {
  await speak(page, 'en')
  await page.goto('/forgot-password')
  await expect(heading(page, say.forgotTitle)).toBeVisible()
  const email = page.getByLabel(say.email)
  await typeInto(page, email, 'grace at quay')
  await passHumanCheck(page)
  await page.keyboard.press('Enter')
  await saysWrong(email, shared.invalidEmail)
  await isAccessible(page)
  await typeInto(page, email, `nobody.${Date.now()}@quay.example`)
  await press(page, page.getByRole('button', { name: say.send }))
  await stepIs(page, say.sentTitle)
  await isAccessible(page)
  await press(page, page.getByRole('button', { name: say.otherAddress }))
  await stepIs(page, say.forgotTitle)
  await press(page, page.getByRole('link', { name: say.backToLogin }))
  await stepIs(page, loginWords.en.title)
})

test('SC-04 ER-06 by keyboard alone she sets a new password by her link, and each rule that it breaks is announced', async ({
  page,
}) => {
  await speak(page, 'en')
  allow(page, 400)
  await page.goto(await linkFor(await addPerson(), 'reset-password'))
  await expect(heading(page, say.resetTitle)).toBeVisible()
  const first = page.getByLabel(say.password, { exact: true })
  const second = page.getByLabel(say.confirmPassword, { exact: true })
  await press(page, page.getByRole('button', { name: say.save }))
  await saysOverForm(page, shared.required)
  await isAccessible(page)
  await typeInto(page, first, 'Short-1')
  await typeInto(page, second, 'Short-1')
  await page.keyboard.press('Enter')
  await saysWrong(first, shared.tooShort)
  await isAccessible(page)
  await typeInto(page, first, fresh)
  await typeInto(page, second, fresh)
  await page.keyboard.press('Enter')
  await stepIs(page, say.doneTitle)
  await isAccessible(page)
  await press(page, page.getByRole('link', { name: say.logIn }))
  await stepIs(page, loginWords.en.title)
})

test('RT-12 SC-09 ER-11 by keyboard alone she logs out everywhere; a link that has expired meanwhile is announced', async ({
  page,
}) => {
  await speak(page, 'en')
  allow(page, 400)
  const stop = stopWords.en
  const person = await addPerson()
  await page.goto(await linkFor(person, 'log-me-out'))
  await expect(heading(page, stop.title)).toBeVisible()
  await isAccessible(page)
  await press(page, page.getByRole('button', { name: stop.logOut }))
  await stepIs(page, stop.doneTitle)
  await isAccessible(page)

  await page.goto(await linkFor(person, 'log-me-out'))
  await page.getByRole('button', { name: stop.logOut }).waitFor()
  await change(
    `update one_time_links set expires_at = now() - interval '1 second'
     where user_id = $1 and kind = 'log-me-out'`,
    [person.id],
  )
  await press(page, page.getByRole('button', { name: stop.logOut }), 'Space')
  await stepIs(page, stop.invalidTitle)
  await isAccessible(page)
})

function heading(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name })
}
