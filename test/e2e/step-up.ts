import { expect, type Page } from '@playwright/test'
import { addPerson, change, enterAs, type Person } from './people.ts'
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

export async function makeOlder({ id }: Person): Promise<void> {
  await change(
    `update sessions set created_at = created_at - interval '10 minutes',
       verified_at = verified_at - interval '10 minutes' where user_id = $1`,
    [id],
  )
}
