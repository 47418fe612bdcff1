import * as adminLinks from '#contract/admin-links.ts'
import * as links from '#contract/links.ts'
import { messages as auditMessages } from '../../features/admin/audit-log/texts/messages.ts'
import { listMessages } from '../../web/ui/texts/messages.ts'
import type { Stage } from './stage.ts'
import type { View } from './view.ts'

const customer = { who: 'customer', of: 'profile', state: 'normal' } as const
const admin = { who: 'admin', state: 'normal' } as const
const phone = { width: 390, height: 844 }

/** Overlays of a page: menus, the navigation, and selection lists. */
export const views: View[] = [
  { ...customer, name: 'account-menu', open: (stage) => openAccount(stage, links.profile.path) },
  {
    ...admin,
    of: 'adminArea',
    name: 'admin-account-menu',
    open: (stage) => openAccount(stage, links.adminArea.path),
  },
  {
    ...customer,
    name: 'navigation-open',
    open: (stage) => openNavigation(stage, links.profile.path),
  },
  {
    ...admin,
    of: 'adminArea',
    name: 'admin-navigation-open',
    open: (stage) => openNavigation(stage, links.adminArea.path),
  },
  {
    ...admin,
    of: 'adminArea',
    name: 'admin-navigation-narrow',
    open: (stage) => toggleNavigation(stage, links.adminArea.path),
  },
  {
    ...admin,
    of: 'users',
    name: 'users-settings',
    open: async (stage) => {
      await stage.go(adminLinks.users.path)
      await stage.sees('tbody tr')
      const { settings } = listMessages[stage.locale]
      const button = stage.page.getByRole('button', { name: settings, exact: true })
      // On wide pages, the buttons are in the toolbar.
      if (await button.isVisible()) await button.click()
    },
  },
  {
    ...customer,
    name: 'profile-time-zones',
    open: async (stage) => {
      await stage.go(links.profile.path)
      await stage.page.locator('[role=combobox] ~ button').click()
      await stage.sees('[role=option]')
    },
  },
  {
    ...customer,
    state: 'empty',
    name: 'profile-time-zones-none',
    open: async (stage) => {
      await stage.go(links.profile.path)
      await stage.page.locator('[role=combobox]').fill('qqq')
      await stage.sees('[role=listbox] p')
    },
  },
  {
    ...admin,
    of: 'auditLog',
    name: 'audit-logs-actions',
    open: async (stage) => {
      await openFilters(stage)
      await stage.press(auditMessages[stage.locale].actions)
      await stage.sees(':popover-open fieldset label')
    },
  },
  {
    ...admin,
    of: 'auditLog',
    name: 'audit-logs-filters',
    open: async (stage) => {
      await stage.page.setViewportSize(phone)
      await openFilters(stage)
      await stage.sees(':popover-open button')
    },
  },
  {
    ...admin,
    of: 'auditLog',
    state: 'error',
    name: 'audit-logs-faults',
    open: async (stage) => {
      await stage.go(`${adminLinks.auditLog.path}?user=x&ipAddress=999.999.0.1z`)
      await stage.sees('main [role=alert]')
    },
  },
  {
    ...customer,
    state: 'error',
    name: 'profile-offline',
    open: async (stage) => {
      await stage.go(links.profile.path)
      // What is fetched last; without it the page would change while it is looked at.
      await stage.sees('[role=combobox]')
      await stage.page.context().setOffline(true)
      await stage.calm()
    },
  },
]

async function openAccount(stage: Stage, path: string): Promise<void> {
  await stage.go(path)
  await stage.page.locator('header [popovertarget]').last().click()
  await stage.sees('[popover]:popover-open')
}

/** Opens the navigation on a phone, where it covers the page. */
async function openNavigation(stage: Stage, path: string): Promise<void> {
  await stage.page.setViewportSize(phone)
  await toggleNavigation(stage, path)
  await stage.sees('main[inert]')
}

async function toggleNavigation(stage: Stage, path: string): Promise<void> {
  await stage.go(path)
  await stage.page.locator('[aria-controls=navigation]').click()
}

async function openFilters(stage: Stage): Promise<void> {
  await stage.go(adminLinks.auditLog.path)
  await stage.press(listMessages[stage.locale].filter)
}
