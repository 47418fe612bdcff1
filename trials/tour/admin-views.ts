import * as adminLinks from '#contract/admin-links.ts'
import * as links from '#contract/links.ts'
import { messages as auditMessages } from '../../features/admin/audit-log/texts/messages.ts'
import { messages as brandMessages } from '../../features/admin/brand/texts/messages.ts'
import type { Stage } from './stage.ts'
import type { View } from './view.ts'

const admin = { who: 'admin' } as const
const account = { ...admin, of: 'adminAccount' } as const

/** The audit log, and pages of the admin area that are not lists. */
export const views: View[] = [
  {
    ...admin,
    of: 'adminArea',
    name: 'admin',
    state: 'normal',
    open: (stage) => stage.go(links.adminArea.path),
  },
  {
    ...admin,
    of: 'auditLog',
    name: 'audit-logs-filtered',
    state: 'normal',
    open: (stage) => stage.go(`${adminLinks.auditLog.path}?range=lastHour&action=login_succeeded`),
  },
  {
    ...admin,
    of: 'auditLog',
    name: 'audit-logs-entry',
    state: 'normal',
    open: (stage) => entry(stage),
  },
  {
    ...admin,
    of: 'auditLog',
    name: 'audit-logs-changes',
    state: 'normal',
    open: (stage) => changes(stage),
  },
  {
    ...admin,
    of: 'auditLog',
    name: 'audit-logs-suggestions',
    state: 'normal',
    open: (stage) => suggestions(stage),
  },
  {
    ...admin,
    of: 'auditLog',
    name: 'audit-logs-no-suggestion',
    state: 'empty',
    open: async (stage) => {
      await stage.go(adminLinks.auditLog.path)
      await stage.page
        .getByRole('combobox', { name: auditMessages[stage.locale].searchLog })
        .fill('zzz')
      await stage.sees('main [role=search] [role=status]')
    },
  },
  {
    ...admin,
    of: 'auditLog',
    name: 'audit-logs-nothing-found',
    state: 'empty',
    open: (stage) => stage.go(`${adminLinks.auditLog.path}?q=zzz`),
  },
  {
    ...admin,
    of: 'auditLog',
    name: 'audit-logs-options',
    state: 'normal',
    open: async (stage) => {
      await stage.go(adminLinks.auditLog.path)
      await stage.press(auditMessages[stage.locale].logOptions)
      await stage.sees('[popover]:popover-open fieldset')
    },
  },
  {
    ...admin,
    of: 'auditLog',
    name: 'audit-logs-calendar',
    state: 'normal',
    open: (stage) => calendar(stage),
  },
  {
    ...admin,
    of: 'auditLog',
    name: 'audit-logs-step-up',
    state: 'normal',
    open: (stage) => askStepUp(stage),
  },
  {
    ...admin,
    of: 'brand',
    name: 'brand-preview',
    state: 'normal',
    open: async (stage) => {
      await stage.go(adminLinks.brand.path)
      await stage.page.locator('iframe').waitFor()
    },
  },
  {
    ...admin,
    of: 'brand',
    name: 'brand-wrong',
    state: 'error',
    open: async (stage) => {
      await stage.go(adminLinks.brand.path)
      const t = brandMessages[stage.locale]
      await stage.page.getByLabel(t.color, { exact: true }).fill('#7bc47f')
      await stage.page.getByRole('button', { name: t.publish }).click()
      await stage.page.getByText(t.pair_soft).first().waitFor()
    },
  },
  {
    ...account,
    name: 'admin-account',
    state: 'normal',
    open: (stage) => stage.go(adminLinks.adminAccount.path),
  },
  {
    ...account,
    name: 'admin-account-unfolded',
    state: 'normal',
    open: async (stage) => {
      await stage.go(adminLinks.adminAccount.path)
      await stage.unfold()
    },
  },
  {
    ...account,
    name: 'admin-account-elsewhere',
    state: 'normal',
    open: async (stage) => {
      await withIdentityProvider(stage)
      await stage.go(adminLinks.adminAccount.path)
    },
  },
  {
    ...account,
    name: 'admin-account-loading',
    state: 'loading',
    open: async (stage) => {
      await stage.hold('**/api/admin/account')
      await stage.go(adminLinks.adminAccount.path)
    },
  },
  {
    ...account,
    name: 'admin-account-failed',
    state: 'error',
    open: async (stage) => {
      await stage.fail('**/api/admin/account')
      await stage.go(adminLinks.adminAccount.path)
      await stage.sees('[role=alert]')
    },
  },
  {
    ...admin,
    of: 'adminLogout',
    name: 'admin-logout',
    state: 'loading',
    open: async (stage) => {
      await stage.hold('**/api/admin/logout')
      await stage.go(adminLinks.adminLogout.path)
    },
  },
  {
    ...admin,
    of: 'adminLogout',
    name: 'admin-logout-failed',
    state: 'error',
    open: async (stage) => {
      await stage.fail('**/api/admin/logout')
      await stage.go(adminLinks.adminLogout.path)
      await stage.sees('[role=alert]')
    },
  },
  {
    who: 'roleless',
    of: 'adminNoPermission',
    name: 'admin-no-permission',
    state: 'normal',
    open: (stage) => stage.go(adminLinks.adminNoPermission.path),
  },
  {
    ...admin,
    of: 'notFound',
    name: 'admin-not-found',
    state: 'normal',
    open: (stage) => stage.go('/admin/nothing'),
  },
]

/** Shows the account of an admin who logs in at an identity provider. */
async function withIdentityProvider(stage: Stage): Promise<void> {
  await stage.page.route('**/api/admin/account', async (route) => {
    const response = await route.fetch()
    const json = { ...((await response.json()) as object), hasPassword: false }
    await route.fulfill({ response, json })
  })
}

async function entry(stage: Stage): Promise<void> {
  await stage.go(`${adminLinks.auditLog.path}?action=login_succeeded`)
  await stage.page.locator('tbody a').first().click()
  await stage.sees('[role=dialog], dialog[open]')
}

/** Opens the log entry of a changed profile. */
async function changes(stage: Stage): Promise<void> {
  await stage.go(`${adminLinks.auditLog.path}?action=profile_changed`)
  await stage.page.locator('tbody a').first().click()
  await stage.sees('dialog[open] caption')
}

async function suggestions(stage: Stage): Promise<void> {
  await stage.go(adminLinks.auditLog.path)
  const { searchLog } = auditMessages[stage.locale]
  await stage.page.getByRole('combobox', { name: searchLog }).fill('ha')
  await stage.sees('[role=option]')
}

async function calendar(stage: Stage): Promise<void> {
  await stage.go(adminLinks.auditLog.path)
  const { period, openCalendar } = auditMessages[stage.locale]
  await stage.page.getByRole('combobox', { name: period }).selectOption('choose')
  await stage.page.getByRole('button', { name: openCalendar }).first().click()
  await stage.sees('[role=grid]')
}

/** Starts an export that needs a step-up. */
export async function askStepUp(stage: Stage): Promise<void> {
  await stage.page.route('**/api/admin/auditlogs/export*', (route) =>
    route.fulfill({ status: 403, json: { errorCode: 403003, errors: [{ code: 403003 }] } }),
  )
  await stage.go(adminLinks.auditLog.path)
  await stage.press(auditMessages[stage.locale].logOptions)
  await stage.press(auditMessages[stage.locale].export)
  await stage.sees('dialog[open]')
}
