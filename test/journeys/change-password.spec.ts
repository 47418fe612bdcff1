import { expect, type Page } from '@playwright/test'
import { words as changeWords } from '../../features/change-password/messages.ts'
import { fieldWords } from '../../web/field-words.ts'
import { join } from './join.ts'
import { isAccessible, password, sendByEnter, test, visit } from './stage.ts'

test('SC-07 VA-12 ER-09 logged in, she changes it by keyboard alone, and each fault is said at its field', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const say = changeWords.en
  await join(page, 'grace')
  await visit(page, '/main/security', 400)
  const old = page.getByLabel(say.oldPassword, { exact: true })
  const fresh = page.getByLabel(say.newPassword, { exact: true })
  const confirm = page.getByLabel(say.confirmPassword, { exact: true })

  await old.focus()
  await page.keyboard.type('Wrong-Harbour-9')
  await tabTo(page, say.newPassword)
  await page.keyboard.type('Second-Harbour-2')
  await tabTo(page, say.confirmPassword)
  await page.keyboard.type('Second-Harbour-2')
  await sendByEnter(page)
  await expect(old).toHaveAccessibleDescription(say.wrongOldPassword)
  await expect(old).toBeFocused()

  await page.keyboard.type(password)
  await fresh.fill('Welcome-2026!!')
  await confirm.fill('Welcome-2026!!')
  await sendByEnter(page)
  await expect(fresh).toHaveAccessibleDescription(fieldWords.en.commonPassword)
  await isAccessible(page)

  await old.fill(password)
  await fresh.focus()
  await tabTo(page, fieldWords.en.suggestPassword, 'button')
  await page.keyboard.press('Enter')
  await expect(page.getByText(fieldWords.en.suggested)).toBeVisible()
  expect(await fresh.inputValue()).toBe(await confirm.inputValue())
  await tabTo(page, say.save, 'button')
  await page.keyboard.press('Enter')
  await expect(page.getByText(say.done).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: say.title })).toBeFocused()
  await page.reload()
  await expect(old).toBeVisible()
})

async function tabTo(page: Page, name: string, role: 'textbox' | 'button' = 'textbox') {
  const target =
    role === 'button'
      ? page.getByRole('button', { name, exact: true })
      : page.getByLabel(name, { exact: true })
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element.matches(':focus'))) return
  }
  throw new Error(`no way to ${name} by keyboard`)
}
