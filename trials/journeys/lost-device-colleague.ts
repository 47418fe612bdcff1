import { expect, type Page } from '@playwright/test'
import { ago } from '#test/rows.ts'
import { messages as publicMessages } from '../../app/web/public/texts/messages.ts'
import { askMessages } from '../../features/account/lost-device/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { addPerson, type Person } from '../../test/e2e/people.ts'
import { addRow, companyOf, updateRows } from '../../test/e2e/rows.ts'
import { password } from '../../test/e2e/stage.ts'

const ask = askMessages.ar

/** Adds a user, and an administrator of the same company who has held the role for two days. */
export async function addColleagues(): Promise<[Person, Person]> {
  const company = `Beacon ${Date.now()}`
  const user = await addPerson({ locale: 'ar', company })
  const manager = await addPerson({ locale: 'ar', company })
  await updateRows('partners', companyOf(user), { delegated: true })
  await addRow('company_roles', {
    userId: manager.id,
    role: 'people',
    givenBy: 'system',
    givenAt: ago('2 days'),
  })
  return [user, manager]
}

export async function askForHelp(page: Page, person: Person): Promise<void> {
  const login = loginMessages.ar
  await page.goto('/login')
  await page.getByLabel(login.email, { exact: true }).fill(person.email)
  await page.getByLabel(login.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: login.logIn, exact: true }).click()
  await page.getByLabel(login.otp).waitFor()
  await page.getByRole('button', { name: login.otherWays }).click()
  await page.getByRole('button', { name: publicMessages.ar.lostDevice }).click()
  await page.getByRole('button', { name: ask.begin }).click()
  await page.getByLabel(ask.note).fill('سُرق الهاتف في القطار')
  await page.getByLabel(ask.phone).fill('+351 21 000 0000')
  await page.getByRole('button', { name: ask.send }).click()
  await expect(page.getByRole('heading', { level: 1, name: ask.sentTitle })).toBeFocused()
}
