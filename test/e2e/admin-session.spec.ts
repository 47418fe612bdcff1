import { expect } from '@playwright/test'
import { sessionMessages } from '../../app/web/texts/messages.ts'
import { messages as companyMessages } from '../../features/admin/companies/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { enterAsAdmin } from './admins.ts'
import { urls } from './place.ts'
import { test, withoutServerTime } from './stage.ts'

const [session, companies] = [sessionMessages.en, companyMessages.en]
const minute = 60_000

test('ST-01 an admin is warned two minutes before the session ends, and one press extends it', async ({
  page,
}) => {
  await withoutServerTime(page)
  await page.clock.install()
  await enterAsAdmin(page, { roles: ['super_admin'] })
  // The server's clock does not move, so it would answer that enough time is left: no request may be in flight.
  const noApprovals = { count: 0, setting: 'off', kinds: [] }
  await page.route('**/api/admin/approvals/waiting', (route) =>
    route.fulfill({ json: noApprovals }),
  )
  const lastCall = page.waitForResponse(/\/api\/admin\/bulk$/)
  await page.goto('/admin/companies')
  await page.getByRole('heading', { level: 1, name: companies.title }).waitFor()
  await lastCall
  await page.clock.fastForward(13 * minute + 30_000)
  const warning = page.getByRole('alertdialog', { name: session.endsTitle })
  await expect(warning.getByRole('button', { name: session.stay })).toBeFocused()
  const request = page.waitForRequest(/\/admin\/me$/)
  await page.keyboard.press('Enter')
  expect((await request).headers()['x-background']).toBeUndefined()
  await expect(warning).toHaveCount(0)
  await page.clock.fastForward(13 * minute + 30_000)
  await warning.getByRole('button', { name: session.logOut }).click()
  await expect(page).toHaveURL(`${urls.portal}/admin/login`)
})

test('ASVS 14.3.1: an admin page disappears at the timeout even without a network', async ({
  page,
  complaints,
}) => {
  await page.clock.install()
  await enterAsAdmin(page, { roles: ['super_admin'] }, '/admin/companies')
  await page.getByRole('heading', { level: 1, name: companies.title }).waitFor()
  // The session watcher loads after the page.
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await page.clock.fastForward(16 * minute)
  await expect(page.getByRole('heading', { level: 1, name: companies.title })).toHaveCount(0)
  await expect(page.getByText('Harbour Trading')).toHaveCount(0)
  // Chromium logs each failed request to the console.
  const others = complaints.filter((each) => !each.includes('net::ERR_INTERNET_DISCONNECTED'))
  complaints.splice(0, complaints.length, ...others)
})

test('RT-27 the admin area redirects a visitor to its login without a console error', async ({
  page,
}) => {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await page.goto('/admin/users?q=ada')
  await expect(page.getByLabel(loginMessages.en.email, { exact: true })).toBeVisible()
  const search = new URLSearchParams({ redirectURL: '/admin/users?q=ada' })
  await expect(page).toHaveURL(`${urls.portal}/admin/login?${search}`)
  expect(paths.filter((path) => path.endsWith('/admin/me'))).toEqual([])
})
