import { expect, type Locator, type Page } from '@playwright/test'
import { fieldMessages, listMessages } from '../../web/ui/texts/messages.ts'
import { userListMessages } from '../../web/parts/texts/messages.ts'
import { messages } from '../../features/admin/users/texts/messages.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { addPerson } from '../../test/e2e/people.ts'
import { test } from '../../test/e2e/stage.ts'

const [t, userList] = [messages.en, userListMessages.en]

test('U11: short snackbars have the same height, and the one with Undo has one line', async ({
  page,
}) => {
  const person = await addPerson()
  await enterAsAdmin(page, { roles: ['support'] }, `/admin/users?q=${person.email}`)
  await runAction(page, userList.endSessions, t.endSessions)
  const ended = await heightOfMessage(page)
  expect(ended).toBeLessThan(64)

  await runAction(page, t.deactivate, t.deactivate)
  const undo = page.getByRole('button', { name: t.undo })
  const notice = page.getByRole('status').filter({ has: undo })
  const middles = await Promise.all([undo, notice.locator('svg')].map(middleOf))
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4)
  expect((await notice.boundingBox())?.height).toBeLessThan(80)
  await undo.click()
  await expect(page.getByText(t.undone)).toBeVisible()
  expect(Math.abs((await heightOfMessage(page)) - ended)).toBeLessThan(1)
})

test('3K2: A snackbar covers no button of the bar for the selected rows', async ({ page }) => {
  const person = await addPerson()
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport)
    await enterAsAdmin(page, { roles: ['support'] }, `/admin/users?q=${person.email}`)
    await runAction(page, userList.endSessions, t.endSessions)
    await page.getByRole('row').nth(1).getByRole('checkbox').check()
    const bar = page.getByRole('group', { name: listMessages.en.selection })
    const notice = page.getByRole('button', { name: fieldMessages.en.close }).locator('..')
    await expect(async () => {
      const [above, below] = await Promise.all([notice, bar].map((each) => each.boundingBox()))
      expect((above?.y ?? Infinity) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
    }).toPass()
  }
})

/** Opens the menu of the only user. */
async function openMenu(page: Page): Promise<void> {
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('row').nth(1).locator('td button').last().click()
}

/** Selects an action of the only user's menu, and enters a reason. */
async function runAction(page: Page, item: string, action: string): Promise<void> {
  await openMenu(page)
  await page.getByRole('button', { name: item, exact: true }).last().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Asked for by phone')
  await dialog.getByRole('button', { name: action, exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

async function heightOfMessage(page: Page): Promise<number> {
  const close = page.getByRole('button', { name: fieldMessages.en.close })
  const box = await close.locator('..').boundingBox()
  return box?.height ?? 0
}

async function middleOf(target: Locator): Promise<number> {
  const box = await target.boundingBox()
  return box ? box.y + box.height / 2 : Number.NaN
}
