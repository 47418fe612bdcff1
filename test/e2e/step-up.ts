import { expect, type Page } from '@playwright/test'
import { backdate } from './rows.ts'
import { addPerson, enterAs, type Person } from './people.ts'
import { urls } from './place.ts'
import { setLocale } from './stage.ts'

export async function openBoth(page: Page): Promise<Person> {
  await setLocale(page, 'en')
  const person = await addPerson()
  await enterAs(page, person)
  for (const url of [urls.onboarding, urls.hub]) {
    await page.goto(url)
    await expect(page.getByText(person.email)).toBeVisible()
  }
  return person
}

export async function backdateSession({ id }: Person): Promise<void> {
  await backdate('sessions', { userId: id }, { createdAt: '10 minutes', verifiedAt: '10 minutes' })
}
