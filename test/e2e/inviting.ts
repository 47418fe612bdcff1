import { expect, type Locator, type Page } from '@playwright/test'
import { invitationWords } from './invitation-words.ts'
import { server } from './people.ts'

const t = invitationWords

/** Chooses the company of a list of guests. */
export async function chooseCompany(page: Page, name: string): Promise<void> {
  const box = page.getByRole('combobox', { name: t.company })
  await box.fill(name)
  await page.getByRole('option', { name }).click()
  await expect(box).toHaveValue(name)
}

/** A field of a row; the first one is 1. */
export function cell(page: Page, field: 'email' | 'firstname' | 'lastname', row = 1): Locator {
  return page.getByRole('textbox', { name: `${t[field]}, row ${row}`, exact: true })
}

/** Pastes as a browser does, without a clipboard that other journeys share. */
export async function paste(field: Locator, text: string): Promise<void> {
  await field.focus()
  await field.evaluate((element, pasted) => {
    // The types of this folder are those of Node.
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

/** How many rows a statement finds. */
export async function countOf(text: string, values: unknown[]): Promise<number> {
  const { db } = await server()
  return (await db.query(text, values)).rowCount ?? 0
}
