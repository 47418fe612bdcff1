import { sql, row, run, db, transaction } from '#server/db.ts'
import { createBulkJob } from '#domain/jobs/bulk-job.ts'
import { withLimits } from '#test/limits.ts'
import { addAdmin } from '#test/people.ts'
import type { Fault } from './fault.ts'
import { until, type Stage } from './stage.ts'

const count = 10_000
const kills = 3

/** Kills and replaces each of two servers in turn while they process a bulk job of 10,000 users. */
async function killedInBulk(stage: Stage): Promise<string> {
  const { id: adminId } = await addAdmin({ roles: ['support'] })
  await run(db)`
    with added as (
      insert into users (id, email, firstname, lastname, preferred_language, timezone)
      select gen_random_uuid(), 'bulk' || n || '@quay.example', 'Ada', 'Byron', 'en', 'UTC'
      from generate_series(1, ${count}) n returning id)
    insert into accounts (id, kind) select id, 'user' from added`
  const order = { action: 'deactivate', subsystemId: null, reason: 'a fault', ipAddress: '' }
  const users = sql`select id from users where email like 'bulk%@quay.example'`
  const job = await transaction(db, (tx) => createBulkJob(tx, { ...order, adminId }, users))
  // Spreads the mails over days, so that only the users are tested.
  const settings = withLimits({ load: { bulkMailsPerMinute: 1 } })
  const servers = [await stage.startServer(settings), await stage.startServer(settings)]
  const startTime = performance.now()
  const settled = async () => (await progress(job.id)).settled
  for (let kill = 1; kill <= kills; kill += 1) {
    const goal = (kill * count) / (kills + 2)
    await until(`${goal} users are done`, async () => (await settled()) >= goal, 200)
    await servers.shift()?.kill('SIGKILL')
    servers.push(await stage.startServer(settings))
  }
  await until('the job has ended', async () => (await progress(job.id)).isOver, 300)
  const seconds = (performance.now() - startTime) / 1000
  const counts = await row<{ done: number; active: number; rows: number; targets: number }>(db)`
    select (select done from bulk_jobs where id = ${job.id}) as done,
           (select count(*) from users where email like 'bulk%@quay.example' and active) as active,
           count(*) as rows, count(distinct target_id) as targets
    from audit_log where action = 'user_deactivated' and data->>'jobId' = ${job.id}`
  const { done, active, rows, targets } = counts ?? { done: 0, active: 0, rows: 0, targets: 0 }
  if (done !== count || active !== 0 || rows !== count || targets !== count) {
    throw new Error(`${done} counted, ${active} still active, ${rows} rows of ${targets} users`)
  }
  // Deletes the mails, so that no server waits for days.
  await run(db)`delete from mails where to_address like 'bulk%@quay.example' and state = 'queued'`
  return `each of ${count} users was deactivated once, in ${seconds.toFixed(0)} s, while ${kills} servers were killed`
}

async function progress(id: string): Promise<{ settled: number; isOver: boolean }> {
  const counts = await row<{ settled: number; isOver: boolean }>(db)`
    select done + failed + skipped as settled, finished_at is not null as is_over
    from bulk_jobs where id = ${id}`
  return counts ?? { settled: 0, isOver: false }
}

export const bulk: Fault[] = [
  {
    name: 'killed-in-bulk',
    what: 'servers are killed in turn during a bulk job of 10,000 users',
    test: killedInBulk,
    limitSeconds: 900,
  },
]
