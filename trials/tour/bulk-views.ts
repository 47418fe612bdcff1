import { randomUUID } from 'node:crypto'
import { exactTotal } from '#contract/list.ts'
import { tags } from '#contract/time.ts'
import { db, run } from '#server/db.ts'
import { messages } from '../../features/admin/bulk/texts/messages.ts'
import { listMessages } from '../../web/ui/texts/messages.ts'
import * as adminLinks from '#contract/admin-links.ts'
import * as links from '#contract/links.ts'
import type { Stage } from './stage.ts'
import type { View } from './view.ts'

const users = { of: 'users', who: 'admin', state: 'normal' } as const
const jobs = { of: 'bulkJobs', who: 'admin' } as const

/** The views of bulk actions: selection, order, progress and results. */
export const views: View[] = [
  { ...users, name: 'bulk-bar', open: (stage) => select(stage) },
  { ...users, name: 'bulk-all', open: (stage) => selectAll(stage, 205) },
  { ...users, name: 'bulk-too-many', open: (stage) => selectAll(stage, 25_000) },
  {
    ...users,
    name: 'bulk-all-dialog',
    open: async (stage) => {
      await selectAll(stage, 205)
      await menuOf(stage).click()
      await stage.page
        .getByRole('button', { name: messages[stage.locale].resend_invitation })
        .click()
      await stage.sees('dialog[open] form')
      await stage.calm()
    },
  },
  {
    ...users,
    name: 'bulk-menu',
    open: async (stage) => {
      await select(stage)
      await menuOf(stage).click()
    },
  },
  { ...users, name: 'bulk-dialog', open: (stage) => choose(stage, 'deactivate') },
  { ...users, name: 'bulk-platforms', open: (stage) => choose(stage, 'changePlatforms') },
  {
    ...users,
    state: 'error',
    name: 'bulk-dialog-faults',
    open: async (stage) => {
      await choose(stage, 'deactivate')
      await stage.page.locator('dialog [type=submit]').click()
      await stage.sees('[aria-invalid=true]')
    },
  },
  {
    ...users,
    state: 'error',
    name: 'bulk-dialog-failed',
    open: async (stage) => {
      await stage.fail('**/api/admin/bulk')
      await choose(stage, 'deactivate')
      await stage.sees('dialog [role=alert]')
    },
  },
  { ...jobs, state: 'empty', name: 'bulk-none', open: (stage) => openJobs(stage) },
  {
    ...jobs,
    state: 'loading',
    name: 'bulk-loading',
    open: async (stage) => {
      await stage.hold('**/api/admin/bulk')
      await openJobs(stage)
    },
  },
  {
    ...jobs,
    state: 'error',
    name: 'bulk-failed',
    open: async (stage) => {
      await stage.fail('**/api/admin/bulk')
      await stage.go(adminLinks.bulkJobs.path)
      await stage.sees('main [role=alert]')
    },
  },
  {
    ...jobs,
    state: 'error',
    name: 'bulk-unknown',
    open: (stage) => stage.go(links.hrefOf(adminLinks.bulkJob({ id: randomUUID() }))),
  },
  { ...jobs, state: 'normal', name: 'bulk-progress', open: (stage) => openJob(stage, true) },
  {
    ...jobs,
    of: 'bulkJob',
    state: 'normal',
    name: 'bulk-results',
    open: (stage) => openJob(stage, false),
  },
  {
    ...jobs,
    state: 'normal',
    name: 'bulk-jobs',
    open: async (stage) => {
      await forgetJobs(stage)
      await addJob(stage, false)
      await stage.go(adminLinks.bulkJobs.path)
      await stage.sees('tbody tr')
    },
  },
]

async function select(stage: Stage): Promise<void> {
  await stage.go(adminLinks.users.path)
  await stage.sees('tbody tr')
  const boxes = stage.page.locator('tbody input[type=checkbox]')
  for (const index of [0, 1, 2, 3]) await boxes.nth(index).check()
  await menuOf(stage).waitFor()
}

const bar = '[role=group][tabindex="-1"]'

/** Returns the menu with the actions that do not fit into the bar: on a phone all of them. */
const menuOf = ({ page }: Stage) => page.locator(`${bar} [aria-haspopup]:visible`)

/** Makes the list report this number of matches, and selects all of them if the action permits that. */
async function selectAll(stage: Stage, count: number): Promise<void> {
  await stage.page.route(/\/api\/admin\/users(?:\?|$)/, async (route) => {
    const response = await route.fetch()
    const total = { 'x-total-count': String(count), 'x-next-cursor': 'next' }
    await route.fulfill({ response, headers: { ...response.headers(), ...total } })
  })
  await stage.go(adminLinks.users.path)
  await stage.sees('tbody tr')
  // A phone has no checkbox for all rows.
  const isWide = (stage.page.viewportSize()?.width ?? 0) >= 960
  await stage.page
    .locator(`${isWide ? 'thead' : 'tbody'} input[type=checkbox]`)
    .first()
    .check()
  const t = listMessages[stage.locale]
  const total = new Intl.NumberFormat(tags[stage.locale]).format(count)
  if (count <= exactTotal) await stage.press(t.selectMatchingTotal({ total }))
}

async function choose(stage: Stage, word: 'deactivate' | 'changePlatforms'): Promise<void> {
  await select(stage)
  const action = stage.page.getByRole('button', { name: messages[stage.locale][word], exact: true })
  if (!(await action.isVisible())) await menuOf(stage).click()
  await action.last().click()
  await stage.sees('dialog[open] form')
  await stage.calm()
}

async function openJobs(stage: Stage): Promise<void> {
  await forgetJobs(stage)
  await stage.go(adminLinks.bulkJobs.path)
}

async function openJob(stage: Stage, isRunning: boolean): Promise<void> {
  await forgetJobs(stage)
  await stage.go(links.hrefOf(adminLinks.bulkJob({ id: await addJob(stage, isRunning) })))
  await stage.sees('tbody tr')
}

/**
 * Returns the email address of the logged-in admin, because other admins of the same language view pages at the same
 * time.
 */
async function emailOfAdmin({ page }: Stage): Promise<string> {
  const answer = await page.request.get('/api/admin/me')
  return ((await answer.json()) as { email: string }).email
}

async function forgetJobs(stage: Stage): Promise<void> {
  await run(db)`
    delete from bulk_jobs
    where admin_id = (select id from admins where email = ${await emailOfAdmin(stage)})`
}

/** Adds a job that no worker processes. */
async function addJob(stage: Stage, isRunning: boolean): Promise<string> {
  const id = randomUUID()
  await run(db)`
    insert into bulk_jobs (id, action, reason, admin_id, ip_address, total, done, failed, finished_at)
    select ${id}::uuid, ${isRunning ? 'deactivate' : 'resend-invitation'},
           'The contract with their company has ended', id, '', ${isRunning ? 10_000 : 8},
           ${isRunning ? 3_200 : 5}, ${isRunning ? 0 : 2}, ${isRunning ? null : new Date()}
    from admins where email = ${await emailOfAdmin(stage)}`
  await run(db)`
    insert into bulk_items (job_id, target_id, state, code)
    select ${id}::uuid, u.id, case when u.place < 3 then 'failed' when u.place < 4 then 'skipped' else 'done' end,
           case u.place when 1 then 403301 when 2 then 500001 end
    from (select id, row_number() over (order by id) as place from users) u where u.place <= 8`
  return id
}
