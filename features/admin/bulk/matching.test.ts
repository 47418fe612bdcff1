import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { commonErrors, errorCodes } from '#contract/refusal.ts'
import { listHeaders } from '#contract/list.ts'
import { auditOf } from '#test/audit.ts'
import { addUsers, countsOf, finish, reason } from '#test/bulk.ts'
import { untilLocked } from '#test/locks.ts'
import { addAdmin, addManyUsers, logInAdmin, refusedWith } from '#test/people.ts'
import { db, rows, run, scalar, scalars, transaction } from '#server/db.ts'
import { addRow, backdate, fromNow, now, updateRows } from '#test/rows.ts'
import { maxMatching, startBulk, type BulkAction, type BulkFilters } from './contract.ts'

const admin = await addAdmin({ roles: ['support'] })
const browser = await logInAdmin(admin)

/** Orders an action for all users that a query matches; returns the id of the job. */
async function orderAll(query: BulkFilters, action: BulkAction = 'end-sessions'): Promise<string> {
  const { id } = await browser.call(startBulk, { body: { action, query, reason } })
  ok(id)
  return id
}

async function countAll(query: BulkFilters, action: BulkAction = 'end-sessions') {
  return browser.call(startBulk, { body: { action, query, dryRun: true } })
}

const itemsOf = (id: string) =>
  scalars<string>(db)`select target_id from bulk_items where job_id = ${id} order by target_id`

/** Returns the ids of the users on all pages of the list, sorted. */
async function listIds(query: BulkFilters): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const search = new URLSearchParams({ ...(query as object), ...(cursor && { cursor }) })
    const answer = await browser.fetch(`/api/admin/users?${search}`)
    equal(answer.status, 200)
    ids.push(...((await answer.json()) as { id: string }[]).map(({ id }) => id))
    cursor = answer.headers.get(listHeaders.cursor) ?? undefined
  } while (cursor !== undefined)
  return ids.toSorted()
}

async function companyOf(id: string): Promise<string> {
  return (await scalar<string>(db)`select partner_id from users where id = ${id}`) ?? ''
}

async function assertNoEmptyJob(): Promise<void> {
  equal(
    await scalar(db)`select count(*) from bulk_jobs where admin_id = ${admin.id} and total = 0`,
    0,
  )
}

test('B3: a job by query applies to the users on all pages of the list with that query', async () => {
  const users = await addUsers(60, { company: 'Orchard Ltd', lastname: 'Appleton' })
  await addUsers(3, { company: 'Meadow Ltd', lastname: 'Clover', preferredLanguage: 'fr' })
  const [first = '', second = '', third = ''] = users
  await updateRows('users', { id: first }, { active: false })
  await updateRows('users', { id: second }, { onboardedAt: now })
  await updateRows('user_logins', { userId: second }, { lastLoginAt: now })
  await addRow('failure_streaks', { key: second, failures: 100, staleAt: fromNow('1 day') })
  await updateRows('users', { id: third }, { createdAt: '2020-01-01' })
  const partner = await companyOf(first)
  const queries: BulkFilters[] = [
    {},
    { q: 'applet' },
    { q: 'ap' },
    { q: 'appleton', status: 'invited', sort: '-created' },
    { partner },
    { partner, includeInactive: 'true' },
    { status: 'deactivated' },
    { status: 'locked' },
    { status: 'locked,deactivated', q: 'appleton' },
    { language: 'fr' },
    { secondFactor: 'none', partner },
    { lastLoginBefore: '2020-02-01', sort: 'lastLogin' },
    { sort: '-lastLogin' },
  ]
  for (const query of queries) {
    const ids = await listIds(query)
    ok(ids.length > 0, JSON.stringify(query))
    equal((await countAll(query)).total, ids.length)
    deepEqual(await itemsOf(await orderAll(query)), ids, JSON.stringify(query))
  }
})

test('B3: a job applies to the users that match when it is ordered, not at the dry run, and its audit row has the query', async () => {
  const users = await addUsers(3, { company: 'Mill Ltd' })
  const [gone = '', staying = '', late = ''] = users
  const partner = await companyOf(gone)
  const query = { partner, status: 'invited' }
  equal((await countAll(query, 'deactivate')).total, 3)
  await updateRows('users', { id: gone }, { active: false })
  const [added = ''] = await addUsers(1, { company: 'Mill Ltd' })
  const id = await orderAll(query, 'deactivate')
  deepEqual(await itemsOf(id), [staying, late, added].toSorted())
  await updateRows('users', { id: late }, { active: false })
  await addUsers(1, { company: 'Mill Ltd' })
  deepEqual(countsOf(await finish(browser, id)), [2, 0, 1])
  const [started] = await auditOf(id)
  deepEqual(started?.data, {
    action: 'deactivate',
    total: 3,
    reason,
    filters: { partner, status: ['invited'] },
  })
  equal(await scalar(db)`select count(*) from users where partner_id = ${partner} and active`, 1)
})

test('B3: a user who matches after the users of a deactivation were counted is not deactivated', async () => {
  const users = await addUsers(2, { company: 'Kiln Ltd' })
  const partner = await companyOf(users[0] ?? '')
  const { ordered } = await transaction(db, async (tx) => {
    await run(tx)`lock table bulk_jobs in share mode`
    const job = orderAll({ partner }, 'deactivate')
    await untilLocked(1)
    await addUsers(1, { company: 'Kiln Ltd' })
    return { ordered: job }
  })
  deepEqual(await itemsOf(await ordered), users.toSorted())
})

test('B3: a dry run of a query reports how many users would be refused, and why', async () => {
  const users = await addUsers(4, { company: 'Quarry Ltd' })
  await updateRows('users', { id: users.slice(0, 2) }, { active: false })
  const partner = await companyOf(users[0] ?? '')
  const query = { partner, includeInactive: 'true' } as const
  deepEqual(await countAll(query, 'resend-invitation'), {
    id: null,
    total: 4,
    effect: {
      changed: 2,
      unchanged: 0,
      refused: 2,
      reasons: [{ code: errorCodes.userInactive, count: 2 }],
    },
  })
})

test('B3: a query never matches admins, including the requester', async () => {
  const query = { q: admin.email }
  equal((await countAll(query, 'deactivate')).total, 0)
  const body = { action: 'deactivate', query, reason } as const
  const refusal = await refusedWith(commonErrors.invalidInput, browser.call(startBulk, { body }))
  deepEqual(
    refusal.faults.map(({ field, rule }) => [field, rule]),
    [['query', 'noneMatch']],
  )
  const id = await orderAll({ includeInactive: 'true' })
  deepEqual(
    await rows(db)`
    select id from admins where id in (select target_id from bulk_items where job_id = ${id})`,
    [],
  )
  await assertNoEmptyJob()
})

test('S2: a query that matches more than ten users requires a step-up in the last five minutes and stores no job', async () => {
  const users = await addUsers(11, { company: 'Harvest Ltd' })
  const partner = await companyOf(users[0] ?? '')
  const { id: lateId } = await addAdmin({ roles: ['support'] })
  const late = await logInAdmin({ id: lateId })
  await backdate('admin_sessions', { adminId: lateId }, '6 minutes')
  const body = { action: 'deactivate', query: { partner }, reason } as const
  await refusedWith(errorCodes.stepUpRequired, late.call(startBulk, { body }))
  equal(await scalar(db)`select count(*) from bulk_jobs where admin_id = ${lateId}`, 0)
  await updateRows('users', { id: users[0] ?? '' }, { active: false })
  equal((await late.call(startBulk, { body })).total, 10)
})

test("B3: a query must be the only selection, have the filters of the list, and requires the list's permission", async () => {
  for (const [selection, field] of [
    [{ query: {}, ids: [randomUUID()] }, 'ids'],
    [{ query: {}, failedOf: randomUUID() }, 'ids'],
    [{ query: { staus: 'invited' } }, 'query'],
    [{ query: { status: 'asleep' } }, 'query.status.0'],
    [{ query: { platform: 'No Such' } }, 'query.platform'],
    [{ query: { sort: 'shoeSize' } }, 'query.sort'],
  ] as const) {
    const request = { body: { action: 'activate', reason, ...selection } } as unknown as Parameters<
      typeof browser.call<typeof startBulk>
    >[1]
    const refusal = await refusedWith(commonErrors.invalidInput, browser.call(startBulk, request))
    equal(refusal.faults[0]?.field, field)
  }
  const auditor = await logInAdmin(await addAdmin({ roles: ['auditor'] }))
  const body = { action: 'activate', query: {}, dryRun: true } as const
  await refusedWith(commonErrors.forbidden, auditor.call(startBulk, { body }))
})

test('B3: a job accepts at most 10,000 users of a query; a larger one is refused and not stored', async () => {
  const [member = ''] = await addUsers(1, { company: 'Crowd Ltd' })
  const partner = await companyOf(member)
  await addManyUsers(
    Array.from({ length: maxMatching }, (_, n) => ({
      email: `user${n}@crowd.example`,
      partnerId: partner,
    })),
  )
  const calls = [
    { action: 'deactivate', dryRun: true },
    { action: 'deactivate', dryRun: false },
    { action: 'activate', dryRun: false },
  ] as const
  for (const each of calls) {
    const call = browser.call(startBulk, { body: { ...each, query: { partner }, reason } })
    const refusal = await refusedWith(commonErrors.invalidInput, call)
    deepEqual(
      refusal.faults.map(({ field, rule }) => [field, rule]),
      [['query', 'tooManyMatch']],
    )
  }
  equal(await scalar(db)`select count(*) from bulk_jobs where total > 1000`, 0)
  await updateRows('users', { id: member }, { active: false })
  equal((await countAll({ partner })).total, maxMatching)
  const id = await orderAll({ partner })
  equal((await itemsOf(id)).length, maxMatching)
})
