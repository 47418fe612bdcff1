import { expect, type Page } from '@playwright/test'
import {
  messages as userMessages,
  userPageMessages,
} from '../../features/admin/users/texts/messages.ts'
import { enterAsAdmin, newPage } from './admins.ts'
import { addPerson, enterAs, type Person } from './people.ts'
import { test } from './stage.ts'

const [users, own] = [userMessages.en, userPageMessages.en]

async function openUser(page: Page, { id }: Person): Promise<void> {
  await enterAsAdmin(page, { roles: ['support'] }, `/admin/users/${id}`)
}

test('the arrow keys move between tabs, the URL keeps the tab, and one session is ended', async ({
  page,
  browser,
}) => {
  const ada = await addPerson()
  const userTab = await newPage(browser)
  await enterAs(userTab, ada)
  await openUser(page, ada)
  await page.getByRole('tab', { name: own.tab_overview }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: own.tab_sessions })).toBeFocused()
  await expect(page).toHaveURL(/tab=sessions/)
  await page.reload()
  await expect(page.getByRole('tab', { name: own.tab_sessions, selected: true })).toBeVisible()
  await page.getByRole('button', { name: /^End session:/ }).click()
  const question = page.getByRole('dialog')
  await question.getByLabel(users.reason).fill('Left at a library')
  await question.getByRole('button', { name: own.endOneAction }).click()
  await expect(page.getByText(users.noSessions)).toBeVisible()
  await userTab.context().close()
})
