import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import * as adminLinks from '#contract/admin-links.ts'
import { hrefOf } from '#contract/links.ts'
import { frameMessages } from '../../app/web/texts/messages.ts'
import { menuMessages as auditLog } from '../../features/admin/audit-log/texts/messages.ts'
import { menuMessages as compliance } from '../../features/admin/compliance/texts/messages.ts'
import { menuMessages as overview } from '../../features/admin/overview/texts/messages.ts'
import { enterAsAdmin } from './admins.ts'
import { addPerson } from './people.ts'
import { urls } from './place.ts'
import { addRow } from './rows.ts'
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
  await expect(page).toHaveURL(`${urls.portal}/admin/audit-logs`)
})

test('RT-26 each page with tabs keeps its tab on a reload, and Back leads to the page before it', async ({
  page,
}) => {
  const person = await addPerson()
  const admin = await enterAsAdmin(page, { roles: ['super_admin'] })
  const answer = await page.request.get(`/api/admin/users/${person.id}`)
  const { partner } = (await answer.json()) as { partner: { id: string } }
  const [webhook, job] = [randomUUID(), randomUUID()]
  await addRow('webhooks', { id: webhook, name: 'Ledger', url: 'https://ledger.example/hooks' })
  await addRow('bulk_jobs', { id: job, action: 'deactivate', adminId: admin.id })
  for (const link of [
    adminLinks.user({ id: person.id }),
    adminLinks.company({ id: partner.id }),
    adminLinks.admin({ id: admin.id }),
    adminLinks.platform({ id: 'business-hub' }),
    adminLinks.webhook({ id: webhook }),
    adminLinks.bulkJob({ id: job }),
  ]) {
    await page.goto(adminLinks.compliance.path)
    await page.goto(hrefOf(link))
    await page.getByRole('tab').last().click()
    await expect(page).toHaveURL(/[?&]tab=\w+/)
    await page.reload()
    await expect(page.getByRole('tab').last()).toHaveAttribute('aria-selected', 'true')
    await page.goBack()
    await expect(page).toHaveURL(urls.portal + adminLinks.compliance.path)
  }
})

function menu(page: Page) {
  return page.getByRole('navigation', { name: frame.navigation }).getByRole('link')
}
