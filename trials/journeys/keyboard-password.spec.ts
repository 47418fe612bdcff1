import { expect, type Page } from '@playwright/test'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { resetMessages } from '../../features/account/password/texts/messages.ts'
import { fieldMessages } from '../../web/ui/texts/messages.ts'
import { press, expectFieldError, expectStep, typeInto } from '../../test/e2e/keyboard.ts'
import { expectAccessible, passHumanCheck, setLocale, test } from '../../test/e2e/stage.ts'

const t = resetMessages.en

const shared = fieldMessages.en

test('SC-03 ER-05 a user requests a link, corrects the email address and returns to the login by keyboard alone', async ({
  page,
}) => {
  await setLocale(page, 'en')
  await page.goto('/forgot-password')
  await expect(heading(page, t.forgotTitle)).toBeVisible()
  const email = page.getByLabel(t.email)
  await typeInto(page, email, 'grace at quay')
  await passHumanCheck(page)
  await page.keyboard.press('Enter')
  await expectFieldError(email, shared.invalidEmail)
  await expectAccessible(page)
  await typeInto(page, email, `nobody.${Date.now()}@quay.example`)
  await press(page, page.getByRole('button', { name: t.send }))
  await expectStep(page, t.sentTitle)
  await expectAccessible(page)
  await press(page, page.getByRole('button', { name: t.otherAddress }))
  await expectStep(page, t.forgotTitle)
  await press(page, page.getByRole('link', { name: t.backToLogin }))
  await expect(heading(page, loginMessages.en.title)).toBeVisible()
})

function heading(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name })
}
