import { expect, type Page } from '@playwright/test'
import { messages as publicMessages } from '../../app/web/public/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { askMessages } from '../../features/account/lost-device/texts/messages.ts'
import { expectCodeStep, press, expectStep, typeInto } from '../../test/e2e/keyboard.ts'
import { addPerson, recovery } from '../../test/e2e/people.ts'
import { password, test } from '../../test/e2e/stage.ts'
import { openLogin } from '../../test/e2e/keyboard-login.ts'

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
