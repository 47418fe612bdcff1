import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { frameMessages } from '../../app/web/texts/messages.ts'
import { fieldMessages } from '../../web/ui/texts/messages.ts'
import { enterIn } from './people.ts'
import { test } from './stage.ts'

const shared = fieldMessages.en

test('SC-22 ER-12 a page whose script does not load shows details for support without an error code', async ({
  page,
  complaints,
}) => {
  await enterIn(page, 'en')
  const manifest = JSON.parse(await readFile('dist/client/.vite/manifest.json', 'utf8')) as Record<
    string,
    { file: string }
  >
  await page.route(`**/${manifest['app/web/help-screen.tsx']?.file}`, (route) => route.abort())
  await page.getByRole('link', { name: frameMessages.en.helpCenter }).first().click()
  const failed = page.getByRole('alert').filter({ hasText: frameMessages.en.failedTitle })
  await expect(failed).toContainText(shared.failed)
  await expect(failed.getByRole('button', { name: shared.retry })).toBeVisible()
  // Clears the console messages about the failed download.
  complaints.length = 0
})
