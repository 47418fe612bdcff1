import * as adminLinks from '#contract/admin-links.ts'
import { accountMessages } from '../../features/admin/admins/texts/messages.ts'
import { openList } from './admin-list-views.ts'
import { pressAction } from './detail-views.ts'
import type { Stage } from './stage.ts'
import type { View } from './view.ts'

const admin = { of: 'admins', who: 'admin', state: 'normal' } as const

/** The views of admins' actions on other admins. */
export const views: View[] = [
  {
    ...admin,
    name: 'admin-users-roles',
    open: (stage) => openRoles(stage),
  },
  {
    ...admin,
    name: 'admin-users-matrix',
    open: (stage) => openList(stage, `${adminLinks.admins.path}?view=matrix`),
  },
  { ...admin, of: 'admin', name: 'admin-user', open: (stage) => openOther(stage) },
  ...(['sessions', 'activity'] as const).map((tab): View => ({
    ...admin,
    name: `admin-user-${tab}`,
    open: async (stage) => {
      await openOther(stage)
      await stage.page.locator(`[role=tab][id$=${tab}]`).click()
      await stage.calm()
    },
  })),
  {
    ...admin,
    name: 'admin-user-deactivate',
    open: async (stage) => {
      await openOther(stage)
      await pressAction(stage, accountMessages[stage.locale].deactivate)
      await stage.sees('dialog[open]')
    },
  },
  {
    ...admin,
    name: 'admin-users-menu',
    open: (stage) => openAdminMenu(stage),
  },
  {
    ...admin,
    name: 'admin-users-deactivate',
    open: async (stage) => {
      await openAdminMenu(stage)
      await stage.page.locator(':popover-open button').last().click()
      await stage.sees('dialog[open]')
    },
  },
  {
    ...admin,
    name: 'admin-users-invite',
    open: async (stage) => {
      await openList(stage, adminLinks.admins.path)
      await stage.page.locator('main .primary-button').first().click()
      await stage.sees('dialog[open]')
    },
  },
]

/** Opens the page of the first other admin. */
async function openOther(stage: Stage): Promise<void> {
  await openList(stage, adminLinks.admins.path)
  const others = stage.page.locator('tbody tr:not(:has([data-self]))')
  await others.first().getByRole('link').first().click()
  await stage.sees('[role=tabpanel]')
  await stage.calm()
}

/** Opens the menu of the first other admin. */
async function openAdminMenu(stage: Stage): Promise<void> {
  await openList(stage, adminLinks.admins.path)
  const others = stage.page.locator('tbody tr:not(:has([data-self]))')
  await others.first().locator('[aria-haspopup]').click()
  await stage.sees(':popover-open')
}

/** Presses a role that an admin does not have. */
export async function openRoles(stage: Stage): Promise<void> {
  await openList(stage, `${adminLinks.admins.path}?view=matrix`)
  await stage.page.locator('tbody [type=checkbox]:enabled:not(:checked)').first().click()
  await stage.sees('dialog[open]')
}
