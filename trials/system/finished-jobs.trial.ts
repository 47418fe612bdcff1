// own process: counts and changes all jobs
import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { db, rows, scalar, transaction } from '#server/db.ts'
import { enqueueJob } from '#domain/jobs/job.ts'
import { until } from '#test/until.ts'
import { startWorker } from '../../app/worker.ts'

test('finished jobs are deleted within a minute of the end of their time: an hour for logout notifications, a day for others', async () => {
  const seconds = await rows<{ seconds: number; count: number }>(db)`
    select deletion_seconds as seconds, count(*) as count from pgboss.queue
    where name not like '\\_\\_%' group by 1 order by 1`
  deepEqual(
    seconds.map((each) => each.seconds),
    [3_600, 86_400],
  )
  equal(seconds[0]?.count, 1)
  await transaction(db, (tx) =>
    enqueueJob(tx, 'mail', { mailId: '00000000-0000-0000-0000-000000000001' }),
  )
  const worker = await startWorker()
  await until(async () => (await countCompleted()) === 1)
  await db.query("update pgboss.job set completed_on = now() - interval '25 hours'")
  await until(async () => (await countCompleted()) === 0, 90_000)
  await worker.stop()
})

function countCompleted() {
  return scalar<number>(db)`
    select count(*) from pgboss.job where name = 'mail' and state = 'completed'`
}
