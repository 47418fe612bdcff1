import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { commonErrors } from '#contract/refusal.ts'
import { lockItem } from '#domain/jobs/bulk-job.ts'
import { replaceRoles } from '#domain/accounts/admin.ts'
import { db, scalar, transaction } from '#server/db.ts'
import { addUsers, countsOf, finish, jobOf, order, rowsOf } from '#test/bulk.ts'
import { addAdmin, logInAdmin, startUserSession } from '#test/people.ts'
import { updateRows } from '#test/rows.ts'
import { until } from '#test/until.ts'
import { startWorker } from '../../app/worker.ts'
import { definitions } from '../../features/admin/bulk/actions.ts'
import { cancelBulk } from '../../features/admin/bulk/contract.ts'
import { continueBulkJob } from '../../features/admin/bulk/jobs.ts'

const browser = await logInAdmin(await addAdmin({ roles: ['support'] }))

/** Runs `work`, and calls `what` after the given number of users, as if it happened while the job runs. */
async function interruptAfter<Result>(
  count: number,
  what: () => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  const { run: deactivate } = definitions.deactivate
  let done = 0
  definitions.deactivate.run = async (...item) => {
    const isChanged = await deactivate(...item)
    done += 1
    if (done === count) await what()
    return isChanged
  }
  return work().finally(() => (definitions.deactivate.run = deactivate))
}

test('B3: a worker runs a job of several batches, with one audit row for each user', async () => {
  const ids = await addUsers(230)
  const worker = await startWorker()
  const id = await order(browser, 'deactivate', ids)
  await until(async () => (await jobOf(browser, id)).finishedAt !== null)
  await worker.stop()
  const job = await jobOf(browser, id)
  deepEqual([job.state, ...countsOf(job)], ['done', 230, 0, 0])
  deepEqual(
    (await rowsOf(id)).map(({ targetId }) => targetId),
    ids,
  )
  // The request id is the same after the first batch.
  const requests = scalar(db)`
    select count(distinct request_id) || ' ' || min(length(request_id)) from audit_log
    where data->>'jobId' = ${id}`
  equal(await requests, '1 36')
})

test('B3: concurrent workers process no user twice', async () => {
  const ids = await addUsers(120)
  const id = await order(browser, 'end-sessions', ids)
  for (const userId of ids) await startUserSession({ id: userId })
  const all = Array.from({ length: 4 }, () => continueBulkJob(id))
  await Promise.all(all)
  const job = await finish(browser, id)
  deepEqual([job.total, ...countsOf(job)], [120, 120, 0, 0])
  const entries = await rowsOf(id)
  equal(entries.length, 120)
  equal(new Set(entries.map(({ targetId }) => targetId)).size, 120)
})

test('B3: a worker skips a user whom another worker has locked', async () => {
  const [one = '', two = ''] = await addUsers(2)
  const id = await order(browser, 'deactivate', [one, two])
  await transaction(db, async (tx) => {
    ok(await lockItem(tx, id, one))
    await continueBulkJob(id)
    const job = await jobOf(browser, id)
    deepEqual([job.finishedAt, ...countsOf(job)], [null, 1, 0, 0])
  })
  deepEqual(countsOf(await finish(browser, id)), [2, 0, 0])
})

test('B3: users whose change was not committed are processed by the next worker, exactly once', async () => {
  const ids = await addUsers(3)
  const id = await order(browser, 'deactivate', ids)
  const killed = new Error('killed')
  const { run: deactivate } = definitions.deactivate
  const half = transaction(db, async (tx) => {
    ok(await lockItem(tx, id, ids[0] ?? ''))
    throw killed
  })
  equal(await half.catch((error: unknown) => error), killed)
  // The first two attempts for the second user fail after the change, before the commit.
  let attempts = 0
  definitions.deactivate.run = async (tx, actor, user, options) => {
    const isChanged = await deactivate(tx, actor, user, options)
    if (user.id === ids[1] && (attempts += 1) < 3) throw killed
    return isChanged
  }
  await continueBulkJob(id).finally(() => (definitions.deactivate.run = deactivate))
  deepEqual(countsOf(await jobOf(browser, id)), [3, 0, 0])
  deepEqual(
    (await rowsOf(id)).map(({ targetId }) => targetId),
    ids,
  )
})

test('B3: a user whose change fails by a program error is marked as failed, and the others are processed', async () => {
  const ids = await addUsers(3)
  const id = await order(browser, 'deactivate', ids)
  const { run: deactivate } = definitions.deactivate
  definitions.deactivate.run = (tx, actor, user, options) => {
    if (user.id === ids[1]) throw new Error('a fault')
    return deactivate(tx, actor, user, options)
  }
  await continueBulkJob(id).finally(() => (definitions.deactivate.run = deactivate))
  const job = await jobOf(browser, id)
  deepEqual([job.state, ...countsOf(job)], ['done', 2, 1, 0])
  const code = scalar(db)`select code from bulk_items where job_id = ${id} and state = 'failed'`
  equal(await code, commonErrors.unexpected)
})

test('B3: a job that is canceled while it runs stops before the next user', async () => {
  const ids = await addUsers(5)
  const id = await order(browser, 'deactivate', ids)
  const cancel = () => browser.call(cancelBulk, { params: { id }, body: {} })
  await interruptAfter(2, cancel, () => continueBulkJob(id))
  const job = await jobOf(browser, id)
  deepEqual([job.state, ...countsOf(job)], ['cancelled', 2, 0, 3])
})

for (const [what, change] of [
  ['is deactivated', (id: string) => updateRows('admins', { id }, { active: false })],
  [
    'loses the role',
    (id: string) => transaction(db, (tx) => replaceRoles(tx, id, ['auditor'], null)),
  ],
] as const)
  test(`PE-05 B3: when the admin who ordered a job ${what}, the remaining users are skipped`, async () => {
    const admin = await addAdmin({ roles: ['support'] })
    const own = await logInAdmin(admin)
    const ids = await addUsers(5)
    const id = await order(own, 'deactivate', ids)
    await interruptAfter(
      2,
      () => change(admin.id),
      () => continueBulkJob(id),
    )
    const counts = await scalar<string>(db)`
      select done || ' ' || failed || ' ' || (refused_at is not null) || ' ' || (finished_at is not null)
      from bulk_jobs where id = ${id}`
    equal(counts, '2 0 true true')
    equal((await rowsOf(id)).length, 2)
    const active = scalar(db)`select count(*) from users where id = any(${ids}::uuid[]) and active`
    equal(await active, 3)
  })

test('B3: a short job finishes before a long one that started earlier, because jobs take turns', async () => {
  const long = await order(browser, 'end-sessions', await addUsers(300))
  const short = await order(browser, 'end-sessions', await addUsers(5))
  const worker = await startWorker()
  await until(async () => (await jobOf(browser, long)).finishedAt !== null)
  await worker.stop()
  const times = await db.query<{ isShortFirst: boolean }>(
    `select (select finished_at from bulk_jobs where id = $1)
          < (select finished_at from bulk_jobs where id = $2) as "isShortFirst"`,
    [short, long],
  )
  deepEqual(times.rows, [{ isShortFirst: true }])
})
