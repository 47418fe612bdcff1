import { expect } from '@playwright/test'
import { messages } from '../../app/web/session-messages.ts'
import { messages as profileMessages } from '../../features/account/profile/messages.ts'
import { addPerson, enterAs, enterIn } from '../../test/e2e/people.ts'
import { urls } from '../../test/e2e/place.ts'
import { test, withoutServerTime } from '../../test/e2e/stage.ts'

const t = messages.en

const profile = profileMessages.en

const minute = 60_000

test.beforeEach(({ page }) => withoutServerTime(page))

test('ST-11 activity in one tab prevents the warning in another', async ({ page }) => {
  await page.clock.install()
  await enterIn(page, 'en')
  await page.clock.fastForward(13 * minute + 30_000)
  await expect(page.getByRole('alertdialog')).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/main/security')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('ST-03 the warning offers logout too', async ({ page }) => {
  await page.clock.install()
  await enterIn(page, 'en')
  await page.clock.fastForward(13 * minute + 30_000)
  await page.getByRole('alertdialog').getByRole('button', { name: t.logOut }).click()
  await expect(page).toHaveURL(`${urls.portal}/login`)
})

test('ST-11 a tab of the one takes nothing over when another one logs in beside it', async ({
  page,
}) => {
  const grace = await enterIn(page, 'en')
  await expect(page.getByLabel(profile.email, { exact: true })).toHaveValue(grace.email)
  const ada = await addPerson()
  const other = await page.context().newPage()
  await enterAs(other, ada, '/main/profile')
  await other.evaluate(
    `new BroadcastChannel('session').postMessage({ kind: 'logged-in', area: 'user' })`,
  )
  await expect(page.getByLabel(profile.email, { exact: true })).toHaveValue(ada.email)
})
