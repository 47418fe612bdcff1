import * as adminLinks from '#contract/admin-links.ts'
import type { Overview } from '../../features/admin/overview/contract.ts'
import type { Stage } from './stage.ts'
import type { View } from './view.ts'

const overview = { of: 'overview', who: 'admin' } as const
const call = '**/api/admin/overview*'
/** A period that does not come with the document. */
const month = `${adminLinks.overview.path}?range=month`

/** The overview of the admin area. */
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
