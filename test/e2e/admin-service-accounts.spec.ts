import { expect } from '@playwright/test'
import { exportJWK, generateKeyPair } from 'jose'
import { fill } from '#contract/locale.ts'
import { messages } from '../../features/admin/service-accounts/page-messages.ts'
import { enterAsAdmin } from './admins.ts'
import { isAccessible, test } from './stage.ts'

const t = messages.en

test('an admin adds a service account, gives it another scope, and revokes it', async ({
  page,
}) => {
  const id = `svc-e2e-${Date.now()}`
  const name = `Nightly ${id}`
  const { publicKey } = await generateKeyPair('ES256')
  const publicJwk = { ...(await exportJWK(publicKey)), kid: id, alg: 'ES256' }
  await enterAsAdmin(page, { roles: ['super_admin'] })
  await page.goto('/admin/service-accounts')
  await page.getByRole('link', { name: t.add }).click()
  await page.getByLabel(t.name, { exact: true }).fill(name)
  await page.getByLabel(t.id, { exact: true }).fill(id)
  await page.getByRole('button', { name: t.add }).click()
  await expect(page.getByText(t.keysNeeded, { exact: true })).toBeVisible()
  await page.getByRole('checkbox', { name: t['admin:users.read'] }).check()
  await page.getByLabel(t.jwks).fill(JSON.stringify({ keys: [publicJwk] }))
  await page.getByLabel(t.allowedFrom).fill('203.0.113.0/24')
  await isAccessible(page)
  await page.getByRole('button', { name: t.add }).click()
  await expect(page.getByText(fill(t.added, { name }))).toBeVisible()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByText(t.never)).toBeVisible()

  await page.getByRole('checkbox', { name: t['admin:audit.read'] }).check()
  await page.getByRole('button', { name: t.save }).click()
  await expect(page.getByText(fill(t.saved, { name }))).toBeVisible()
  await expect(page.getByRole('checkbox', { name: t['admin:audit.read'] })).toBeChecked()
  await isAccessible(page)

  await page.getByRole('button', { name: t.revoke, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: fill(t.revokeTitle, { name }) })
  await dialog.getByRole('button', { name: t.revoke, exact: true }).click()
  await expect(page.getByText(fill(t.revoked, { name }))).toBeVisible()
  await expect(page.getByText(t.revokedText)).toBeVisible()
  await expect(page.getByRole('button', { name: t.save })).toHaveCount(0)
})
