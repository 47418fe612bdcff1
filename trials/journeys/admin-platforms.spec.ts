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
import { platformRoleMessages as tickMessages } from '../../web/parts/texts/messages.ts'
import { enterAsAdmin } from '../../test/e2e/admins.ts'
import { addPerson } from '../../test/e2e/people.ts'
import { expectAccessible, test } from '../../test/e2e/stage.ts'
import { register } from '../../test/e2e/admin-platforms.ts'

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
