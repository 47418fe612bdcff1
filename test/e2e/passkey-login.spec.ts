import { expect, type Locator } from '@playwright/test'
import { messages } from '../../features/account/sign-in/texts/messages.ts'
import { givePasskey, suggestNone } from './devices.ts'
import { addPerson } from './people.ts'
import { password, test } from './stage.ts'

const t = messages.en

test('a user logs in with the passkey that the browser suggests in the email field', async ({
  page,
}) => {
  const person = await addPerson()
  await page.goto('/terms-conditions')
  await givePasskey(page, person)
  await page.goto('/login')
  await expect(page).toHaveURL(/\/main\//)
})

test('a passkey is the second factor of a password', async ({ page }) => {
  const person = await addPerson()
  await page.goto('/terms-conditions')
  await suggestNone(page)
  await givePasskey(page, person)
  await page.goto('/login')
  await page.getByLabel(t.email, { exact: true }).fill(person.email)
  await page.getByLabel(t.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: t.logIn, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: t.secondTitle })).toBeVisible()
  const use = page.getByRole('button', { name: t.usePasskey })
  expect(await widthOf(use)).toBe(await widthOf(page.getByRole('button', { name: t.verify })))
  await use.click()
  await expect(page).toHaveURL(/\/main\//)
})

test('a user logs in with the passkey button without an email address', async ({ page }) => {
  const person = await addPerson()
  await page.goto('/terms-conditions')
  await suggestNone(page)
  await givePasskey(page, person)
  await page.goto('/login')
  await page.getByRole('button', { name: t.usePasskey }).click()
  await expect(page).toHaveURL(/\/main\//)
})

async function widthOf(button: Locator): Promise<number | undefined> {
  return (await button.boundingBox())?.width
}
