import { expect, type Page } from '@playwright/test'
import {
  connectMessages,
  messages as platformMessages,
  roleMessages,
} from '../../features/admin/platforms/texts/messages.ts'
import {
  messages as userMessages,
  userPageMessages,
} from '../../features/admin/users/texts/messages.ts'
import {
  platformRoleMessages as tickMessages,
  newSecretMessages,
  stepUpMessages,
} from '../../web/parts/texts/messages.ts'
import { enterAsAdmin, newPage } from '../../test/e2e/admins.ts'
import { addPerson, enterAs } from '../../test/e2e/people.ts'
import { expectAccessible, test, allowStatus } from '../../test/e2e/stage.ts'
import { register, nameOf } from '../../test/e2e/admin-platforms.ts'
import { freePort } from '#test/free-port.ts'
import { backdate } from '../../test/e2e/rows.ts'
import { startPlatform } from '../../demo/platform.ts'
import { urls } from '../../test/e2e/place.ts'

const secret = newSecretMessages.en

/** Presses a copy button and returns the text on the clipboard. */
async function copyText(page: Page, name: string): Promise<string> {
  await page.evaluate('navigator.clipboard.writeText("")')
  await page.getByRole('button', { name, exact: true }).click()
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).not.toBe('')
  return String(await page.evaluate('navigator.clipboard.readText()'))
}

/** Sets the last step-up to an hour ago, so that a fresh code is required. */
async function expireStepUp(page: Page, adminId: string): Promise<void> {
  allowStatus(page, 403)
  await backdate('admin_sessions', { adminId }, { stepUpAt: '1 hour' })
}

const t = platformMessages.en

const [users, userPage, ticks, roles] = [
  userMessages.en,
  userPageMessages.en,
  tickMessages.en,
  roleMessages.en,
]

test('P20: the admin selects which claims a platform gets, and in which token', async ({
  page,
}) => {
  await enterAsAdmin(page, { roles: ['super_admin'] })
  await register(page, { id: `claims-${Date.now()}`, url: 'https://claims.example' })
  const steps = page.getByRole('list', { name: connectMessages.en.steps })
  await steps.getByRole('button', { name: connectMessages.en.stepKind }).click()
  const [inTokens, phones] = [page.getByLabel(t.idTokenClaims), page.getByLabel(t.extraScopes)]
  await expect(inTokens).toBeChecked()
  await expect(phones).not.toBeChecked()

  await inTokens.uncheck()
  await phones.check()
  await page.getByRole('button', { name: t.save, exact: true }).click()

  await openTab(page, connectMessages.en.tabConnect)
  await expect(page.getByText('openid profile email phone', { exact: true })).toBeVisible()
  await openTab(page, t.registration)
  await page.reload()
  await expect(inTokens).not.toBeChecked()
  await expect(phones).toBeChecked()
})

test('P25: a platform defines a role, and an admin grants it to a user of a company with access to the platform', async ({
  page,
}) => {
  const id = `roles-${Date.now()}`
  const name = `Orders of ${id}`
  const ada = await addPerson({ subsystems: [] })
  await enterAsAdmin(page, { roles: ['super_admin'] })
  await register(page, { id, url: `https://${id}.example` })
  await openTab(page, t.registration)
  await page.getByLabel(t.name, { exact: true }).fill(name)
  await page.getByRole('button', { name: roles.add }).click()
  const role = page.getByRole('group', { name: roles.role({ number: 1 }) })
  await role.getByLabel(roles.id, { exact: true }).fill('Approver')
  await role.getByLabel(roles.english, { exact: true }).fill('Approver')
  await expect(role.getByText(t.invalidRole)).toBeVisible()
  await role.getByLabel(roles.id, { exact: true }).fill('approver')
  await role.getByText(roles.others).click()
  await role.getByLabel(roles.inLanguage({ language: 'العربية' })).fill('معتمِد')
  await role.getByLabel(roles.byCompany).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: t.save, exact: true }).click()
  await expect(page.getByText(t.saved({ name }))).toBeVisible()

  await page.goto(`/admin/users/${ada.id}?tab=access`)
  await page.getByRole('switch', { name }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Approver').check()
  await dialog.getByLabel(users.reason).fill('New task')
  await dialog.getByRole('button', { name: userPage.give }).click()
  const row = page.getByRole('listitem').filter({ has: page.getByRole('switch', { name }) })
  await expect(row.getByText('Approver')).toBeVisible()
  await row.getByRole('button', { name: ticks.changeRolesOf({ platform: name }) }).click()
  await dialog.getByLabel('Approver').uncheck()
  await dialog.getByLabel(users.reason).fill('Task is over')
  await dialog.getByRole('button', { name: ticks.saveRoles }).click()
  await expect(row.getByText('Approver')).toHaveCount(0)
})

async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click()
}

test('3A2: A client logs in with the secret of a registered platform, and fails after the secret is replaced', async ({
  page,
  browser,
}) => {
  const port = await freePort()
  const id = `orders-${port}`
  const url = `http://127.0.0.1:${port}`
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const eve = await enterAsAdmin(page, { roles: ['super_admin'] })
  await register(page, { id, url })
  const clientSecret = await copyText(page, secret.copySecret)
  await page.getByRole('button', { name: secret.stored }).click()
  await expect(page.getByText(clientSecret)).toHaveCount(0)
  const issuer = await copyText(page, `${t.copy}: ${t.issuer}`)
  expect(await copyText(page, `${t.copy}: ${t.id}`)).toBe(id)
  expect(await copyText(page, `${t.copy}: ${t.redirectUris}`)).toBe(`${url}/callback`)

  const about = { id, name: nameOf(id), host: '127.0.0.1', port, issuer, clientSecret }
  const platform = await startPlatform({ ...about, portalUrl: urls.portal })
  const customer = await newPage(browser)
  await enterAs(customer, await addPerson({ subsystems: [id] }))
  await customer.goto(url)
  await expect(customer.getByRole('heading', { level: 1 })).toContainText('Grace Hopper')

  await page.reload()
  await openTab(page, connectMessages.en.tabUpkeep)
  await expireStepUp(page, eve.id)
  await page.getByRole('button', { name: t.replace }).click()
  const question = page.getByRole('dialog', { name: t.replaceTitle({ name: nameOf(id) }) })
  // 3A2: By default the old secret works for another day, and a reason is required.
  await expect(question.getByLabel(secret.graceHours, { exact: true })).toHaveValue('24')
  await expect(question.getByText(t.lastHour({ count: 1 }))).toBeVisible()
  await question.getByRole('button', { name: t.replace }).click()
  await expect(question.getByLabel(secret.reason)).toBeFocused()
  await question.getByLabel(secret.exposed).check()
  await expect(question.getByLabel(secret.graceHours, { exact: true })).toHaveCount(0)
  await question.getByLabel(secret.reason).fill('Seen in a public repository')
  await question.getByRole('button', { name: t.replace }).click()
  await page.getByLabel(stepUpMessages.en.otp).fill(await eve.authenticator.code())
  const renewed = await copyText(page, secret.copySecret)
  expect(renewed).not.toBe(clientSecret)
  allowStatus(customer, 502)
  await customer.goto(`${url}/login`)
  await expect(customer.getByRole('heading', { name: 'The login did not work' })).toBeVisible()
  await platform.stop()

  // P23: The admin sees the reason, while the platform only receives an authentication error.
  await expect(async () => {
    await page.getByRole('button', { name: t.refresh }).click()
    const row = page.getByRole('row').filter({ hasText: 'invalid secret provided' })
    await expect(row.first()).toContainText('/oidc/token', { timeout: 1_000 })
  }).toPass({ timeout: 40_000 })

  const again = await startPlatform({ ...about, clientSecret: renewed, portalUrl: urls.portal })
  await customer.goto(`${url}/login`)
  await expect(customer.getByRole('heading', { level: 1 })).toContainText('Grace Hopper')
  await again.stop()
  await customer.context().close()
})
