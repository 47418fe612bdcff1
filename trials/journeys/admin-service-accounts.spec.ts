import { expect, type Page, type Locator } from '@playwright/test'
import { exportSPKI, generateKeyPair, exportJWK } from 'jose'
import { fromNow, now } from '#test/rows.ts'
import { addRow, updateRows } from '../../test/e2e/rows.ts'
import {
  keyMessages,
  messages,
  formMessages,
} from '../../features/admin/service-accounts/texts/messages.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { countOf } from '../../test/e2e/inviting.ts'
import { expectAccessible, test } from '../../test/e2e/stage.ts'

const [t, words, k] = [messages.en, formMessages.en, keyMessages.en]

async function tryKey(adding: Locator, key: string, fault: string): Promise<void> {
  await adding.getByLabel(k.text, { exact: true }).fill(key)
  await adding.getByRole('button', { name: k.addKey, exact: true }).click()
  await expect(adding.getByText(fault)).toBeVisible()
}

function area(page: Page, name: string): Locator {
  return page.getByRole('radiogroup', { name })
}

test('a key of a service account is replaced: the new key is added before the old one is removed', async ({
  page,
}) => {
  const id = `svc-keys-${Date.now()}`
  await addRow('service_accounts', {
    id,
    name: id,
    scopes: '{admin:users.read}',
    jwks: JSON.stringify({ keys: [{ kty: 'EC', crv: 'P-256', x: 'old', y: 'old', kid: 'first' }] }),
    expiresAt: fromNow('30 days'),
    allowedFrom: '{}',
    madeBy: 'command:test',
  })
  await enterAsAdmin(page, { roles: ['super_admin'] }, `/admin/service-accounts/${id}`)
  const remove = page.getByRole('button', { name: k.removeOf({ key: 'first' }) })
  await remove.click()
  const last = page.getByRole('dialog', { name: k.lastTitle })
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(remove).toBeFocused()

  await remove.click()
  await last.getByRole('button', { name: k.add, exact: true }).click()
  await expect(last).toHaveCount(0)
  const adding = page.getByRole('dialog', { name: k.addTitle })
  const { publicKey } = await generateKeyPair('RS256', { extractable: true })
  await adding.getByLabel(k.text, { exact: true }).fill(await exportSPKI(publicKey))
  await adding.getByRole('button', { name: k.addKey, exact: true }).click()
  const added = page.getByRole('listitem').filter({ hasText: k.notSaved })
  await expect(added).toContainText('RS256/PS256 · RSA 2048')
  await remove.click()
  const removing = page.getByRole('dialog', { name: /Remove key/ })
  await removing.getByRole('button', { name: k.remove, exact: true }).click()
  await expect(remove).toHaveCount(0)
  await expect(page.getByRole('button', { name: k.add, exact: true })).toBeFocused()
  await expect(page.getByText(k.endsTokens)).toBeVisible()
  // The snackbar appears above Save.
  const snackbar = page.getByRole('status').filter({ hasText: k.removed })
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    for (const end of [0, 1_000_000]) {
      await page.evaluate((y) => window.scrollTo(0, y), end)
      await expect
        .poll(async () => {
          const [above, bar] = [await snackbar.boundingBox(), await saveBar(page).boundingBox()]
          return above !== null && bar !== null && above.y + above.height <= bar.y
        })
        .toBe(true)
    }
  }
  await page.getByRole('button', { name: t.save, exact: true }).click()
  await expect(page.getByText(t.saved({ name: id }))).toBeVisible()
  await expect(added).toHaveCount(0)
  expect(
    await countOf(
      `select from service_accounts where id = $1 and credential_version = 2
      and jsonb_array_length(jwks->'keys') = 1 and jwks->'keys'->0->>'kty' = 'RSA'`,
      [id],
    ),
  ).toBe(1)
})

const saveBar = (page: Page) => page.getByRole('group', { name: t.unsaved })

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
