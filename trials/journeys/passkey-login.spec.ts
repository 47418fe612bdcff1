import { expect } from '@playwright/test'
import { deleteRows } from '../../test/e2e/rows.ts'
import { messages } from '../../features/account/sign-in/texts/messages.ts'
import { givePasskey, suggestNone } from '../../test/e2e/devices.ts'
import { addPerson } from '../../test/e2e/people.ts'
import { allowStatus, test } from '../../test/e2e/stage.ts'

const t = messages.en

test('401204 a passkey that was removed from the account is rejected', async ({ page }) => {
  allowStatus(page, 401)
  const person = await addPerson()
  await page.goto('/terms-conditions')
  await suggestNone(page)
  await givePasskey(page, person)
  await deleteRows('passkeys', { userId: person.id })
  await page.goto('/login')
  await page.getByRole('button', { name: t.usePasskey }).click()
  await expect(page.getByRole('alert').getByText(t.wrongPasskey)).toBeVisible()
  await expect(page.getByLabel(t.email, { exact: true })).toBeVisible()
})

test('401205 options that were created for another browser are rejected as expired', async ({
  page,
}) => {
  allowStatus(page, 401)
  const person = await addPerson()
  await page.goto('/terms-conditions')
  await suggestNone(page)
  await givePasskey(page, person)
  let first: string | undefined
  await page.route('**/users/login/passkey/initiate', async (route) => {
    const response = await route.fetch()
    first ??= await response.text()
    await route.fulfill({ response, body: first })
  })
  await page.goto('/login')
  await page.getByRole('button', { name: t.usePasskey }).click()
  await expect(page).toHaveURL(/\/main\//)
  await page.context().clearCookies()
  await page.evaluate('localStorage.clear()')
  await page.goto('/login')
  await page.getByRole('button', { name: t.usePasskey }).click()
  await expect(page.getByRole('alert').getByText(t.ceremonyExpired)).toBeVisible()
})
