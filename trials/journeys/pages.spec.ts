import { expect } from '@playwright/test'
import { deadEndMessages } from '../../app/web/public/texts/messages.ts'
import { isWhole, urls } from '../../test/e2e/place.ts'
import { test, visitExpecting } from '../../test/e2e/stage.ts'

test('M17: a URL that cannot be decoded shows an error page with a link', async ({ page }) => {
  for (const [path, status] of [
    // nginx does not treat this as an invalid URL, and passes it on.
    ['/%E0%A4%A', isWhole ? 404 : 400],
    ['/main/%FF', 400],
  ] as const) {
    const answer = await visitExpecting(page, path, status)
    const heading = deadEndMessages.en.notFoundTitle
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    if (status === 400)
      await expect(page.getByText(answer?.headers()['x-request-id'] ?? '-')).toBeVisible()
  }
  await page.getByRole('link', { name: 'Go to' }).click()
  await expect(page).toHaveURL(`${urls.portal}/login`)
})
