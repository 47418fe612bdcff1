import * as adminLinks from '#contract/admin-links.ts'
import type { Overview } from '../../features/admin/overview/contract.ts'
import type { Stage } from './stage.ts'
import type { View } from './view.ts'

const overview = { of: 'overview', who: 'admin' } as const
const call = '**/api/admin/overview*'
/** A period that does not come with the document. */
const month = `${adminLinks.overview.path}?range=month`

const failedLogins = { of: 'failedLogins', who: 'admin' } as const
const incidentCall = '**/api/admin/failed-logins*'

const times = { first: '2026-11-05T01:00:00.000Z', last: '2026-11-05T03:18:00.000Z' }
const account = { id: '01900000-0000-7000-8000-000000000001', name: 'Ruby Lockwood', kind: 'user' }

/** An incident with every part of the page. */
const incident = {
  from: times.first,
  to: times.last,
  ...times,
  failures: 848,
  isPartial: true,
  addressCount: 14,
  accountCount: 37,
  unknownFailures: 12,
  lockedAccounts: 6,
  blockedAddresses: 14,
  range: {
    firstAddress: '203.0.113.200',
    lastAddress: '203.0.113.213',
    network: '203.0.113.192/27',
    addresses: 14,
    failures: 848,
  },
  addresses: [{ ipAddress: '203.0.113.200', failures: 90, accounts: 12, isBlocked: true }],
  accounts: [{ ...account, failures: 40, addresses: 14, isLocked: true }],
  logins: [{ ...account, ipAddress: '203.0.113.201', at: times.last }],
}

/** The overview of the admin area, and the failed logins of a period. */
export const views: View[] = [
  {
    ...overview,
    name: 'overview',
    state: 'normal',
    open: (stage) => stage.go(adminLinks.overview.path),
  },
  {
    ...overview,
    name: 'overview-table',
    state: 'normal',
    open: async (stage) => {
      await stage.go(month)
      await stage.page.locator('details:has(table) > summary').first().click()
    },
  },
  {
    ...overview,
    name: 'overview-empty',
    state: 'empty',
    open: (stage) => openEmptyOverview(stage),
  },
  {
    ...overview,
    name: 'overview-loading',
    state: 'loading',
    open: async (stage) => {
      await stage.hold(call)
      await stage.go(month)
    },
  },
  {
    ...overview,
    name: 'overview-error',
    state: 'error',
    open: async (stage) => {
      await stage.fail(call)
      await stage.go(month)
    },
  },
  {
    ...failedLogins,
    name: 'failed-logins',
    state: 'normal',
    open: async (stage) => {
      await stage.page.route(incidentCall, (route) => route.fulfill({ json: incident }))
      await stage.go(adminLinks.failedLogins.path)
    },
  },
  {
    ...failedLogins,
    name: 'failed-logins-empty',
    state: 'empty',
    open: (stage) =>
      stage.go(
        `${adminLinks.failedLogins.path}?from=2026-01-01T00:00:00.000Z&to=2026-01-01T01:00:00.000Z`,
      ),
  },
  {
    ...failedLogins,
    name: 'failed-logins-loading',
    state: 'loading',
    open: async (stage) => {
      await stage.hold(incidentCall)
      await stage.go(adminLinks.failedLogins.path)
    },
  },
  {
    ...failedLogins,
    name: 'failed-logins-error',
    state: 'error',
    open: async (stage) => {
      await stage.fail(incidentCall)
      await stage.go(adminLinks.failedLogins.path)
    },
  },
]

/** Shows the overview of the first day: no logins and no problems. */
async function openEmptyOverview(stage: Stage): Promise<void> {
  await stage.page.route(call, async (route) => {
    const overview = (await (await route.fetch()).json()) as Overview
    const none = { value: 0, before: null, trend: [0] }
    const tiles = { logins: none, failed: none, withoutFactor: none, openInvitations: none }
    const series = overview.series.map(({ from }) => ({
      from,
      logins: 0,
      failures: 0,
      lockouts: 0,
      blocks: 0,
    }))
    await route.fulfill({ json: { ...overview, tiles, series, concerns: [], newest: [] } })
  })
  await stage.go(month)
}
