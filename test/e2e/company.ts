import { type Browser, type Page } from '@playwright/test'
import { type Locale } from '#contract/locale.ts'
import { ago } from '#test/rows.ts'
import { addRow, companyOf, updateRows } from './rows.ts'
import { addPerson, type Person } from './people.ts'
import { setLocale } from './stage.ts'

let count = 0

/** Adds a company that administers itself. */
export async function addCompany({ seats = null as number | null } = {}) {
  count += 1
  const name = `Lighthouse ${count} ${Date.now()}`
  const owner = await addPerson({ company: name })
  await updateRows('partners', companyOf(owner), { delegated: true, seats })
  await giveRole(owner, 'owner')
  return {
    name,
    owner,
    add: (subsystems: string[] = []) => addPerson({ company: name, subsystems }),
  }
}

export async function giveRole({ id }: Person, role: string): Promise<void> {
  await addRow('company_roles', { userId: id, role, givenBy: 'system', givenAt: ago('2 days') })
}

export async function otherPage(
  browser: Browser,
  locale: Locale = 'en',
  isPhone = false,
): Promise<Page> {
  const context = await browser.newContext(
    isPhone ? { viewport: { width: 390, height: 844 }, hasTouch: true } : {},
  )
  const page = await context.newPage()
  await setLocale(page, locale)
  return page
}
