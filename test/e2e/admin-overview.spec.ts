import { expect } from '@playwright/test'
import { now } from '#test/rows.ts'
import { addRow } from './rows.ts'
import { messages } from '../../features/admin/overview/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import { addAdmin } from './people.ts'
import { urls } from './place.ts'
import { allowStatus, password, sendByEnter, setLocale, test } from './stage.ts'

const t = messages.en

test('an admin sees current problems on the overview, and opens the events of a bar in the chart', async ({
  page,
}) => {
  const una = await addAdmin({ roles: ['super_admin'], firstname: 'Una' })
  await addRow('snapshots', {
    takenAt: now,
    counts: JSON.stringify({
      lockedUsers: 2,
      lockedUsersStart: Date.now() / 1_000 - 7_200,
      expiringInvitations: 1,
    }),
  })
  await setLocale(page, 'en')
  // Without a login to a platform before this journey, the first steps would be in place of the figures.
  await page.addInitScript(() => localStorage.setItem('firstSteps', 'hidden'))
  allowStatus(page, 401, 404)
  await page.goto('/admin/login')
  await page.getByLabel(loginMessages.en.email, { exact: true }).fill(una.email)
  await page.getByLabel(loginMessages.en.password, { exact: true }).fill(password)
  await sendByEnter(page)
  await page.getByLabel(loginMessages.en.otp).fill(await una.authenticator.code())
  await expect(page).toHaveURL(`${urls.portal}/admin/audit-logs`)
  await page.getByRole('link', { name: t.title, exact: true }).click()

  const concerns = page.getByRole('region', { name: t.concerns })
  // The sealing of the log and a backup may be urgent, too.
  await expect(concerns.getByRole('heading')).toHaveText(/ needs? you today$/)
  const locked = concerns.getByRole('listitem').filter({ hasText: t.lockedAccounts({ count: 2 }) })
  await expect(locked).toContainText(t.severity_now)
  await expect(locked).toContainText(t.since({ distance: '2 hours ago' }))
  await expect(locked.getByRole('link')).toHaveText(t.view_users)
  const expiring = concerns
    .getByRole('listitem')
    .filter({ hasText: t.expiringInvitations({ count: 1 }) })
  await expect(expiring).toContainText(t.severity_week)
  await expect(expiring.getByRole('link')).toHaveText(t.view_invitations)

  const figures = page.getByRole('region', { name: t.figures })
  for (const [name, actions] of [
    [t.logins, 'login_succeeded'],
    [t.failed_tile, 'login_failed%2Cpasskey_refused'],
  ] as const) {
    await expect(figures.getByRole('link', { name, exact: true })).toHaveAttribute(
      'href',
      new RegExp(`/admin/audit-logs\\?action=${actions}&range=lastDay`),
    )
  }

  // The login is sealed and counted within ten seconds.
  const bar = page.getByRole('link', { name: /: [1-9]\d* logins?,/ }).last()
  await expect(async () => {
    await page.reload()
    await expect(bar).toBeAttached({ timeout: 1_000 })
  }).toPass()
  const last = page
    .getByRole('group', { name: /^Logins, failures,/ })
    .getByRole('link')
    .last()
  await last.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(last).not.toBeFocused()
  await page.keyboard.press('End')
  await expect(last).toBeFocused()
  await bar.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/audit-logs\?.*startDate=.*endDate=/)
  await expect(page.locator('main').getByText('Una Hopper').first()).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: t.title })).toBeVisible()
})
