import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import {
  messages,
  progressMessages,
  remedyMessages,
  ruleMessages,
} from '../../features/admin/compliance/texts/messages.ts'
import { enterAsAdmin } from './admins.ts'
import { test } from './stage.ts'

const [t, progress] = [messages.en, progressMessages.en]

test('an auditor reads the requirement and measurement of each clause, follows them to the log, and exports them', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['auditor'] })
  await page.getByRole('link', { name: t.title, exact: true }).click()
  await expect(page.getByText(t.profile({ profile: t.profile_standard }))).toBeVisible()
  await expect(page.getByText(t.standard)).toBeVisible()
  const row = page.getByRole('row', { name: /PCI DSS 8\.2\.8/ })
  // Clauses that are met are collapsed.
  await expect(page.getByRole('row', { name: /SP 800-63B-4 3\.1\.1/ })).toBeVisible()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: new RegExp(`^${t.met} \\d+`) }).click()
  await expect(page).toHaveURL(/state=met/)
  await expect(row).toContainText(ruleMessages.en['pci-8.2.8'])
  await expect(row).toContainText('SESSION_IDLE_MINUTES=15')
  await expect(page.getByRole('row', { name: /PCI DSS 8\.4\.1/ })).toContainText(t.secondHand)

  const states = page.locator('tbody tr td:nth-of-type(1)')
  await expect(states.first()).toHaveText(t['not-met'])
  const weak = page.getByRole('row', { name: /SP 800-63B-4 3\.1\.1/ })
  await expect(weak).toContainText(t.toDo)
  await expect(weak).toContainText(remedyMessages.en.compositionRules)
  await expect(page.getByText(t.measuredAt)).toBeVisible()

  // Failed clauses come first, and their text can be copied.
  const synced = page.getByRole('row', { name: /RTS 7/ })
  await expect(synced.locator('[data-violates=true]').first()).toHaveText(
    progress.isSet({ name: 'PASSKEY_SYNCED', value: 'allow' }),
  )
  const line = 'PASSKEY_SYNCED=known-browser'
  await expect(synced.getByText(line, { exact: true })).toBeVisible()
  await expect(synced).toContainText('or \u2066deny\u2069')
  await expect(
    synced.getByRole('button', { name: progress.copyOf({ setting: line }) }),
  ).toBeVisible()

  // Without a selection, the button shows all clauses and counts the hidden ones by status.
  const hidden: string[] = []
  for (const state of ['not-met', 'exception', 'met', 'not-applicable'] as const) {
    const chip = page.getByRole('button', { name: new RegExp(`^${t[state]} \\d+`) })
    if ((await chip.getAttribute('aria-pressed')) === 'true') await chip.click()
    await expect(chip).toHaveAttribute('aria-pressed', 'false')
    const number = /\d+$/.exec((await chip.textContent()) ?? '')?.[0] ?? ''
    if (number !== '0') hidden.push(progress[`hidden_${state}`]({ count: number }))
  }
  await expect(page.getByText(progress.none)).toBeVisible()
  await expect(page.getByText(progress.hiddenBy({ reasons: hidden }))).toBeVisible()
  await page.getByRole('button', { name: progress.showAll }).click()
  await expect(weak).toBeVisible()
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: t.again }).click()
  await expect(page.getByText(progress.measuredAgain)).toBeVisible()

  const standards = page.getByRole('group', { name: progress.progress })
  const standard = standards.getByRole('button', { name: /^RTS/ })
  await standard.click()
  await expect(standard).toHaveAttribute('aria-pressed', 'true')
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('row', { name: /^RTS 4/ })).toHaveCount(4)
  await expect(page.getByText(progress.hidden_others({ count: 20 }))).toBeVisible()
  await standard.click()
  const number = page.locator('code').filter({ hasText: 'SESSION_IDLE_MINUTES=15' }).first()
  expect(await number.innerHTML()).toBe('SESSION_<wbr>IDLE_<wbr>MINUTES=<wbr>15')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: t.export }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file.split('\r\n').filter((line) => line.includes('PCI DSS 8.'))).toHaveLength(12)

  await row.getByRole('link', { name: t.entriesOf({ clause: 'PCI DSS 8.2.8' }) }).click()
  await expect(page).toHaveURL(/audit-logs\?.*action=session_ended%2Clogged_out/)
})
