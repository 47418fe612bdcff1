import { expect } from '@playwright/test'
import { approvalMessages } from '../../web/parts/texts/messages.ts'
import {
  effectMessages,
  kindMessages,
  messages,
  endedMessages,
  signMessages,
} from '../../features/admin/approvals/texts/messages.ts'
import { addAdmin, addPerson } from '../../test/e2e/people.ts'
import { expectAccessible, test } from '../../test/e2e/stage.ts'
import { enterAsSenior, useServerWithApprovals } from '../../test/e2e/admin-approvals.ts'
import { fromNow } from '#test/rows.ts'
import { addRow } from '../../test/e2e/rows.ts'

const ended = endedMessages.en

useServerWithApprovals()

function addRosa() {
  return addAdmin({ roles: ['super_admin'], firstname: 'Rosa' })
}

const [t, kit] = [messages.en, approvalMessages.en]

test('a rejected request of a user names the admin and the reason, and promises nothing further', async ({
  page,
}) => {
  const ada = await addPerson()
  const namesakes = [await addRosa(), await addRosa()]
  await enterAsSenior(page, 'Hanna', `/admin/users/${ada.id}`)
  await addRow('approvals', {
    kind: 'replace-factors',
    targetId: ada.id,
    proposal: '{"lost": "factors"}',
    before: '{}',
    needs: '{}',
    askedKind: 'user',
    askedBy: ada.id,
    reason: 'It fell into the harbour',
    notBefore: fromNow('1 day'),
    expiresAt: fromNow('3 days'),
  })
  await page.reload()
  // Only one banner appears for the request.
  await expect(page.getByRole('link', { name: kit.seeRequest })).toHaveCount(1)
  await expect(page.getByText(kit.pending({ count: 1 }))).toHaveCount(0)
  await page.getByRole('link', { name: kit.seeRequest }).click()

  for (const { email } of namesakes) await expect(page.getByText(`(${email})`)).toHaveText(/^Rosa /)

  const signs = page.getByText(signMessages.en.title).locator('..')
  await expect(signs).toContainText(signMessages.en.none)
  await expect(page.getByText(t.unverifiedHint)).toBeVisible()
  const checks = await page.getByRole('main').locator('ol').getByRole('listitem').allTextContents()
  expect(checks.length).toBe(3)
  await page.getByRole('button', { name: t.approve, exact: true }).click()
  const approving = page.getByRole('dialog', {
    name: /^Approve the request to reset two-factor authentication/,
  })
  await expect(approving.getByRole('textbox')).toHaveJSProperty('tagName', 'TEXTAREA')
  await expect(approving.getByRole('listitem')).toHaveText(checks)
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: t.refuse, exact: true }).click()
  const refusing = page.getByRole('dialog')
  await refusing.getByLabel(t.reasonField).fill('Ada denies it')
  await refusing.getByRole('button', { name: t.refuse }).click()
  await expect(page.getByText(/^Declined by Hanna .*, today/)).toBeVisible()
  await expect(page.getByText('Reason: Ada denies it')).toBeVisible()
  await expect(page.getByText(ended.nothing)).toBeVisible()
  await expect(page.getByRole('heading', { name: ended.wasAsked })).toBeVisible()
  for (const promise of [/at the earliest/, t.unverifiedHint, t.notBefore])
    await expect(page.getByText(promise)).toHaveCount(0)
  await expectAccessible(page)
})

test('3Z15: the page of a configuration file shows each line of the plan, its hash and the service account', async ({
  page,
}) => {
  const id = 'svc-pipeline'
  await addRow('service_accounts', {
    id,
    name: 'Pipeline',
    scopes: '{admin:configuration}',
    jwksUri: 'https://pipeline.example/keys',
  })
  await enterAsSenior(page, 'Hanna', '/admin/approvals')
  const lines = [
    '+ platforms orders url: "https://orders.example"',
    '~ platforms hub secret: "(another)" → "(env:HUB_SECRET)"',
  ]
  const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  await addRow('approvals', {
    kind: 'configuration-apply',
    targetId: id,
    proposal: JSON.stringify({ name: 'portico.yaml', sha256, lines, total: 2 }),
    before: '{}',
    needs: '{}',
    askedKind: 'service',
    askedBy: id,
    reason: 'Ticket 4711',
    expiresAt: fromNow('3 days'),
  })
  await page.reload()
  const title = new RegExp(kindMessages.en['configuration-apply'], 'i')
  await page.getByRole('link', { name: title }).first().click()
  const effects = effectMessages.en
  await expect(
    page.getByText(effects.appliesFile({ file: 'portico.yaml', count: 2 })),
  ).toBeVisible()
  await expect(page.getByRole('list', { name: t.differences }).getByRole('listitem')).toHaveText(
    lines,
  )
  await expect(page.getByText(sha256)).toBeVisible()
  await expect(page.getByText(`· ${t.by_service}`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pipeline' }).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: t.approve, exact: true }).click()
  await expect(page.getByRole('dialog').getByText(t.checkFile)).toBeVisible()
  await expectAccessible(page)
})
