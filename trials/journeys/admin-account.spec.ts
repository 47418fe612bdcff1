import { expect, type Page } from '@playwright/test'
import { ago } from '#test/rows.ts'
import { menuMessages } from '../../app/web/admin/texts/messages.ts'
import { frameMessages, securityMessages } from '../../app/web/texts/messages.ts'
import { languageMessages } from '../../features/account/admin-account/texts/messages.ts'
import { messages as searchMessages } from '../../features/admin/search/texts/messages.ts'
import { messages as auditMessages } from '../../features/admin/audit-log/texts/messages.ts'
import { messages, panelMessages } from '../../features/account/passkeys/texts/messages.ts'
import { changeMessages } from '../../features/account/password/texts/messages.ts'
import { panelMessages as appMessages } from '../../features/account/recovery/texts/messages.ts'
import { messages as sessionMessages } from '../../features/account/sessions/texts/messages.ts'
import { messages as loginMessages } from '../../features/account/sign-in/texts/messages.ts'
import {
  messages as setUpMessages,
  replacementMessages,
} from '../../features/account/two-factor/texts/messages.ts'
import { secondFactorMessages, stepUpMessages } from '../../web/parts/texts/messages.ts'
import { enterAsAdmin, newPage } from '../../test/e2e/admins.ts'
import { addDevice } from '../../test/e2e/devices.ts'
import type { Person } from '../../test/e2e/people.ts'
import { updateRows } from '../../test/e2e/rows.ts'
import {
  allowStatus,
  Authenticator,
  expectAccessible,
  password,
  sendByEnter,
  test,
} from '../../test/e2e/stage.ts'

const t = messages.en
const [login, stepUp, frame] = [loginMessages.en, stepUpMessages.en, frameMessages.en]
const roles = ['super_admin' as const]

/** Simulates sixteen minutes: the login's code no longer counts as a step-up. */
const expireStepUp = ({ id }: Person) =>
  updateRows('admin_sessions', { adminId: id }, { stepUpAt: ago('16 minutes') })

const passkeys = (page: Page) => page.getByRole('region', { name: panelMessages.en.title })

async function enterPassword(page: Page, { email }: Person, typed = password): Promise<void> {
  await page.goto('/admin/login')
  await page.getByLabel(login.email, { exact: true }).fill(email)
  await page.getByLabel(login.password, { exact: true }).fill(typed)
  await sendByEnter(page)
}

test('an admin adds a passkey after a code, confirms an action with it, renames it, logs in with it and removes it', async ({
  page,
}) => {
  await page.addInitScript(
    'PublicKeyCredential.isConditionalMediationAvailable = async () => false',
  )
  await addDevice(page)
  const admin = await enterAsAdmin(page, { roles })
  allowStatus(page, 403, 409)
  await page.getByRole('button', { name: frame.accountMenu }).click()
  const menu = page.getByRole('group', { name: frame.accountMenu })
  await expect(menu.getByText(menuMessages.en.role_super_admin)).toBeVisible()
  await expect(menu.getByText(frame.timeZone)).toBeVisible()
  await menu.getByRole('button', { name: menuMessages.en.shortcuts }).click()
  const keys = page.getByRole('dialog', { name: searchMessages.en.keysTitle })
  await keys.getByRole('button', { name: searchMessages.en.close }).click()
  await page.getByRole('button', { name: frame.accountMenu }).click()
  await page.getByRole('link', { name: frame.accountMenu, exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/account$/)
  await expect(page.getByRole('heading', { level: 1, name: frame.accountMenu })).toBeVisible()
  const { missing_passkey: passkey, missing_codes: codes, missing } = securityMessages.en
  await expect(page.getByText(missing({ names: [codes, passkey] }), { exact: true })).toBeVisible()
  const language = page.getByLabel(languageMessages.en.preferredLanguage)
  await language.selectOption('fr')
  const bar = page.getByRole('group', { name: languageMessages.en.unsaved })
  await bar.getByRole('button', { name: languageMessages.en.cancel }).click()
  await expect(language).toHaveValue('en')
  await language.selectOption('fr')
  await bar.getByRole('button', { name: languageMessages.en.save }).click()
  await expect(page.getByText(languageMessages.en.saved)).toBeVisible()
  await expect(bar).toHaveCount(0)
  await page.getByRole('button', { name: panelMessages.en.title }).click()
  await expireStepUp(admin)
  await passkeys(page).getByRole('button', { name: t.add }).click()
  const dialog = page.getByRole('dialog', { name: stepUp.title })
  await dialog.getByLabel(stepUp.otp).fill(await admin.authenticator.code())
  await passkeys(page).getByRole('button', { name: secondFactorMessages.en.saved }).click()
  const rows = passkeys(page).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expectAccessible(page)

  await expireStepUp(admin)
  await page.goto('/admin/audit-logs')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: auditMessages.en.logOptions }).click()
  await page.getByRole('button', { name: auditMessages.en.export, exact: true }).click()
  await dialog.getByRole('button', { name: stepUp.usePasskey }).click()
  await download

  await page.goto('/admin/logout')
  await expect(page).toHaveURL(/\/admin\/login/)
  await enterPassword(page, admin)
  await expect(page.getByLabel(login.password, { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: login.usePasskey }).click()
  await expect(page).toHaveURL(/\/admin\/(?!login)/)

  await page.goto('/admin/account#passkeys')
  await rows.first().getByRole('button', { name: t.rename }).click()
  const renaming = page.getByRole('dialog', { name: t.renameTitle })
  await renaming.getByLabel(t.name).fill('Blue key')
  await renaming.getByRole('button', { name: t.save }).click()
  await expect(rows.first().getByText('Blue key', { exact: true })).toBeVisible()
  await expect(rows.first().getByText(t.device)).toBeVisible()
  await expect(rows.first().getByText(t.never)).toHaveCount(0)
  await rows.first().getByRole('button', { name: t.remove }).click()
  await page.getByRole('dialog').getByRole('button', { name: t.remove }).click()
  await expect(passkeys(page).getByText(t.none)).toBeVisible()
})

test('an admin changes the password, replaces the authenticator and ends another session', async ({
  page,
  browser,
}) => {
  const admin = await enterAsAdmin(page, { roles })
  allowStatus(page, 403)
  const other = await newPage(browser)
  allowStatus(other, 401, 403, 404)
  await enterPassword(other, admin)
  await other.getByLabel(login.otp).fill(await admin.authenticator.code())
  await expect(other).toHaveURL(/\/admin\/(?!login)/)

  await page.goto('/admin/account#sessions')
  const sessions = page.getByRole('region', { name: sessionMessages.en.title })
  await expect(sessions.locator('tbody').getByRole('row')).toHaveCount(2)
  await expect(sessions.getByText(sessionMessages.en.notMe)).toHaveCount(0)
  await sessions.locator('tbody').getByRole('row').nth(1).getByRole('button').click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: sessionMessages.en.logOut }).click()
  await expect(sessions.locator('tbody').getByRole('row')).toHaveCount(1)
  await other.goto('/admin/account')
  await expect(other).toHaveURL(/\/admin\/login/)

  await page.goto('/admin/account#change-password')
  const form = page.getByRole('region', { name: changeMessages.en.title })
  await form.getByLabel(changeMessages.en.oldPassword, { exact: true }).fill(password)
  const fresh = 'Quiet-Breakwater-27'
  await form.getByLabel(changeMessages.en.newPassword, { exact: true }).fill(fresh)
  await form.getByLabel(changeMessages.en.confirmPassword, { exact: true }).fill(fresh)
  await form.getByRole('button', { name: changeMessages.en.save }).click()
  await expect(form.getByText(changeMessages.en.done)).toBeVisible()

  await page.goto('/admin/account#authenticator')
  const app = page.getByRole('region', { name: appMessages.en.rowTitle })
  await app.getByRole('button', { name: replacementMessages.en.replace }).click()
  const key = await app.locator('code').first().textContent()
  await expectAccessible(page)
  const phone = new Authenticator(key ?? '')
  await app.getByLabel(setUpMessages.en.otp).fill(await phone.code())
  await expect(app.getByText(replacementMessages.en.replaced)).toBeVisible()
  await app.getByRole('button', { name: secondFactorMessages.en.saved }).click()

  await page.goto('/admin/logout')
  await expect(page).toHaveURL(/\/admin\/login/)
  await enterPassword(page, admin, fresh)
  await page.getByLabel(login.otp).fill(await phone.code())
  await expect(page).toHaveURL(/\/admin\/(?!login)/)
})
