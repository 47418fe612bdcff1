import { randomUUID } from 'node:crypto'
import * as adminLinks from '#contract/admin-links.ts'
import * as links from '#contract/links.ts'
import { messages as companyMessages } from '../../features/admin/companies/texts/messages.ts'
import { messages as platformMessages } from '../../features/admin/platforms/texts/messages.ts'
import { activityMessages, networkMessages } from '../../web/parts/texts/messages.ts'
import {
  userPageMessages,
  messages as userMessages,
} from '../../features/admin/users/texts/messages.ts'
import { colleagues } from './names.ts'
import { addCustomer, entryPlatform } from './cast.ts'
import { openCompanyTab } from './admin-list-views.ts'
import type { Stage } from './stage.ts'
import type { PageName, View } from './view.ts'

type Detail = { of: PageName; name: string; path: string; call: string; id: string }

const details: Detail[] = [
  {
    of: 'company',
    name: 'company',
    path: `${adminLinks.companies.path}/`,
    call: '**/api/admin/partners/*',
    id: randomUUID(),
  },
  {
    of: 'user',
    name: 'user',
    path: `${adminLinks.users.path}/`,
    call: '**/api/admin/users/*',
    id: randomUUID(),
  },
  {
    of: 'platform',
    name: 'platform',
    path: `${adminLinks.platforms.path}/`,
    call: '**/api/admin/platforms/*',
    id: 'nothing',
  },
  {
    of: 'webhook',
    name: 'webhook',
    path: `${adminLinks.webhooks.path}/`,
    call: '**/api/admin/webhooks/*',
    id: randomUUID(),
  },
]
const own = (tab?: string) => links.hrefOf(adminLinks.platform({ id: entryPlatform.id, tab }))
const company = { of: 'company', who: 'admin' } as const
const platform = { of: 'platform', who: 'admin' } as const
const user = { of: 'user', who: 'admin' } as const

/** The records that open from the admin area's lists, loading, failed and missing, with their actions. */
export const views: View[] = [
  ...details.flatMap(viewsOfDetail),
  { ...company, name: 'company-ranges', state: 'error', open: (stage) => wrongRange(stage) },
  { ...company, name: 'company-tried', state: 'normal', open: (stage) => tryRanges(stage) },
  { ...company, name: 'company-not-tried', state: 'error', open: (stage) => failDryRun(stage) },
  { ...company, name: 'company-conflict', state: 'error', open: (stage) => conflict(stage) },
  { ...company, name: 'company-unsaved', state: 'normal', open: (stage) => unsaved(stage) },
  { ...platform, name: 'platform-deactivate', state: 'normal', open: (stage) => deactivate(stage) },
  { ...platform, name: 'platform-told', state: 'normal', open: (stage) => newSecret(stage) },
  { ...user, name: 'user-busy', state: 'normal', open: (stage) => busyUser(stage) },
  { ...user, name: 'user-parts-loading', state: 'loading', open: (stage) => partsLoad(stage) },
  { ...user, name: 'user-parts-failed', state: 'error', open: (stage) => partsFail(stage) },
  { ...user, name: 'user-activity', state: 'normal', open: (stage) => openTab(stage, 'activity') },
  { ...user, name: 'user-activity-none', state: 'empty', open: (stage) => quietDay(stage) },
  {
    ...user,
    name: 'user-activity-loading',
    state: 'loading',
    open: (stage) => activityLoads(stage),
  },
  { ...user, name: 'user-activity-failed', state: 'error', open: (stage) => activityFails(stage) },
  { ...user, name: 'user-sessions', state: 'normal', open: (stage) => openTab(stage, 'sessions') },
  { ...user, name: 'user-end-one', state: 'normal', open: (stage) => endOne(stage) },
  {
    ...user,
    of: 'undeliveredMails',
    name: 'undelivered-emails',
    state: 'normal',
    open: (stage) => stage.go(adminLinks.undeliveredMails.path),
  },
  { ...user, name: 'user-emails', state: 'normal', open: (stage) => openTab(stage, 'emails') },
  { ...user, name: 'user-take-platform', state: 'normal', open: (stage) => takePlatform(stage) },
  { ...user, name: 'user-link', state: 'normal', open: (stage) => sendLink(stage) },
  { ...user, name: 'user-recover', state: 'normal', open: (stage) => askRecovery(stage) },
  { ...user, name: 'user-support-code', state: 'normal', open: (stage) => supportCode(stage) },
  { ...user, name: 'user-end-sessions', state: 'normal', open: (stage) => endSessions(stage) },
  { ...user, name: 'user-end-not-done', state: 'error', open: (stage) => endFails(stage) },
]

export function viewsOfDetail({ of, name, path, call, id }: Detail): View[] {
  const view = { of, who: 'admin' } as const
  return [
    {
      ...view,
      name: `${name}-unknown`,
      state: 'empty',
      open: (stage) => stage.go(path + id),
    },
    {
      ...view,
      name: `${name}-loading`,
      state: 'loading',
      open: async (stage) => {
        await stage.hold(call)
        await stage.page.goto(path + id)
        await stage.sees('main [role=status], main [aria-busy=true]')
      },
    },
    {
      ...view,
      name: `${name}-failed`,
      state: 'error',
      open: async (stage) => {
        await stage.fail(call)
        await stage.go(path + id)
        await stage.sees('main [role=alert]')
      },
    },
  ]
}

async function addRange(stage: Stage): Promise<void> {
  await openCompanyTab(stage, 'networks')
  await stage.press(networkMessages[stage.locale].addRange)
}

async function wrongRange(stage: Stage): Promise<void> {
  await addRange(stage)
  await stage.page.getByLabel(networkMessages[stage.locale].range, { exact: true }).fill('10.0.0')
  await stage.send()
  await stage.sees('[aria-invalid=true]')
}

async function tryRanges(stage: Stage): Promise<void> {
  await addRange(stage)
  await stage.page
    .getByLabel(networkMessages[stage.locale].range, { exact: true })
    .fill('10.0.0.0/8')
  await stage.sees('form [data-kind]')
  await stage.calm()
}

async function failDryRun(stage: Stage): Promise<void> {
  await stage.fail('**/dry-run')
  await addRange(stage)
  await stage.page
    .getByLabel(networkMessages[stage.locale].range, { exact: true })
    .fill('10.0.0.0/8')
  await stage.sees('form [role=alert]')
}

async function conflict(stage: Stage): Promise<void> {
  await openCompanyTab(stage, 'settings')
  await stage.fill('name', 'Harbour')
  await stage.page.route('**/api/admin/partners/*', (route) =>
    route.fulfill({ status: 409, json: { errorCode: 409001, errors: [{ code: 409001 }] } }),
  )
  await stage.send()
  await stage.page.getByRole('button', { name: companyMessages[stage.locale].reload }).waitFor()
}

async function unsaved(stage: Stage): Promise<void> {
  await openCompanyTab(stage, 'settings')
  await stage.fill('name', 'Harbour')
  await stage.page.locator('main a').first().click()
  await stage.sees('dialog[open]')
}

async function deactivate(stage: Stage): Promise<void> {
  await stage.go(own('registration'))
  await stage.page.locator('form [name="active"]').uncheck()
  await stage.send()
  await stage.sees('dialog[open]')
}

async function newSecret(stage: Stage): Promise<void> {
  await stage.go(own('upkeep'))
  await stage.press(platformMessages[stage.locale].replace)
  await stage.page.locator('dialog[open] button[type=submit]').click()
  await stage.sees('main code')
}

/** Opens a logged-in user, whose sessions can be ended. */
export async function busyUser(stage: Stage): Promise<void> {
  const [, lastname] = colleagues[0]
  await stage.go(`${adminLinks.users.path}?q=${lastname}`)
  await stage.page.locator('tbody tr').first().getByRole('link').first().click()
  await stage.sees('main dl')
  await stage.calm()
}

const parts = ['**/api/admin/users/*/platforms']

async function partsLoad(stage: Stage): Promise<void> {
  for (const part of parts) await stage.hold(part)
  await busyUser(stage)
}

async function partsFail(stage: Stage): Promise<void> {
  for (const part of parts) await stage.fail(part)
  await busyUser(stage)
  await stage.sees('main [role=alert]')
}

type Tab = 'activity' | 'sessions' | 'emails'

async function openTab(stage: Stage, tab: Tab): Promise<void> {
  await busyUser(stage)
  await stage.page.getByRole('tab', { name: userPageMessages[stage.locale][`tab_${tab}`] }).click()
  await stage.calm()
}

async function quietDay(stage: Stage): Promise<void> {
  await openTab(stage, 'activity')
  await stage.press(activityMessages[stage.locale].period_yesterday)
  await stage.sees('main .empty')
}

const activity = '**/api/admin/users/*/activity*'

async function activityLoads(stage: Stage): Promise<void> {
  await stage.hold(activity)
  await openTab(stage, 'activity')
}

async function activityFails(stage: Stage): Promise<void> {
  await stage.fail(activity)
  await openTab(stage, 'activity')
  await stage.sees('main [role=alert]')
}

async function endOne(stage: Stage): Promise<void> {
  await openTab(stage, 'sessions')
  await stage.page.locator('tbody button').first().click()
  await stage.sees('dialog[open]')
}

async function takePlatform(stage: Stage): Promise<void> {
  await busyUser(stage)
  await stage.page.locator('main [role=switch]:checked').first().click()
  await stage.sees('dialog[open]')
}

/** Presses an action of a record. On narrow pages, most actions are in a menu. */
export async function pressAction({ page }: Stage, text: string): Promise<void> {
  const action = page.getByRole('button', { name: text })
  await page.getByRole('tab').first().waitFor()
  for (const menu of await page.locator('main [aria-haspopup=true]').all()) {
    if (!(await action.first().isVisible()) && (await menu.isVisible())) await menu.click()
  }
  await action.filter({ visible: true }).first().click()
}

/** Opens the recovery of a user who has an authenticator. */
async function askRecovery(stage: Stage): Promise<void> {
  const { id } = await addCustomer(stage.locale)
  await stage.go(links.hrefOf(adminLinks.user({ id })))
  await pressAction(stage, userPageMessages[stage.locale].recover)
  await stage.sees('dialog[open]')
}

/** Opens a user with a pending link. */
async function sendLink(stage: Stage): Promise<void> {
  const { id } = await addCustomer(stage.locale)
  await stage.go(links.hrefOf(adminLinks.user({ id })))
  await pressAction(stage, userMessages[stage.locale].resetTwoFactor)
  await stage.page.locator('dialog[open] [name=reason]').fill('Called back')
  await stage.page.locator('dialog[open] button[type=submit]').click()
  const revoke = stage.page.getByRole('button', { name: userPageMessages[stage.locale].revokeLink })
  await revoke.waitFor()
  // Reloads to remove the snackbar.
  await stage.page.reload()
  await revoke.waitFor()
  await stage.calm()
}

async function supportCode(stage: Stage): Promise<void> {
  await askRecovery(stage)
  await stage.page.locator('dialog[open] [name=reason]').fill('Called back')
  await stage.page.locator('dialog[open] button[type=submit]').click()
  await stage.sees('dialog[open] p[dir=ltr]')
}

async function endSessions(stage: Stage): Promise<void> {
  await busyUser(stage)
  await pressAction(stage, userMessages[stage.locale].endSessions)
  await stage.sees('dialog[open]')
}

async function endFails(stage: Stage): Promise<void> {
  await stage.fail('**/sessions/logout')
  await endSessions(stage)
  await stage.page.locator('dialog[open] textarea, dialog[open] input').first().fill('Lost phone')
  await stage.page.locator('dialog[open] button[type=submit]').click()
  await stage.sees('dialog[open] [role=alert]')
}
