import { type Locator } from '@playwright/test'

/** Opens the menu of a row and presses one of its buttons. */
export async function chooseInMenu(row: Locator, text: string): Promise<void> {
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await row.getByRole('button', { name: text, exact: true }).click()
}
