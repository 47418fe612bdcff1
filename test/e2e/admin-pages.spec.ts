import { expect, type Page } from '@playwright/test'
import { frameMessages } from '../../app/web/texts/messages.ts'
import { menuMessages as auditLog } from '../../features/admin/audit-log/texts/messages.ts'
import { menuMessages as compliance } from '../../features/admin/compliance/texts/messages.ts'
import { menuMessages as overview } from '../../features/admin/overview/texts/messages.ts'
import { enterAsAdmin } from './admins.ts'
import { urls } from './place.ts'
import { allowStatus, test } from './stage.ts'

const frame = frameMessages.en
const ofAuditor = [overview, auditLog, compliance].map(({ en }) => en.title)

test('PE-01 PE-02 PE-04 RT-24 an auditor’s menu contains only permitted pages, and all other pages are forbidden', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['auditor'] })
  await expect(menu(page)).toHaveText(ofAuditor)
  await expect(menu(page).nth(1)).toHaveAttribute('aria-current', 'page')
  allowStatus(page, 403)
  for (const path of ['users', 'invitations', 'companies', 'platforms', 'admin-users', 'users/x']) {
    await page.goto(`/admin/${path}`)
    await expect(page).toHaveURL(`${urls.portal}/unauthorized`)
    await expect(page.getByRole('heading', { name: frame.forbiddenTitle })).toBeVisible()
    await expect(menu(page)).toHaveText(ofAuditor)
  }
  await page.goto('/admin')
  await expect(page).toHaveURL(`${urls.portal}/admin/overview`)
})

function menu(page: Page) {
  return page.getByRole('navigation', { name: frame.navigation }).getByRole('link')
}
