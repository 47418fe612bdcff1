import { expect, type Locator, type Page } from '@playwright/test'
import { invitationWords } from './invitation-words.ts'
import { server } from './people.ts'

const t = invitationWords

/** Chooses the company in the invitation form. */
export async function chooseCompany(page: Page, name: string): Promise<void> {
  const box = page.getByRole('combobox', { name: t.company })
  await box.fill(name)
  await page.getByRole('option', { name }).click()
  await expect(box).toHaveValue(name)
}

/** Returns a field of a row; rows count from 1. */
export function cell(page: Page, field: 'email' | 'firstname' | 'lastname', row = 1): Locator {
  return page.getByRole('textbox', { name: `${t[field]}, row ${row}`, exact: true })
}

/** Pastes into a field by an event, because journeys share the clipboard. */
export async function paste(field: Locator, text: string): Promise<void> {
  await field.focus()
  await field.evaluate((element, pasted) => {
    // The TypeScript types of this folder are Node's.
    const { DataTransfer, ClipboardEvent } = globalThis as unknown as Browser
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    const init = { clipboardData, bubbles: true, cancelable: true }
    ;(element as unknown as EventTarget).dispatchEvent(new ClipboardEvent('paste', init))
  }, text)
}

type Browser = {
  DataTransfer: new () => { setData: (type: string, text: string) => void }
  ClipboardEvent: new (type: string, init: object) => Event
}

/** Returns the number of rows that the query returns. */
export async function countOf(text: string, values: unknown[]): Promise<number> {
  const { db } = await server()
  return (await db.query(text, values)).rowCount ?? 0
}
