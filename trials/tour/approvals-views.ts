import * as adminLinks from '#contract/admin-links.ts'
import { messages } from '../../features/admin/approvals/texts/messages.ts'
import { openFirst, openList } from './admin-list-views.ts'
import type { Stage } from './stage.ts'
import type { View } from './view.ts'

const view = { of: 'approvals', who: 'admin' } as const
const everything = `${adminLinks.approvals.path}?decider=anyone`
const list = '**/api/admin/approvals*'
const record = '**/api/admin/approvals/*-*'

/** The requests for approval, and the decision on one. */
export const views: View[] = [
  { ...view, name: 'approvals', state: 'normal', open: (stage) => openList(stage, everything) },
  {
    ...view,
    name: 'approvals-none',
    state: 'empty',
    open: (stage) => stage.go(adminLinks.approvals.path),
  },
  {
    ...view,
    name: 'approvals-loading',
    state: 'loading',
    open: async (stage) => {
      await stage.hold(list)
      await stage.go(everything)
      await stage.sees('[aria-busy=true]')
    },
  },
  {
    ...view,
    name: 'approvals-failed',
    state: 'error',
    open: async (stage) => {
      await stage.fail(list)
      await stage.go(everything)
      await stage.sees('[role=alert]')
    },
  },
  {
    ...view,
    of: 'approval',
    name: 'approval',
    state: 'normal',
    open: (stage) => openFirst(stage, everything),
  },
  {
    ...view,
    name: 'approval-of-many',
    state: 'normal',
    open: (stage) => openFirst(stage, everything, 1),
  },
  {
    ...view,
    name: 'approval-failed',
    state: 'error',
    open: async (stage) => {
      await stage.fail(record)
      await openList(stage, everything)
      await stage.page.locator('tbody tr').first().getByRole('link').first().click()
      await stage.sees('main [role=alert]')
    },
  },
  { ...view, name: 'approval-approve', state: 'normal', open: (stage) => decide(stage, 'approve') },
  {
    ...view,
    name: 'approval-refuse-faults',
    state: 'error',
    open: async (stage) => {
      await decide(stage, 'refuse')
      await stage.page.locator('dialog[open] button[type=submit]').click()
      await stage.sees('dialog[open] [aria-invalid=true]')
    },
  },
]

/** Opens the decision as an admin who may make it. */
async function decide(stage: Stage, decision: 'approve' | 'refuse'): Promise<void> {
  await stage.page.route(record, async (route) => {
    const request = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...request, mayDecide: true } })
  })
  await openFirst(stage, everything)
  await stage.press(messages[stage.locale][decision])
  await stage.sees('dialog[open]')
}
