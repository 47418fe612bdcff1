import { expect } from '@playwright/test'
import { backdate } from './rows.ts'
import { messages, panelMessages } from '../../features/account/passkeys/texts/messages.ts'
import { fieldMessages } from '../../web/ui/texts/messages.ts'
import { stepUpMessages, secondFactorMessages } from '../../web/parts/texts/messages.ts'
import { addDevice } from './devices.ts'
import { enterIn } from './people.ts'
import { allowStatus, expectAccessible, test } from './stage.ts'

const t = messages.en

test('a user adds a passkey, confirms with it to add a second, renames one and removes it', async ({
  page,
}) => {
  allowStatus(page, 403, 409)
  const first = await addDevice(page)
  const { id } = await enterIn(page, 'en', '/main/security#passkeys')
  const panel = page.getByRole('region', { name: panelMessages.en.title })
  await expect(panel.getByText(t.none)).toBeVisible()
  await panel.getByRole('button', { name: t.add }).click()
  await expect(panel.getByRole('heading', { name: t.codesTitle })).toBeVisible()
  await panel.getByRole('button', { name: secondFactorMessages.en.saved }).click()
  const rows = panel.getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expectAccessible(page)

  // This device already has a passkey.
  await panel.getByRole('button', { name: t.add }).click()
  await expect(panel.getByText(t.known)).toBeVisible()

  await backdate('sessions', { userId: id }, { verifiedAt: '6 minutes' })
  await panel.getByRole('button', { name: t.add }).click()
  const dialog = page.getByRole('dialog', { name: stepUpMessages.en.title })
  await expect(dialog.getByText(stepUpMessages.en.passkeyText)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: fieldMessages.en.cancel }).click()
  await expect(rows).toHaveCount(1)
  await panel.getByRole('button', { name: t.add }).click()
  await dialog.getByRole('button', { name: stepUpMessages.en.usePasskey }).click()
  await expect(panel.getByText(t.known)).toBeVisible()
  await first.remove()
  await addDevice(page)
  await panel.getByRole('button', { name: t.add }).click()
  await expect(rows).toHaveCount(2)

  await rows.nth(1).getByRole('button', { name: t.rename }).click()
  const renaming = page.getByRole('dialog', { name: t.renameTitle })
  await renaming.getByLabel(t.name).fill('Blue key')
  await renaming.getByRole('button', { name: t.save }).click()
  await expect(rows.nth(1).getByText('Blue key', { exact: true })).toBeVisible()

  await rows.nth(1).getByRole('button', { name: t.remove }).click()
  await page.getByRole('dialog').getByRole('button', { name: t.remove }).click()
  await expect(rows).toHaveCount(1)
  await expect(page.getByText(t.removed({ name: 'Blue key' }))).toBeVisible()
})
