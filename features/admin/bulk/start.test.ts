import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { commonErrors, errorCodes } from '#contract/refusal.ts'
import { db, scalar } from '#server/db.ts'
import { addUsers, countsOf, finish, jobOf, order, reason } from '#test/bulk.ts'
import { auditOf } from '#test/audit.ts'
import { addAdmin, logInAdmin, refusedWith } from '#test/people.ts'
import { deleteExpiredBulkJobs } from '#domain/jobs/bulk-job.ts'
import { ago, backdate, updateRows } from '#test/rows.ts'
import {
  cancelBulk,
  exportBulkResults,
  getBulk,
  listBulkResults,
  listBulks,
  startBulk,
} from './contract.ts'

const admin = await addAdmin({ roles: ['support'] })
const browser = await logInAdmin(admin)
const others = await logInAdmin(await addAdmin({ roles: ['super_admin'] }))

test('B3: an order requires users, a reason, and a platform if the action needs one', async () => {
  const ids = await addUsers(1)
  const many = Array.from({ length: 1_001 }, () => randomUUID())
  for (const [body, field, rule] of [
    [{ action: 'deactivate', ids, reason: ' ' }, 'reason', 'required'],
    [{ action: 'deactivate', reason }, 'ids', 'required'],
    [{ action: 'deactivate', ids: [], reason }, 'ids', 'required'],
    [{ action: 'deactivate', ids: many, reason }, 'ids', 'tooMany'],
    [{ action: 'deactivate', ids, failedOf: randomUUID(), reason }, 'ids', 'required'],
    [{ action: 'give-platform', ids, reason }, 'subsystem', 'required'],
    [{ action: 'deactivate', ids, reason, subsystem: 'hub' }, 'subsystem', 'required'],
    [
      { action: 'take-platform', ids, reason, subsystem: 'kitchen' },
      'subsystem',
      'unknownPlatform',
    ],
  ] as const) {
    const request = { body } as unknown as Parameters<typeof browser.call<typeof startBulk>>[1]
    const refusal = await refusedWith(commonErrors.invalidInput, browser.call(startBulk, request))
    deepEqual(
      refusal.faults.map((fault) => [fault.field, fault.rule]),
      [[field, rule]],
    )
  }
  deepEqual(await browser.call(listBulks, {}), [])
})

test('a reminder needs no reason; every other action requires one', async () => {
  const ids = await addUsers(1)
  const { id } = await browser.call(startBulk, { body: { action: 'resend-invitation', ids } })
  equal((await jobOf(browser, id ?? '')).reason, '')
  for (const action of ['deactivate', 'activate', 'end-sessions'] as const)
    await refusedWith(
      commonErrors.invalidInput,
      browser.call(startBulk, { body: { action, ids, reason: '' } }),
    )
  await finish(browser, id ?? '')
  const retry = { action: 'resend-invitation', failedOf: id ?? '', reason: '' } as const
  await refusedWith(commonErrors.invalidInput, browser.call(startBulk, { body: retry }))
})

test('S2: an order for more than ten distinct users requires a step-up in the last five minutes', async () => {
  const ids = await addUsers(11)
  const requester = await addAdmin({ roles: ['support'] })
  const late = await logInAdmin(requester)
  await backdate('admin_sessions', { adminId: requester.id }, '6 minutes')
  ok(await order(late, 'end-sessions', ids.slice(0, 10)))
  const twice = [...ids.slice(0, 10), ...ids.slice(0, 10)]
  ok(await order(late, 'end-sessions', twice))
  await refusedWith(errorCodes.stepUpRequired, order(late, 'end-sessions', ids))
  const body = { action: 'end-sessions', ids, dryRun: true } as const
  equal((await late.call(startBulk, { body })).total, 11)
  const recent = await logInAdmin(requester)
  ok(await order(recent, 'end-sessions', ids))
})

test('B3: only the admin who ordered a job can see, cancel and export it', async () => {
  const ids = await addUsers(2)
  const id = await order(browser, 'deactivate', ids)
  const params = { id }
  for (const call of [
    () => others.call(getBulk, { params }),
    () => others.call(listBulkResults, { params }),
    () => others.call(exportBulkResults, { params }),
    () => others.call(cancelBulk, { params, body: {} }),
    () => others.call(startBulk, { body: { action: 'activate', failedOf: id, reason } }),
    () => browser.call(getBulk, { params: { id: randomUUID() } }),
    () => browser.call(getBulk, { params: { id: 'nothing' } }),
  ])
    await refusedWith(commonErrors.notFound, call())
  deepEqual(
    (await others.call(listBulks, {})).map((job) => job.id),
    [],
  )
  equal((await browser.call(listBulks, {}))[0]?.id, id)
  const auditor = await logInAdmin(await addAdmin({ roles: ['auditor'] }))
  const request = { body: { action: 'deactivate', ids, reason } } as const
  await refusedWith(commonErrors.forbidden, auditor.call(startBulk, request))
})

test('B3: a job can be canceled once, and its remaining users are skipped', async () => {
  const ids = await addUsers(3)
  const id = await order(browser, 'deactivate', ids)
  const cancelled = await browser.call(cancelBulk, { params: { id }, body: {} })
  equal(cancelled.state, 'cancelling')
  const again = browser.call(cancelBulk, { params: { id }, body: {} })
  await refusedWith(errorCodes.changedMeanwhile, again)
  const job = await finish(browser, id)
  deepEqual([job.state, ...countsOf(job)], ['cancelled', 0, 0, 3])
  const skipped = await browser.call(listBulkResults, {
    params: { id },
    query: { state: 'skipped' },
  })
  deepEqual(skipped.map((each) => each.id).toSorted(), ids)
  equal(await scalar(db)`select bool_and(active) from users where id = any(${ids}::uuid[])`, true)
  deepEqual(
    (await auditOf(id)).map(({ action }) => action),
    ['bulk_job_started', 'bulk_job_cancelled'],
  )
})

test('B3: the failed users of a job can be retried by a new job', async () => {
  const ids = await addUsers(3)
  const [inactive = ''] = ids
  await updateRows('users', { id: inactive }, { active: false })
  const id = await order(browser, 'resend-invitation', ids)
  deepEqual(countsOf(await finish(browser, id)), [2, 1, 0])
  await updateRows('users', { id: inactive }, { active: true })
  const body = { action: 'resend-invitation', failedOf: id, reason } as const
  const retry = await browser.call(startBulk, { body })
  equal(retry.total, 1)
  deepEqual(countsOf(await finish(browser, retry.id ?? '')), [1, 0, 0])
  const none = browser.call(startBulk, { body: { ...body, failedOf: retry.id ?? '' } })
  equal((await refusedWith(commonErrors.invalidInput, none)).faults[0]?.field, 'ids')
})

test('B3: the results are listed with names, and the exported file contains no formulas', async () => {
  const users = await addUsers(1, { firstname: '@SUM(A1)', lastname: 'Byron' })
  const id = await order(browser, 'deactivate', [...users, randomUUID()])
  await finish(browser, id)
  const params = { id }
  const [first] = await browser.call(listBulkResults, { params, query: { state: 'done' } })
  deepEqual([first?.user?.lastname, first?.state, first?.code], ['Byron', 'done', null])
  const [missing] = await browser.call(listBulkResults, { params, query: { state: 'failed' } })
  deepEqual([missing?.user, missing?.code], [null, commonErrors.notFound])
  const file = (await browser.call(exportBulkResults, { params })) as Blob
  const text = await file.text()
  match(text, /"'@SUM\(A1\)","Byron"/)
  match(text, /"failed","404001"/)
  ok((await auditOf(id)).some(({ action }) => action === 'bulk_results_exported'))
})

test('B3: jobs and their results are deleted after 90 days', async () => {
  const id = await order(browser, 'deactivate', await addUsers(2))
  const recent = await order(browser, 'activate', await addUsers(1))
  await updateRows('bulk_jobs', { id }, { createdAt: ago('91 days') })
  await deleteExpiredBulkJobs(db)
  await refusedWith(commonErrors.notFound, jobOf(browser, id))
  equal(await scalar(db)`select count(*) from bulk_items where job_id = ${id}`, 0)
  equal((await jobOf(browser, recent)).total, 1)
})
