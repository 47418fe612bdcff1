import { type Browser, type Page } from '@playwright/test'
import { type Locale } from '#contract/locale.ts'
import { addPerson, change, type Person } from './people.ts'
import { setLocale } from './stage.ts'

let count = 0

/** A company of these journeys, which administers itself. */
export async function addCompany({ seats = null as number | null } = {}) {
  count += 1
  const name = `Lighthouse ${count} ${Date.now()}`
  const owner = await addPerson({ company: name })
  const ofCompany = 'where id = (select partner_id from users where id = $1)'
  await change(`update partners set delegated = true, seats = $2 ${ofCompany}`, [owner.id, seats])
  await giveRole(owner, 'owner')
  return {
    name,
    owner,
    add: (subsystems: string[] = []) => addPerson({ company: name, subsystems }),
  }
}

export async function giveRole({ id }: Person, role: string): Promise<void> {
  await change(
    `insert into company_roles (user_id, role, given_by, given_at)
     values ($1, $2, 'system', now() - interval '2 days')`,
    [id, role],
  )
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
