import { expect, type Page } from '@playwright/test'
import { frameMessages } from '../../app/web/texts/messages.ts'
import { messages as profileMessages } from '../../features/account/profile/texts/messages.ts'
import { messages as sessionMessages } from '../../features/account/sessions/texts/messages.ts'
import { fieldMessages, profileFieldMessages } from '../../web/ui/texts/messages.ts'
import { dueReview } from '../../test/e2e/company-review.ts'
import { enterAs, enterIn } from '../../test/e2e/people.ts'
import { test, allowStatus } from '../../test/e2e/stage.ts'
import { save, answerSave, ignoreComplaints } from '../../test/e2e/connection.ts'

const problem = { errorCode: 500001, errors: [{ code: 500001 }], requestId: 'request-of-this-test' }
const t = fieldMessages.en
const api = '**/api/users/me'

test('AP-03 a list that could not be loaded is loaded again when the connection is back', async ({
  page,
  complaints,
}) => {
  await enterIn(page, 'en')
  await page.route('**/api/users/sessions', (route) => route.abort('connectionrefused'))
  await page.getByRole('link', { name: frameMessages.en.security }).first().click()
  await expect(page.getByText(sessionMessages.en.failed)).toBeVisible({ timeout: 20_000 })
  await page.unroute('**/api/users/sessions')
  await expect(page.getByText(sessionMessages.en.failed)).toHaveCount(0, { timeout: 20_000 })
  await expect(page.getByText('1 active session')).toBeVisible()
  ignoreConnectionErrors(complaints)
})

test('AP-03 a request without a response fails after 30 seconds', async ({ page }) => {
  await page.clock.install()
  await enterIn(page, 'en')
  await page.route(api, (route) =>
    route.request().method() === 'PUT' ? undefined : route.continue(),
  )
  await save(page, 'Pilot')
  await page.clock.fastForward(29_000)
  await expect(page.getByText(t.timeout)).toHaveCount(0)
  await page.clock.fastForward(2_000)
  await expect(page.getByText(t.timeout).first()).toBeVisible()
  await expect(jobTitle(page)).toHaveValue('Pilot')
})

test('AP-03 a malformed response is reported as such', async ({ page }) => {
  await enterIn(page, 'en')
  await answerSave(page, { status: 200, contentType: 'text/html', body: '<p>A proxy’s page</p>' })
  await save(page, 'Pilot')
  await expect(page.getByText(t.malformed).first()).toBeVisible()
})

test('AP-03 leaving a list before it has loaded shows no error', async ({ page }) => {
  await enterIn(page, 'en')
  await page.route('**/api/users/sessions', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue().catch(() => undefined)
  })
  await page.getByRole('link', { name: frameMessages.en.security }).first().click()
  await expect(page).toHaveURL(/security/)
  await page.getByRole('link', { name: frameMessages.en.personalDetails }).first().click()
  await expect(jobTitle(page)).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
})

function jobTitle(page: Page) {
  return page.getByLabel(profileFieldMessages.en.jobTitle)
}

/** Ignores failed requests, which Chromium logs to the console. */
function ignoreConnectionErrors(complaints: string[]): void {
  ignoreComplaints(complaints, /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED)/)
}

test('ST-09 EN-06 an error with a request id stays; a success disappears after six seconds unless the pointer is on it', async ({
  page,
}) => {
  allowStatus(page, 500)
  await page.clock.install()
  const { owner } = await dueReview()
  await enterAs(page, owner)
  await page.goto('/main/company/review')
  await page.route('**/api/company/**', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 500, json: problem }),
  )
  await page.getByRole('button', { name: /^Keep/ }).first().click()
  const snackbar = page.getByRole('button', { name: t.close })
  await expect(snackbar).toBeVisible()
  await page.mouse.move(5, 5)
  await page.clock.runFor(60_000)
  await expect(snackbar).toBeVisible()
  await snackbar.click()
  await expect(snackbar).toHaveCount(0)
  await page.mouse.move(5, 5)
  await page.goto('/main/profile')
  await save(page, 'Purser')
  await expect(snackbar).toBeVisible()
  await page.getByText(profileMessages.en.saved).hover()
  await page.clock.runFor(7_000)
  await expect(snackbar).toBeVisible()
  await page.mouse.move(5, 5)
  await page.clock.runFor(6_500)
  await expect(snackbar).toHaveCount(0)
})
