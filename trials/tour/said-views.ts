import { locales } from '#contract/locale.ts'
import * as adminLinks from '#contract/admin-links.ts'
import * as links from '#contract/links.ts'
import { frameMessages } from '../../app/web/texts/messages.ts'
import { messages as auditMessages } from '../../features/admin/audit-log/texts/messages.ts'
import { messages as userMessages } from '../../features/admin/users/texts/messages.ts'
import { Authenticator } from '../../test/e2e/stage.ts'
import { openCompanyTab, openOrder } from './admin-list-views.ts'
import { openRoles } from './admin-users-views.ts'
import { askStepUp } from './admin-views.ts'
import { endOneSession } from './dialog-views.ts'
import { busyUser } from './detail-views.ts'
import { openSetup } from './login-views.ts'
import type { Stage } from './stage.ts'
import type { View } from './view.ts'

const customer = { who: 'customer', state: 'normal' } as const
const admin = { who: 'admin', state: 'error' } as const

/** The messages after an action succeeded or failed. */
export const views: View[] = [
  { ...customer, of: 'profile', name: 'profile-saved', open: (stage) => saved(stage) },
  {
    ...customer,
    of: 'profile',
    state: 'error',
    name: 'log-out-failed',
    open: (stage) => cannotLogOut(stage),
  },
  {
    ...customer,
    of: 'security',
    state: 'error',
    name: 'security-end-failed',
    open: (stage) => failToEnd(stage),
  },
  {
    of: 'login',
    who: 'visitor',
    state: 'normal',
    name: 'login-set-up-codes',
    open: (stage) => firstCodes(stage),
  },
  {
    ...admin,
    of: 'companies',
    state: 'normal',
    name: 'company-saved',
    open: (stage) => savedCompany(stage),
  },
  { ...admin, of: 'auditLog', name: 'audit-logs-not-exported', open: (stage) => noExport(stage) },
  { ...admin, of: 'auditLog', name: 'audit-logs-step-up-wrong', open: (stage) => wrong(stage) },
  { ...admin, of: 'invitations', name: 'invitations-not-sent', open: (stage) => failToSend(stage) },
  {
    ...admin,
    of: 'invitations',
    name: 'invitations-not-revoked',
    open: (stage) => failToRevoke(stage),
  },
  { ...admin, of: 'admins', name: 'admin-users-refused', open: (stage) => refused(stage) },
  { ...admin, of: 'users', name: 'user-reset-not-sent', open: (stage) => noMail(stage) },
]

async function saved(stage: Stage): Promise<void> {
  await stage.go(links.profile.path)
  await stage.fill('jobTitle', `Treasurer ${Date.now() % 1000}`)
  await stage.send()
  await stage.sees('[data-saved]')
  // Scrolls up, because the header could cover half of a link.
  await stage.page.keyboard.press('Control+Home')
}

async function savedCompany(stage: Stage): Promise<void> {
  // A separate company for each language, because a concurrent save in another language would be refused.
  await openCompanyTab(stage, 'settings', locales.indexOf(stage.locale))
  const name = stage.page.locator('form [name=name]')
  await name.fill(`${await name.inputValue()}.`)
  await stage.send()
  // The snackbar failToRevoke while it has the focus.
  await stage.page.locator('[data-color=success] button').focus()
}

async function cannotLogOut(stage: Stage): Promise<void> {
  await stage.fail('**/api/users/logout')
  await stage.go(links.profile.path)
  await stage.page.locator('header [popovertarget]').last().click()
  await stage.press(frameMessages[stage.locale].logOut)
  await stage.sees('header [role=alert]')
}

async function failToEnd(stage: Stage): Promise<void> {
  await stage.fail('**/sessions/*/logout')
  await endOneSession(stage)
  await stage.page.locator('dialog[open] .danger-button').click()
  await stage.sees('dialog[open] [role=alert]')
}

async function firstCodes(stage: Stage): Promise<void> {
  await openSetup(stage)
  const key = await stage.page.locator('code').first().innerText()
  const code = await new Authenticator(key).code()
  await stage.page.locator('[autocomplete="one-time-code"]').fill(code)
  await stage.sees('ol[dir=ltr] code')
}

async function noExport(stage: Stage): Promise<void> {
  await stage.fail('**/api/admin/auditlogs/export*')
  await stage.go(adminLinks.auditLog.path)
  await stage.press(auditMessages[stage.locale].logOptions)
  await stage.press(auditMessages[stage.locale].export)
  await stage.sees('main [role=alert]')
}

async function wrong(stage: Stage): Promise<void> {
  await askStepUp(stage)
  await stage.page.locator('dialog[open] [autocomplete="one-time-code"]').fill('000000')
  await stage.sees('dialog[open] [aria-invalid=true]')
}

async function failToSend(stage: Stage): Promise<void> {
  await stage.fail('**/resend')
  await openOrder(stage, 0)
  await stage.page.locator('dialog[open] .primary-button').click()
  await stage.sees('dialog[open] [role=alert]')
}

async function failToRevoke(stage: Stage): Promise<void> {
  await stage.fail('**/revoke')
  await openOrder(stage, 1)
  await stage.page.locator('dialog[open] .danger-button').click()
  await stage.sees('dialog[open] [role=alert]')
}

async function refused(stage: Stage): Promise<void> {
  await stage.fail('**/roles')
  await openRoles(stage)
  await stage.page.locator('dialog[open] .primary-button').click()
  await stage.sees('dialog[open] [role=alert]')
}

async function noMail(stage: Stage): Promise<void> {
  await stage.fail('**/reset-password')
  await busyUser(stage)
  await stage.press(userMessages[stage.locale].resetPassword)
  await stage.page.locator('dialog[open] [name=reason]').fill('Asked for it')
  await stage.page.locator('dialog[open] button[type=submit]').click()
  await stage.sees('dialog[open] [role=alert]')
}
