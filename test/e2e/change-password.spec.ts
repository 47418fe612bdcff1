import { expect } from '@playwright/test'
import { changeMessages } from '../../features/account/password/texts/messages.ts'
import { fieldMessages } from '../../web/ui/texts/messages.ts'
import { passwordMessages } from '../../web/parts/texts/messages.ts'
import { press, expectFieldError, typeInto } from './keyboard.ts'
import { enterIn } from './people.ts'
import { allowStatus, expectAccessible, password, test } from './stage.ts'

test('3W3: SC-07 VA-12 ER-09 400507 a user changes the password by keyboard alone, and each error is announced at its field', async ({
  page,
}) => {
  const t = changeMessages.en
  await enterIn(page, 'en', '/main/security#change-password')
  allowStatus(page, 400)
  const oldPassword = page.getByLabel(t.oldPassword, { exact: true })
  const newPassword = page.getByLabel(t.newPassword, { exact: true })
  const confirm = page.getByLabel(t.confirmPassword, { exact: true })

  await typeInto(page, oldPassword, 'Wrong-Harbour-9')
  await typeInto(page, newPassword, 'Second-Harbour-2')
  await typeInto(page, confirm, 'Second-Harbour-2')
  await page.keyboard.press('Enter')
  await expectFieldError(oldPassword, t.wrongOldPassword)

  await expect(oldPassword).toHaveValue('')
  await expect(newPassword).toHaveValue('Second-Harbour-2')
  await expect(confirm).toHaveValue('Second-Harbour-2')
  await page.keyboard.type(password)
  await typeInto(page, newPassword, 'Welcome-2026!!')
  await typeInto(page, confirm, 'Welcome-2026!!')
  await page.keyboard.press('Enter')
  await expectFieldError(newPassword, fieldMessages.en.commonPassword)
  await expectAccessible(page)

  await page.keyboard.press('Shift+Tab')
  await typeInto(page, oldPassword, password)
  await press(
    page,
    page.getByRole('button', { name: passwordMessages.en.suggestPassword, exact: true }),
  )
  await expect(page.getByText(passwordMessages.en.suggested)).toBeVisible()
  expect(await newPassword.inputValue()).toBe(await confirm.inputValue())
  await press(page, page.getByRole('button', { name: t.save, exact: true }))
  await expect(page.getByText(t.done).first()).toBeVisible()
  await expect(page.locator('#change-password > h2 > button')).toBeFocused()
  await page.reload()
  await expect(oldPassword).toBeVisible()
})
