import { expect } from '@playwright/test'
import { updateRows } from './rows.ts'
import { connectMessages } from '../../features/admin/platforms/texts/messages.ts'
import { enterAsAdmin } from './admins.ts'
import { addPerson } from './people.ts'
import { expectAccessible, test } from './stage.ts'
import { register, logInByTest } from './admin-platform-test.ts'

const words = connectMessages.en

test('B8 an admin registers a platform, copies the snippet, and sees a successful test login', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['super_admin'] })
  const id = await register(page)
  await expect(page.locator('pre')).toContainText(id)
  const steps = page.getByRole('list', { name: words.steps })
  await steps.getByRole('button', { name: words.stepAccess }).click()
  await expect(page.getByText(words.testNever).last()).toBeVisible()

  const ada = await addPerson({ subsystems: [id] })
  const window = await logInByTest(page, ada)
  await expect(window.getByText(words.windowPassed)).toBeVisible()
  const email = window.getByRole('row').filter({ hasText: `"${ada.email}"` })
  await expect(email.last()).toContainText('email')
  expect(await window.content()).not.toMatch(/eyJ[\w-]+\.eyJ/)
  await expectAccessible(window)
  await window.close()

  await expect(page.getByText(words.testPassed)).toBeVisible()
  await page.goto('/admin/platforms')
  const row = page.getByRole('row').filter({ has: page.locator(`a[href*="${id}"]`) })
  await expect(row.getByText(words.tested)).toBeVisible()
  await updateRows('subsystems', { id }, { active: false })
})
