import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { messages as frameMessages } from '../../app/web/frame-messages.ts'
import { messages as sessionLifeMessages } from '../../app/web/session-messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/messages.ts'
import { messages as profileMessages } from '../../features/account/profile/messages.ts'
import { messages as sessionMessages } from '../../features/account/sessions/messages.ts'
import { fieldMessages } from '../../web/ui/field-messages.ts'
import { enterAs, enterIn } from './people.ts'
import { urls } from './place.ts'
import { allow, password, test } from './stage.ts'

const shared = fieldMessages.en

const profile = profileMessages.en

test('SC-22 ER-12 a page whose script does not load shows what support needs, without an error code', async ({
  page,
  complaints,
}) => {
  await enterIn(page, 'en')
  const manifest = JSON.parse(await readFile('dist/client/.vite/manifest.json', 'utf8')) as Record<
    string,
    { file: string }
  >
  await page.route(`**/${manifest['features/pages/help/page.tsx']?.file}`, (route) => route.abort())
  await page.getByRole('link', { name: frameMessages.en.helpCenter }).first().click()
  const failed = page.getByRole('alert').filter({ hasText: frameMessages.en.failedTitle })
  await expect(failed).toContainText(shared.failed)
  await expect(failed.getByRole('button', { name: shared.retry })).toBeVisible()
  // The browser tells of what did not come.
  complaints.length = 0
})

test('ST-11 ER-03 401101 a session ended on another device during a save is announced, and no input is lost', async ({
  page,
  browser,
}) => {
  allow(page, 401)
  const person = await enterIn(page, 'en')
  const elsewhere = await browser.newContext({ baseURL: urls.portal })
  const phone = await elsewhere.newPage()
  await enterAs(phone, person, '/main/security#sessions')
  const end = phone.getByRole('button', { name: /^Log out of .*\d\.\d/ }).last()
  await end.click()
  const ending = phone.getByRole('dialog').getByRole('button', { name: sessionMessages.en.logOut })
  await ending.waitFor()
  await page.route('**/api/users/me', async (route) => {
    if (route.request().method() === 'PUT') {
      await ending.click()
      await expect(phone.getByText(sessionMessages.en.onlyThis)).toBeVisible()
    }
    await route.continue()
  })
  await page.getByLabel(profile.jobTitle).fill('Pilot')
  await page.getByRole('button', { name: profile.save }).click()
  const ended = page.getByRole('dialog', { name: sessionLifeMessages.en.endedTitle })
  await ended.getByLabel(loginMessages.en.password, { exact: true }).fill(password)
  await ended.getByRole('button', { name: loginMessages.en.logIn, exact: true }).click()
  await ended.getByLabel(loginMessages.en.otp).fill(await person.authenticator.code())
  await expect(ended).toHaveCount(0)
  await page.unroute('**/api/users/me')
  await expect(page.getByLabel(profile.jobTitle)).toHaveValue('Pilot')
  await page.getByRole('button', { name: profile.save }).click()
  await expect(page.getByText(profile.saved)).toBeVisible()
  await elsewhere.close()
})
