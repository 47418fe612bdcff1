import { expect } from '@playwright/test'
import { historyMessages } from '../../features/account/sessions/texts/messages.ts'
import { press } from '../../test/e2e/keyboard.ts'
import { enterIn, failLogins } from '../../test/e2e/people.ts'
import { test } from '../../test/e2e/stage.ts'

test('AP-14 a user loads more logins by keyboard alone, and the focus moves to the first of them', async ({
  page,
}) => {
  const person = await enterIn(page, 'en')
  await failLogins(person, 12)
  await page.goto('/main/security#activity')
  const history = page.getByRole('region', { name: historyMessages.en.title })
  await expect(history.getByRole('row')).toHaveCount(11)
  await press(page, history.getByRole('button', { name: historyMessages.en.more }))
  await expect(history.getByRole('row')).toHaveCount(13)
  await expect(history.getByRole('row').nth(11)).toBeFocused()
})
