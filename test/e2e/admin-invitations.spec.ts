import { expect, type Page } from '@playwright/test'
import { enterAsAdmin } from './admins.ts'
import { invitationWords } from './invitation-words.ts'
import { cell, chooseCompany, paste } from './inviting.ts'
import { test } from './stage.ts'

const t = invitationWords

const unique = () => `${Date.now()}${Math.floor(Math.random() * 1e6)}`

async function openList(page: Page): Promise<void> {
  await enterAsAdmin(page, { roles: ['support'] }, '/admin/invitations/new')
}

test('an invitation opens from its name and shows its details', async ({ page }) => {
  const tag = unique()
  await openList(page)
  await chooseCompany(page, 'Harbour Trading')
  await paste(cell(page, 'email'), `eve.${tag}@quay.example;Eve;Open${tag}`)
  await page.getByRole('button', { name: 'Send 1 invitation' }).click()
  await expect(page.getByRole('heading', { name: '1 user invited' })).toBeVisible()
  await page.goto(`/admin/invitations?q=${tag}`)
  await page.getByRole('button', { name: `Eve Open${tag}`, exact: true }).click()
  const facts = page.getByRole('dialog', { name: `Eve Open${tag}` })
  await expect(facts).toContainText(`eve.${tag}@quay.example`)
  await facts.getByRole('button', { name: t.revoke }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke 1 invitation' }).click()
  await expect(page.getByRole('row').filter({ hasText: tag })).toContainText(t.state_revoked)
  await page.goto(`/admin/invitations?q=nobody${tag}`)
  await expect(page.getByText(t.noneFound, { exact: true })).toBeVisible()
  await expect(page.getByText(t.none, { exact: true })).toBeHidden()
})
