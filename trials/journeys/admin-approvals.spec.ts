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
} from '../../features/admin/approvals/texts/messages.ts'
import { addAdmin, server } from '../../test/e2e/people.ts'
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

useServerWithApprovals()

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
