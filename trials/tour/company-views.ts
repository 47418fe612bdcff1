import * as links from '#contract/links.ts'
import {
  messages as requestMessages,
  askMessages,
} from '../../features/company/requests/texts/messages.ts'
import { messages as reviewMessages } from '../../features/company/review/texts/messages.ts'
import { leaveMessages } from '../../features/company/membership/texts/messages.ts'
import { roleMessages } from '../../features/company/users/texts/messages.ts'
import { networkMessages } from '../../web/parts/texts/messages.ts'
import { openCompanyTab } from './admin-list-views.ts'
import type { Stage } from './stage.ts'
import { pathOf, type View } from './view.ts'

const apis = {
  companyOverview: '**/api/users/company/overview',
  companyUsers: '**/api/users/company/users?*',
  companyInvitations: '**/api/users/company/invitations*',
  companyRequests: '**/api/users/company/requests*',
  companyReview: '**/api/users/company/reviews',
  companyNetworks: '**/api/users/company/network-rules',
  companyActivity: '**/api/users/company/audit*',
} as const
type Page = keyof typeof apis
const emptied: readonly Page[] = [
  'companyInvitations',
  'companyRequests',
  'companyReview',
  'companyActivity',
]

const names: Readonly<Record<Page, string>> = {
  companyOverview: 'own-company-overview',
  companyUsers: 'own-company-users',
  companyInvitations: 'own-company-invitations',
  companyRequests: 'own-company-requests',
  companyReview: 'own-company-review',
  companyNetworks: 'own-company-networks',
  companyActivity: 'own-company-activity',
}

/** Returns each page loaded, loading, failed and, for a list, empty. */
function pageViews(of: Page): View[] {
  const [path, api, name] = [pathOf(of), apis[of], names[of]]
  const view = { of, who: 'owner' } as const
  const opened = (prepare: (stage: Stage) => Promise<unknown>) => async (stage: Stage) => {
    await prepare(stage)
    await stage.go(path)
  }
  return [
    { ...view, name, state: 'normal', open: (stage) => stage.go(path) },
    {
      ...view,
      name: `${name}-loading`,
      state: 'loading',
      open: opened((stage) => stage.hold(api)),
    },
    { ...view, name: `${name}-failed`, state: 'error', open: opened((stage) => stage.fail(api)) },
    ...(emptied.includes(of)
      ? [
          {
            ...view,
            name: `${name}-empty`,
            state: 'empty' as const,
            open: opened((stage) => stage.page.route(api, (route) => route.fulfill({ json: [] }))),
          },
        ]
      : []),
  ]
}

const users = { of: 'companyUsers', who: 'owner' } as const
const profile = { of: 'profile', who: 'owner' } as const
const requests = { of: 'companyRequests', who: 'owner' } as const

/** The pages of company administrators, and their effects on users' pages. */
export const views: View[] = [
  {
    ...users,
    of: 'companyArea',
    name: 'own-company',
    state: 'normal',
    open: (stage) => stage.go(links.companyArea.path),
  },
  ...(Object.keys(apis) as Page[]).flatMap(pageViews),
  {
    ...users,
    of: 'companyUser',
    name: 'own-company-user',
    state: 'normal',
    open: (stage) => openUser(stage),
  },
  { ...users, name: 'own-company-give', state: 'normal', open: (stage) => switchPlatform(stage) },
  { ...users, name: 'own-company-roles', state: 'normal', open: (stage) => changeRoles(stage) },
  {
    of: 'inviteColleagues',
    who: 'owner',
    name: 'own-company-invite',
    state: 'normal',
    open: async (stage) => {
      await stage.go(links.inviteColleagues.path)
      await stage.page.locator('main fieldset [type=checkbox]').first().check()
      await stage.sees('main fieldset fieldset')
    },
  },
  {
    ...requests,
    name: 'own-company-request-give',
    state: 'normal',
    open: (stage) => decide(stage, 'give'),
  },
  {
    ...requests,
    name: 'own-company-request-refuse',
    state: 'normal',
    open: (stage) => decide(stage, 'refuse'),
  },
  {
    ...requests,
    name: 'own-company-approve',
    state: 'normal',
    open: async (stage) => {
      await stage.go(links.companyRequests.path)
      await stage.page.locator('main li button').first().click()
      await stage.sees('dialog[open] form')
    },
  },
  {
    of: 'companyReview',
    who: 'owner',
    name: 'own-company-review-remove',
    state: 'normal',
    open: (stage) => removeInReview(stage),
  },
  {
    of: 'companyNetworks',
    who: 'owner',
    name: 'own-company-networks-changed',
    state: 'normal',
    open: (stage) => addNetwork(stage),
  },
  { ...profile, name: 'profile-leave', state: 'normal', open: (stage) => askLeave(stage) },
  {
    ...profile,
    name: 'profile-ask-for-access',
    state: 'normal',
    open: (stage) => askAccess(stage),
  },
  {
    of: 'join',
    who: 'customer',
    name: 'join-empty',
    state: 'empty',
    open: (stage) => stage.go(links.join.path),
  },
  { of: 'join', who: 'customer', name: 'join', state: 'normal', open: (stage) => invited(stage) },
  {
    of: 'join',
    who: 'customer',
    name: 'join-failed',
    state: 'error',
    open: async (stage) => {
      await stage.fail(invitations)
      await stage.go(links.join.path)
    },
  },
  {
    of: 'companies',
    who: 'admin',
    name: 'company-delegation',
    state: 'normal',
    open: (stage) => openCompanyTab(stage, 'delegation'),
  },
]

const invitations = '**/api/users/company-invitations'

async function openUser(stage: Stage): Promise<void> {
  await stage.go(links.companyUsers.path)
  await stage.page.locator(`table a[href^="${links.companyUsers.path}/"]`).last().click()
  await stage.sees('[role=switch][aria-haspopup]')
  await stage.calm()
}

async function switchPlatform(stage: Stage): Promise<void> {
  await openUser(stage)
  await stage.page.locator('[role=switch][aria-haspopup]:enabled').first().click()
  await stage.sees('dialog[open] form')
}

async function changeRoles(stage: Stage): Promise<void> {
  await openUser(stage)
  await stage.press(roleMessages[stage.locale].change)
  await stage.page.locator('dialog[open] input[type=checkbox]').nth(1).check()
}

async function decide(stage: Stage, decision: 'give' | 'refuse'): Promise<void> {
  await stage.go(links.companyRequests.path)
  const text = requestMessages[stage.locale][decision]
  await stage.page.getByRole('button', { name: text }).first().click()
  await stage.sees('dialog[open] form')
}

async function removeInReview(stage: Stage): Promise<void> {
  await stage.go(links.companyReview.path)
  const t = reviewMessages[stage.locale]
  await stage.page.getByRole('button', { name: t.deactivate }).first().click()
  await stage.page.getByRole('button', { name: t.keepAll }).first().click()
  await stage.page.getByRole('button', { name: t.undo }).first().waitFor()
  await stage.calm()
}

async function addNetwork(stage: Stage): Promise<void> {
  await stage.go(links.companyNetworks.path)
  await stage.press(networkMessages[stage.locale].addRange)
  await stage.page.getByLabel(networkMessages[stage.locale].range).fill('203.0.113.0/24')
  await stage.calm()
}

async function askLeave(stage: Stage): Promise<void> {
  await stage.go(links.profile.path)
  await stage.press(leaveMessages[stage.locale].leave)
  await stage.sees('dialog[open]')
}

async function askAccess(stage: Stage): Promise<void> {
  await stage.page.route('**/api/users/access-requests?*', (route) =>
    route.fulfill({ json: { mayAsk: true, askedAt: null } }),
  )
  await stage.go(`${links.profile.path}?forbidden_subsystem=business-hub&error_type=no_access`)
  await stage.press(askMessages[stage.locale].request)
  await stage.sees('dialog[open] form')
}

async function invited(stage: Stage): Promise<void> {
  await stage.page.route(invitations, (route) =>
    route.fulfill({
      json: [
        {
          id: '01900000-0000-7000-8000-000000000001',
          company: 'Lighthouse Freight',
          platforms: [{ id: 'business-hub', name: 'Business hub' }],
          accessExpiresAt: '2027-03-31T00:00:00.000Z',
          expiresAt: '2026-12-31T00:00:00.000Z',
        },
      ],
    }),
  )
  await stage.go(links.join.path)
}
