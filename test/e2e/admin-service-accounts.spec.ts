import { expect, type Locator, type Page } from '@playwright/test'
import { exportJWK, generateKeyPair } from 'jose'
import { now } from '#test/rows.ts'
import { updateRows } from './rows.ts'
import {
  formMessages,
  keyMessages,
  messages,
} from '../../features/admin/service-accounts/texts/messages.ts'
import { enterAsAdmin } from './admins.ts'
import { expectAccessible, test } from './stage.ts'

const [t, words, k] = [messages.en, formMessages.en, keyMessages.en]

test('an admin adds a service account, changes its scopes, and revokes it', async ({ page }) => {
  const id = `svc-e2e-${Date.now()}`
  const name = `Nightly ${id}`
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const publicJwk = { ...(await exportJWK(publicKey)), kid: id, alg: 'ES256' }
  await enterAsAdmin(page, { roles: ['super_admin'] }, '/admin/service-accounts')
  await page.getByRole('link', { name: t.add }).click()
  // The id is derived from the name until it is edited.
  await page.getByLabel(t.name, { exact: true }).fill('Ünique nightly')
  await expect(page.getByLabel(t.id, { exact: true })).toHaveValue('svc-unique-nightly')
  // The form's summary follows the order of its fields.
  await page.getByLabel(t.id, { exact: true }).fill('nightly')
  await page.getByLabel(t.name, { exact: true }).fill('')
  await page.getByRole('button', { name: t.add }).click()
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveText([
    new RegExp(`^${t.name}: `),
    `${t.id}: ${t.invalidId}`,
    new RegExp(t.scopesNeeded),
    `${t.jwks}: ${t.keysNeeded}`,
  ])
  await page.getByLabel(t.id, { exact: true }).fill(id)
  await page.getByLabel(t.name, { exact: true }).fill(name)
  await expect(page.getByLabel(t.id, { exact: true })).toHaveValue(id)
  await page.getByRole('button', { name: k.add, exact: true }).click()
  const adding = page.getByRole('dialog', { name: k.addTitle })
  const text = adding.getByLabel(k.text, { exact: true })
  await tryKey(adding, '{"keys":[{"kty":"oct","k":"c2VjcmV0"}]}', k.symmetricKey)
  await tryKey(adding, 'ssh-ed25519 AAAAC3Nz', k.noKeyRead)
  await expectAccessible(page)
  // A pasted private key is removed from the field, and no request contains it.
  await tryKey(adding, JSON.stringify(await exportJWK(privateKey)), k.privateKeyPasted)
  await expect(text).toHaveValue('')
  await expect(text).toBeFocused()
  // Closing the dialog discards pasted text without a confirmation.
  await text.fill('{"keys":')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: k.add, exact: true }).click()
  await text.fill(JSON.stringify({ keys: [publicJwk] }))
  await adding.getByRole('button', { name: k.addKey, exact: true }).click()
  await expect(adding).toHaveCount(0)
  // The button of this dialog is not labeled Save.
  await expect(page.getByText(k.added, { exact: true })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: id })).toContainText('ES256 · P-256')
  await area(page, words.area_users).getByLabel(words.level_read).check()
  await page.getByLabel(words.keysBy_jwksUri).check()
  await expect(page.getByRole('button', { name: k.add, exact: true })).toHaveCount(0)
  await page.getByLabel(words.keysBy_jwks).check()
  await page.getByLabel(t.allowedFrom).fill('203.0.113.0/24')
  await expectAccessible(page)
  await page.getByRole('button', { name: t.add }).click()
  await expect(page.getByText(t.added({ name }))).toBeVisible()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByText(t.never)).toBeVisible()
  const sample = page.getByRole('group', { name: words.example })
  await expect(sample).toContainText(`.setIssuer('${id}')`)
  await expect(sample).toContainText(`{ alg: 'ES256', kid: '${id}' }`)
  await expect(sample).toContainText("scope: 'admin:users.read'")
  await expect(page.getByRole('definition').filter({ hasText: id }).last()).toBeVisible()
  for (const name of [words.clientId, words.tokenUrl, words.audience])
    await expect(page.getByRole('button', { name: `${t.copy}: ${name}` })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: '203.0.113.0/24' })).toBeVisible()
  // The instructions are collapsed once the program has received a token.
  await updateRows('service_accounts', { id }, { lastUsedAt: now })
  await page.reload()
  await expect(sample).toBeHidden()
  await page.getByRole('button', { name: words.tokenTitle }).click()
  await expect(sample).toBeVisible()

  await area(page, words.area_audit).getByLabel(words.level_read).check()
  await page.getByRole('button', { name: t.save }).click()
  await expect(page.getByText(t.saved({ name }))).toBeVisible()
  await expect(area(page, words.area_audit).getByLabel(words.level_read)).toBeChecked()
  await expectAccessible(page)

  await page.getByRole('button', { name: t.revoke, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t.revokeTitle({ name }) })
  await dialog.getByRole('button', { name: t.revoke, exact: true }).click()
  await expect(page.getByText(t.revoked({ name }))).toBeVisible()
  await expect(page.getByText(t.revokedText)).toBeVisible()
  await expect(page.getByRole('button', { name: t.save })).toHaveCount(0)

  // The list shows revoked accounts on request; their ids remain reserved.
  await page.getByRole('link', { name: t.back }).click()
  await expect(page.getByRole('heading', { name: t.title })).toBeVisible()
  await expect(page.getByRole('link', { name })).toHaveCount(0)
  await page.getByRole('button', { name: words.view_revoked }).click()
  await expect(page.getByRole('link', { name })).toBeVisible()
  const knownIds = page.waitForResponse(/\/api\/admin\/service-accounts$/)
  await page.getByRole('link', { name: t.add }).click()
  await knownIds
  await page.getByLabel(t.id, { exact: true }).fill(id)
  await page.getByRole('button', { name: t.add }).click()
  await expect(page.getByText(t.idTaken).first()).toBeVisible()
})

async function tryKey(adding: Locator, key: string, fault: string): Promise<void> {
  await adding.getByLabel(k.text, { exact: true }).fill(key)
  await adding.getByRole('button', { name: k.addKey, exact: true }).click()
  await expect(adding.getByText(fault)).toBeVisible()
}

function area(page: Page, name: string): Locator {
  return page.getByRole('radiogroup', { name })
}
