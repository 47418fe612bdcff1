import { expect } from '@playwright/test'
import { fieldMessages, guideMessages } from '../../web/ui/texts/messages.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { test } from '../../test/e2e/stage.ts'

test('pages about integration link to their guide in the documentation', async ({ page }) => {
  await enterAsAdmin(page, { roles: ['super_admin'] })
  const name = `${guideMessages.en.guide} ${fieldMessages.en.newTab}`
  for (const [path, guide] of [
    ['platforms', 'add-a-platform'],
    ['apis', 'apis'],
    ['webhooks', 'webhooks'],
    ['service-accounts', 'service-accounts'],
  ]) {
    await page.goto(`/admin/${path}`)
    const opened = page.waitForEvent('popup')
    await page.getByRole('link', { name, exact: true }).click()
    const guidePage = await opened
    await expect(guidePage).toHaveURL(new RegExp(`/developers/${guide}$`))
    await expect(guidePage.getByText('in English only')).toBeVisible()
    await guidePage.close()
  }
})
