import { expect, type Page } from '@playwright/test'
import { forbiddenMessages, frameMessages } from '../../app/web/texts/messages.ts'
import { messages as adminMessages } from '../../features/admin/admins/texts/messages.ts'
import { menuMessages as auditLog } from '../../features/admin/audit-log/texts/messages.ts'
import { menuMessages as compliance } from '../../features/admin/compliance/texts/messages.ts'
import { menuMessages as overview } from '../../features/admin/overview/texts/messages.ts'
import { enterAsAdmin } from './admins.ts'
import { urls } from './place.ts'
import { allowStatus, test } from './stage.ts'

const frame = frameMessages.en
const forbidden = forbiddenMessages.en
const ofAuditor = [auditLog, overview, compliance].map(({ en }) => en.title)

test('3A25: PE-01 PE-02 PE-04 RT-24 an auditor’s menu contains only permitted pages, and all others lead to /unauthorized, which keeps their address and names roles', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['auditor'] })
  await expect(menu(page)).toHaveText(ofAuditor)
  await expect(menu(page).first()).toHaveAttribute('aria-current', 'page')
  for (const path of ['users', 'invitations', 'companies', 'platforms', 'admin-users', 'users/x']) {
    await page.goto(`/admin/${path}`)
    await expect(page.getByRole('heading', { name: forbidden.title })).toBeVisible()
    await expect(page).toHaveURL(forbiddenUrl(`/admin/${path}`))
    await expect(menu(page)).toHaveText(ofAuditor)
  }
  const { user_admin: userAdmin, super_admin: superAdmin } = adminMessages.en
  await page.goto('/admin/admin-users')
  await expect(
    page.getByText(forbidden.neededRoles({ roles: [userAdmin, superAdmin] })),
  ).toBeVisible()
  await expect(page.getByText(forbidden.superAdmins({ names: [] }).trim())).toContainText(/Hopper/)
  allowStatus(page, 403)
  await page.reload()
  await expect(menu(page)).toHaveText(ofAuditor)
  await expect(page).toHaveURL(forbiddenUrl('/admin/admin-users'))
  await page.goto('/admin')
  await expect(page).toHaveURL(`${urls.portal}/admin/audit-logs`)
})

function forbiddenUrl(path: string): string {
  return `${urls.portal}/unauthorized?redirect=${encodeURIComponent(path)}`
}

function menu(page: Page) {
  return page.getByRole('navigation', { name: frame.navigation }).getByRole('link')
}
