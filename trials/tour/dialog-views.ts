import { companyActionMessages } from '../../features/admin/companies/texts/messages.ts'
import * as adminLinks from '#contract/admin-links.ts'
import * as links from '#contract/links.ts'
import { messages as userMessages } from '../../features/admin/users/texts/messages.ts'
import { messages as platformMessages } from '../../features/admin/platforms/texts/messages.ts'
import { openCompanyTab, openFirst } from './admin-list-views.ts'
import { pressAction } from './detail-views.ts'
import { openPlatformTab } from './platform-views.ts'
import type { Stage } from './stage.ts'
import type { View } from './view.ts'

const user = { of: 'users', who: 'admin', state: 'normal' } as const
const security = { of: 'security', who: 'customer', state: 'normal' } as const
const minuteMs = 60_000

/** The confirmation dialogs, and dialogs that appear after a time. */
export const views: View[] = [
  {
    ...user,
    name: 'user-reset-password',
    open: async (stage) => {
      await openFirst(stage, adminLinks.users.path)
      await pressAction(stage, userMessages[stage.locale].resetPassword)
      await stage.sees('dialog[open]')
    },
  },
  {
    name: 'company-deactivate',
    of: 'companies',
    who: 'admin',
    state: 'normal',
    open: (stage) => deactivateCompany(stage),
  },
  {
    name: 'platform-replace-secret',
    of: 'platforms',
    who: 'admin',
    state: 'normal',
    open: async (stage) => {
      await openPlatformTab(stage, 'upkeep')
      await ask(stage, platformMessages[stage.locale].replace)
    },
  },
  { ...security, name: 'security-end-one', open: (stage) => endOneSession(stage) },
  // Two steps ahead, because the server accepts no earlier step.
  { ...security, name: 'session-warning', open: (stage) => waitForWarning(stage) },
  { ...security, name: 'session-ended', isLast: true, open: (stage) => waitForEnd(stage) },
]

async function ask(stage: Stage, button: string): Promise<void> {
  await stage.press(button)
  await stage.sees('dialog[open]')
}

async function deactivateCompany(stage: Stage): Promise<void> {
  await openCompanyTab(stage, 'settings')
  await ask(stage, companyActionMessages[stage.locale].deactivate)
}

export async function endOneSession(stage: Stage): Promise<void> {
  await stage.go(`${links.security.path}#sessions`)
  await stage.page.locator('li .secondary-button').last().click()
  await stage.sees('dialog[open]')
}

async function waitForWarning(stage: Stage): Promise<void> {
  // Holds the response, because it states the remaining time by the server's clock, which does not move.
  await stage.hold('**/api/users/recovery')
  await stage.page.clock.install()
  await stage.go(links.security.path)
  await stage.page.clock.fastForward(13.5 * minuteMs)
  await stage.sees('[role=alertdialog]')
}

async function waitForEnd(stage: Stage): Promise<void> {
  await stage.go(links.security.path)
  await stage.page.context().clearCookies({ name: /portico$/ })
  await stage.page.clock.fastForward(16 * minuteMs)
  await stage.sees('[data-log-in-again]')
}
