import * as adminLinks from '#contract/admin-links.ts'
import { companyTabMessages } from '../../features/admin/companies/texts/messages.ts'
import type { Stage } from './stage.ts'
import { pathOf, type LinkName, type PageName, type View } from './view.ts'

type List = {
  of: PageName
  name: string
  path: string
  call: string
  /** A search text without results; undefined if the list is never empty. */
  none?: string
  /** The selector of the loaded content; by default a table row. */
  sees?: string
}

const lists: List[] = [
  {
    of: 'auditLog',
    name: 'audit-logs',
    path: adminLinks.auditLog.path,
    call: '**/api/admin/auditlogs*',
    none: '?requestId=nothing-has-this',
  },
  {
    of: 'compliance',
    name: 'compliance',
    path: adminLinks.compliance.path,
    call: '**/api/admin/compliance',
  },
  {
    of: 'users',
    name: 'users',
    path: adminLinks.users.path,
    call: '**/api/admin/users*',
    none: '?q=nobody-has-this',
  },
  {
    of: 'companies',
    name: 'companies',
    path: adminLinks.companies.path,
    call: '**/api/admin/partners*',
    none: '?q=nobody-has-this',
  },
  {
    of: 'invitations',
    name: 'invitations',
    path: adminLinks.invitations.path,
    call: '**/api/admin/invitations*',
    none: '?state=revoked&olderThan=90',
  },
  {
    of: 'admins',
    name: 'admin-users',
    path: adminLinks.admins.path,
    call: '**/api/admin/admin-users*',
    none: '?q=nobody-has-this',
  },
  {
    of: 'platforms',
    name: 'platforms',
    path: adminLinks.platforms.path,
    call: '**/api/admin/platforms',
  },
  {
    of: 'webhooks',
    name: 'webhooks',
    path: adminLinks.webhooks.path,
    call: '**/api/admin/webhooks',
  },
  {
    of: 'serviceAccounts',
    name: 'service-accounts',
    path: adminLinks.serviceAccounts.path,
    call: '**/api/admin/service-accounts*',
  },
  {
    of: 'brand',
    name: 'brand',
    path: adminLinks.brand.path,
    call: '**/api/admin/brand',
    sees: 'main iframe',
  },
]

/** The admin area's lists in each state, and the forms that open from them. */
export const views: View[] = [
  ...lists.flatMap(viewsOfList),
  ...formViews('newCompany', 'companies'),
  ...formViews('newPlatform', 'platforms'),
  ...formViews('newWebhook', 'webhooks'),
  ...formViews('newServiceAccount', 'serviceAccounts'),
  {
    name: 'company',
    of: 'companies',
    who: 'admin',
    state: 'normal',
    open: (stage) => openFirst(stage, adminLinks.companies.path),
  },
  ...(['access', 'networks', 'activity', 'settings'] as const).map((tab): View => ({
    name: `company-${tab}`,
    of: 'companies',
    who: 'admin',
    state: 'normal',
    open: (stage) => openCompanyTab(stage, tab),
  })),
  {
    name: 'user',
    of: 'users',
    who: 'admin',
    state: 'normal',
    open: (stage) => openUser(stage),
  },
  {
    name: 'users-deactivate',
    of: 'users',
    who: 'admin',
    state: 'normal',
    open: async (stage) => {
      await openMenu(stage)
      await stage.page.locator('[data-dangerous=true]').click()
    },
  },
  {
    name: 'users-menu',
    of: 'users',
    who: 'admin',
    state: 'normal',
    open: (stage) => openMenu(stage),
  },
  {
    name: 'users-filters',
    of: 'users',
    who: 'admin',
    state: 'normal',
    open: async (stage) => {
      const filters = '?status=active,invited&language=en&sort=-lastLogin'
      await openList(stage, adminLinks.users.path + filters)
      await stage.page.locator('main button[aria-haspopup]').first().click()
    },
  },
  {
    name: 'users-refused',
    of: 'users',
    who: 'admin',
    state: 'normal',
    open: async (stage) => {
      await openList(stage, `${adminLinks.users.path}?status=asleep&lastLoginBefore=yesterday`)
      await stage.page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'users-selected',
    of: 'users',
    who: 'admin',
    state: 'normal',
    open: async (stage) => {
      await openList(stage, adminLinks.users.path)
      const ticks = stage.page.locator('tbody input[type=checkbox]')
      await ticks.first().check()
      await ticks.nth(2).click({ modifiers: ['Shift'] })
    },
  },
  {
    name: 'invitations-revoke',
    of: 'invitations',
    who: 'admin',
    state: 'normal',
    open: (stage) => openOrder(stage, 1),
  },
  {
    name: 'invitations-selected',
    of: 'invitations',
    who: 'admin',
    state: 'normal',
    open: async (stage) => {
      await openList(stage, adminLinks.invitations.path)
      await stage.page.locator('tbody [type=checkbox]').first().check()
    },
  },
]

export function viewsOfList({ of, name, path, call, none, sees = 'tbody tr' }: List): View[] {
  const view = { of, who: 'admin' } as const
  return [
    {
      ...view,
      name,
      state: 'normal',
      open: async (stage) => {
        await stage.go(path)
        await stage.sees(sees)
      },
    },
    {
      ...view,
      name: `${name}-loading`,
      state: 'loading',
      open: async (stage) => {
        await stage.hold(call)
        await stage.go(path)
        await stage.sees('[aria-busy=true]')
      },
    },
    {
      ...view,
      name: `${name}-failed`,
      state: 'error',
      open: async (stage) => {
        await stage.fail(call)
        await stage.go(path)
        await stage.sees('[role=alert]')
      },
    },
    ...(none === undefined
      ? []
      : [
          {
            ...view,
            name: `${name}-none`,
            state: 'empty' as const,
            open: (stage: Stage) => stage.go(path + none),
          },
        ]),
  ]
}

/** Returns views of a form, empty and submitted empty. */
export function formViews(of: LinkName, list: string): View[] {
  const view = { of, who: 'admin' } as const
  return [
    { ...view, name: `${list}-new`, state: 'normal', open: (stage) => stage.go(pathOf(of)) },
    {
      ...view,
      name: `${list}-faults`,
      state: 'error',
      open: async (stage) => {
        await stage.go(pathOf(of))
        await stage.send()
        await stage.sees('[aria-invalid=true]')
      },
    },
  ]
}

/** Opens the confirmation of an action on the first invitation. */
export async function openOrder(stage: Stage, action: number): Promise<void> {
  await openList(stage, adminLinks.invitations.path)
  const row = stage.page.locator('tbody tr:has(td:last-child button)').first()
  await row.locator('td:last-child button').first().click()
  await row.locator('li button').nth(action).click()
  await stage.sees('dialog[open]')
}

export async function openList(stage: Stage, path: string): Promise<void> {
  await stage.go(path)
  await stage.sees('tbody tr')
}

/** Opens the record in a row of a list, by default the first. */
export async function openFirst(stage: Stage, path: string, row = 0): Promise<void> {
  await openList(stage, path)
  const list = stage.page.url()
  await stage.page.locator('tbody tr').nth(row).getByRole('link').first().click()
  await stage.page.waitForURL((url) => url.href !== list)
  // Waits for the link back to the list, because only a record's page has one; both pages may have a table.
  await stage.sees('main [class*="_back_"] a')
  // The heading appears with the record.
  await stage.sees('main h1')
  await stage.calm()
}

/** Opens a tab of the first company, or of the company in the row. */
export async function openCompanyTab(
  stage: Stage,
  tab: 'access' | 'networks' | 'delegation' | 'activity' | 'settings',
  row = 0,
): Promise<void> {
  await openFirst(stage, adminLinks.companies.path, row)
  await stage.page
    .getByRole('tab', { name: companyTabMessages[stage.locale][`tab_${tab}`] })
    .click()
  await stage.calm()
}

async function openUser(stage: Stage): Promise<void> {
  await openList(stage, adminLinks.users.path)
  await stage.page.locator('tbody tr').first().getByRole('link').first().click()
  await stage.sees('main dl')
  await stage.calm()
}

/** Opens the menu of the first user. */
async function openMenu(stage: Stage): Promise<void> {
  await openList(stage, adminLinks.users.path)
  await stage.page.locator('tbody tr td:last-child button').first().click()
  await stage.sees(':popover-open')
}
