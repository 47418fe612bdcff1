import { expect, type Page } from '@playwright/test'
import { exportSPKI, generateKeyPair } from 'jose'
import { fromNow } from '#test/rows.ts'
import { addRow } from '../../test/e2e/rows.ts'
import { keyMessages, messages } from '../../features/admin/service-accounts/texts/messages.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { countOf } from '../../test/e2e/inviting.ts'
import { expectAccessible, test } from '../../test/e2e/stage.ts'

const [t, k] = [messages.en, keyMessages.en]

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
