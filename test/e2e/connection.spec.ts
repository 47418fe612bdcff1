import { pageDataId } from '../../app/web/page-replies.ts'
import { expect, type Page } from '@playwright/test'
import { frameMessages } from '../../app/web/texts/messages.ts'
import { messages as profileMessages } from '../../features/account/profile/texts/messages.ts'
import { fieldMessages, profileFieldMessages } from '../../web/ui/texts/messages.ts'
import { enterIn } from './people.ts'
import { allowStatus, test } from './stage.ts'
import { save, answerSave, ignoreComplaints } from './connection.ts'

const t = fieldMessages.en
const profile = profileMessages.en
const api = '**/api/users/me'
const problem = { errorCode: 500001, errors: [{ code: 500001 }], requestId: 'request-of-this-test' }

test('AP-03 ER-11 a lost connection is announced, input is kept, and the page continues after reconnecting', async ({
  page,
  complaints,
}) => {
  await enterIn(page, 'en')
  await page.context().setOffline(true)
  await expect(page.getByText(t.offline)).toBeVisible()
  await save(page, 'Pilot')
  await expect(page.getByText(profile.failed)).toBeVisible()
  await expect(page.getByText(t.network).first()).toBeVisible()
  await expect(jobTitle(page)).toHaveValue('Pilot')
  await page.context().setOffline(false)
  await expect(page.getByText(t.offline)).toHaveCount(0)
  await page.getByRole('button', { name: profile.save }).click()
  await expect(page.getByText(profile.saved)).toBeVisible()
  ignoreConnectionErrors(complaints)
})

test('3W5 SC-22 ER-12 500001 an unexpected error is shown once, with details for support that can be copied', async ({
  page,
}) => {
  allowStatus(page, 500)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await enterIn(page, 'en')
  await answerSave(page, { status: 500, json: problem })
  await save(page, 'Pilot')
  const code = t.errorCode({ code: 500001 })
  const alert = page.getByRole('alert').filter({ hasText: /\S/ })
  await expect(alert).toHaveCount(1)
  await expect(page.getByText(profileMessages.en.failed)).toHaveCount(1)
  await expect(alert).toContainText(code)
  await expect(alert).toContainText(t.unexpected)
  await expect(alert).toContainText(t.requestId({ id: problem.requestId }))
  await alert.getByRole('button', { name: t.copyDetails }).click()
  const clipboard = String(await page.evaluate('navigator.clipboard.readText()'))
  for (const part of ['500001', problem.requestId, '/main/profile'])
    expect(clipboard).toContain(part)
})

test('3W5 RT-28 a success is said once, and a message of one page is not shown on the next page', async ({
  page,
}) => {
  await enterIn(page, 'en')
  await save(page, 'Pilot')
  await expect(page.getByText(profileMessages.en.saved)).toHaveCount(1)
  await expect(page.getByRole('button', { name: t.close })).toBeVisible()
  await page.getByRole('link', { name: frameMessages.en.helpCenter }).first().click()
  await expect(page).toHaveURL(/\/main\/help/)
  await expect(page.getByRole('button', { name: t.close })).toHaveCount(0)
})

test('ST-04 when the session check fails, no page of the user is shown', async ({
  page,
  complaints,
}) => {
  allowStatus(page, 500)
  await enterIn(page, 'en', '/main/help')
  // Removes the data that the document contains, as if it could not be read.
  const remove = `document.getElementById('${pageDataId}')?.remove()`
  await page.addInitScript(`document.addEventListener('readystatechange', () => ${remove})`)
  await page.route(api, (route) => route.fulfill({ status: 500, json: problem }))
  await page.goto('/main/profile')
  await expect(page.getByRole('heading', { name: frameMessages.en.failedTitle })).toBeVisible()
  await expect(page.getByText(problem.requestId)).toBeVisible()
  await expect(jobTitle(page)).toHaveCount(0)
  // React also logs the error that the page shows.
  ignoreComplaints(complaints, /error code 500001/)
})

function jobTitle(page: Page) {
  return page.getByLabel(profileFieldMessages.en.jobTitle)
}

/** Ignores the console messages of failed requests. */
function ignoreConnectionErrors(complaints: string[]): void {
  ignoreComplaints(complaints, /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED)/)
}
