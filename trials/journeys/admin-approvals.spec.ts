import { expect, type Page } from '@playwright/test'
import { approvalMessages, newSecretMessages } from '../../web/parts/texts/messages.ts'
import {
  accountMessages,
  messages as roleMessages,
} from '../../features/admin/admins/texts/messages.ts'
import { messages as apiMessages } from '../../features/admin/apis/texts/messages.ts'
import { messages as platformMessages } from '../../features/admin/platforms/texts/messages.ts'
import {
  effectMessages,
  kindMessages,
  messages,
  endedMessages,
  signMessages,
} from '../../features/admin/approvals/texts/messages.ts'
import { addAdmin, server, addPerson } from '../../test/e2e/people.ts'
import { allowStatus, expectAccessible, mailTo, test } from '../../test/e2e/stage.ts'
import {
  enterAsSenior,
  useServerWithApprovals,
  setRightsSince,
  enter,
  otherPage,
  addRole,
  approve,
} from '../../test/e2e/admin-approvals.ts'
import { fromNow } from '#test/rows.ts'
import { addRow } from '../../test/e2e/rows.ts'

const ended = endedMessages.en

useServerWithApprovals()

function addRosa() {
  return addAdmin({ roles: ['super_admin'], firstname: 'Rosa' })
}

const [t, kit, words] = [messages.en, approvalMessages.en, roleMessages.en]
const [platform, api] = [platformMessages.en, apiMessages.en]

function rowOf(page: Page, text: string) {
  return page.getByRole('row').filter({ hasText: text })
}

test('a new redirect URI of a platform takes effect when another admin approves it', async ({
  page,
  browser,
}) => {
  const { people } = await server()
  const id = `shop-${Date.now()}`
  const home = `https://${id}.example`
  const [first, added] = [`${home}/first`, `${home}/second`]
  await people.addPlatform({ id, name: 'Shop', url: home, redirectUris: [first] })
  const path = `/admin/platforms/${id}?tab=registration`
  await enterAsSenior(page, 'Cleo', path)
  const second = await otherPage(browser)
  await enterAsSenior(second, 'Dora', '/admin/approvals')
  const uris = page.getByRole('textbox', { name: platform.redirectUris, exact: true })
  await uris.fill(`${first}\n${added}`)
  await page.getByRole('button', { name: platform.save }).click()
  await expect(page.getByText(kit.asked)).toBeVisible()
  await expect(page.getByText(kit.pending({ count: 1 }))).toBeVisible()
  await expect(uris).toHaveValue(first)

  await second.reload()
  await second
    .getByRole('link', { name: /addresses or security settings/ })
    .first()
    .click()
  await expect(second.locator('ins')).toContainText(added)
  await approve(second)
  await expect(second.getByText(t.done, { exact: true })).toBeVisible()
  await page.reload()
  await expect(uris).toHaveValue(`${first}\n${added}`)
})

test('3Z7: a new platform shows its secret, and appears in the list when another admin approves it', async ({
  page,
  browser,
}) => {
  const id = `market-${Date.now()}`
  const name = `Market ${id}`
  await enterAsSenior(page, 'Hanna', '/admin/platforms/new')
  const second = await otherPage(browser)
  await enterAsSenior(second, 'Ines', '/admin/approvals')
  await page.getByLabel(platform.id, { exact: true }).fill(id)
  await page.getByLabel(platform.name, { exact: true }).fill(name)
  await page.getByLabel(platform.url).fill(`https://${id}.example`)
  await page
    .getByRole('textbox', { name: platform.redirectUris, exact: true })
    .fill(`https://${id}.example/callback`)
  await page.getByRole('button', { name: platform.register, exact: true }).click()
  await expect(page.getByText(kit.asked)).toBeVisible()
  await expect(page.getByText(platform.newSecretTitle({ name }))).toBeVisible()
  await expect(page.getByText(platform.newSecretWaits)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: newSecretMessages.en.stored }).click()
  await expect(page.getByRole('heading', { level: 1, name: platform.title })).toBeVisible()
  await expect(page.getByRole('link', { name })).toHaveCount(0)

  await second.reload()
  await second
    .getByRole('link', { name: new RegExp(kindMessages.en['platform-add'], 'i') })
    .first()
    .click()
  await expect(second.getByText(effectMessages.en.addsPlatform({ name }))).toBeVisible()
  await expect(second.locator('ins').first()).toBeVisible()
  await expectAccessible(second)
  await approve(second)
  await expect(second.getByText(t.done, { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name })).toBeVisible()
})

test('3Z7: a new API shows its secret, and appears in the list when another admin approves it', async ({
  page,
  browser,
}) => {
  const id = `https://api.example.com/${Date.now()}`
  const name = `Ledger ${Date.now()}`
  await enterAsSenior(page, 'Lena', '/admin/apis/new')
  const second = await otherPage(browser)
  await enterAsSenior(second, 'Mona', '/admin/approvals')
  await page.getByLabel(api.name, { exact: true }).fill(name)
  await page.getByLabel(api.id, { exact: true }).fill(id)
  await page.getByLabel(api.scopes).fill('ledger.read')
  await page.getByRole('button', { name: api.add }).click()
  await expect(page.getByText(kit.asked)).toBeVisible()
  await expect(page.getByText(api.newSecretTitle({ name }))).toBeVisible()
  await expect(page.getByText(api.secretWaits)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: newSecretMessages.en.stored }).click()
  await expect(page.getByRole('heading', { level: 1, name: api.title })).toBeVisible()

  await second.reload()
  await second
    .getByRole('link', { name: new RegExp(kindMessages.en['api-add'], 'i') })
    .first()
    .click()
  await expect(second.getByText(effectMessages.en.addsApi({ name, id }))).toBeVisible()
  await expect(second.locator('ins').getByText('ledger.read')).toBeVisible()
  await expect(second.getByRole('main').getByRole('link', { name })).toHaveCount(0)
  await expectAccessible(second)
  await approve(second)
  await expect(second.getByText(t.done, { exact: true })).toBeVisible()
  await expect(second.getByRole('main').getByRole('link', { name })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name })).toBeVisible()
})

test('3Z6: a deactivated platform is activated when another admin approves it', async ({
  page,
  browser,
}) => {
  const { people } = await server()
  const id = `closed-${Date.now()}`
  const name = `Closed ${id}`
  const url = `https://${id}.example`
  await people.addPlatform({ id, name, url, redirectUris: [`${url}/callback`], active: false })
  await enterAsSenior(page, 'Nora', `/admin/platforms/${id}?tab=registration`)
  const second = await otherPage(browser)
  await enterAsSenior(second, 'Olga', '/admin/approvals')
  await page.getByLabel(platform.activeLabel).check()
  await page.getByRole('button', { name: platform.save }).click()
  await expect(page.getByText(kit.pending({ count: 1 }))).toBeVisible()

  await second.reload()
  await second
    .getByRole('link', { name: /addresses or security settings/ })
    .first()
    .click()
  await expect(second.getByText(effectMessages.en.activatesPlatform({ name }))).toBeVisible()
  await expect(second.getByText(effectMessages.en.changesPlatform({ name }))).toHaveCount(0)
  await approve(second)
  await expect(second.getByText(t.done, { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(platform.activeLabel)).toBeChecked()
})

test('403005 an admin with a recently granted role cannot approve; 409009 without another approver nothing is requested', async ({
  page,
  browser,
}) => {
  const joan = await addAdmin({ roles: ['auditor'], firstname: 'Joan' })
  await enterAsSenior(page, 'Elin', '/admin/admin-users')
  const second = await otherPage(browser)
  await enterAsSenior(second, 'Frida', '/admin/approvals')
  await addRole(page, joan.email, words.support)
  await expect(page.getByText(kit.asked)).toBeVisible()
  await second.reload()
  await second
    .getByRole('link', { name: new RegExp(kindMessages.en['admin-roles'], 'i') })
    .first()
    .click()
  await second.getByRole('button', { name: t.approve, exact: true }).click()
  await setRightsSince('0 days')
  allowStatus(second, 403)
  const dialog = second.getByRole('dialog', { name: /^Approve the request / })
  await dialog.getByRole('button', { name: t.approve }).click()
  await expect(dialog.getByText(t.mayNotDecide)).toBeVisible()

  const jane = await addAdmin({ roles: ['auditor'], firstname: 'Jane' })
  await page.reload()
  allowStatus(page, 409)
  await addRole(page, jane.email, words.support)
  await expect(page.getByRole('dialog').getByText(kit.noSecondPerson)).toBeVisible()
})

test('an admin can be locked out for a day', async ({ page, browser }) => {
  const joan = await addAdmin({ roles: ['auditor'], firstname: 'Joan' })
  const other = await otherPage(browser)
  await enter(other, joan, '/admin/audit-logs')
  await enterAsSenior(page, 'Gerd', '/admin/admin-users')
  await rowOf(page, joan.email)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('button', { name: accountMessages.en.suspend, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(accountMessages.en.reason).fill('The laptop was stolen')
  await dialog.getByRole('button', { name: accountMessages.en.suspend }).click()
  await expect(rowOf(page, joan.email).getByText(/^Locked until tomorrow/)).toBeVisible()
  await other.reload()
  await expect(other).toHaveURL(/\/admin\/login/)
  await mailTo(joan.email)
})

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
