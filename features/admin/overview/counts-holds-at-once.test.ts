// own process: counts the whole audit log
import { deepEqual, equal, ok } from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { recountOfLog, sealAndCount, startSealing, totalsOfHours } from '#test/audit.ts'
import { addUser } from '#test/people.ts'
import { until } from '#test/until.ts'
import type { RecordedAction } from '#contract/audit-action.ts'
import { recordAudit, type Actor } from '#domain/audit/audit.ts'
import { config } from '#server/config.ts'
import { affects, createPool, db, scalar, transaction } from '#server/db.ts'
import { verifyLog } from '../audit-log/verify.ts'

/** Number of rounds; `npm run trials -- long` runs 200 of them, which are 100,000 actions. */
const rounds = Number(process.env['TEST_ROUNDS'] ?? 4)
const actionsOfRound = 500

const owner = createPool(config.databaseOwnerUrl, 2)
after(() => owner.end())

const users = await Promise.all(
  ['Harbour Ltd', 'Quay', null].map((company) => addUser({ company })),
)
const actions: RecordedAction[] = [
  'login_succeeded',
  'login_failed',
  'platform_accessed',
  'logged_out',
]

const pick = <One>(all: readonly One[]): One => all[Math.floor(Math.random() * all.length)]!

/** Records a random action; some transactions are rolled back, some commit late. */
async function actAtRandom(): Promise<void> {
  const { id } = pick(users)
  const actors: Actor[] = [{ userId: id }, { userId: id, platformId: 'hub' }, { adminId: id }, {}]
  const action = pick(actions)
  const data = action === 'login_failed' ? { reason: pick(['password', 'code']) } : {}
  const isRolledBack = Math.random() < 0.05
  await transaction(db, async (tx) => {
    await recordAudit(tx, pick(actors), action, { targetId: id, data })
    if (Math.random() < 0.02) await new Promise((resolve) => setTimeout(resolve, 300))
    if (isRolledBack) throw new Error('rolled back')
  }).catch((error: Error) => equal(error.message, 'rolled back'))
}

// Runs with the server's role, which can see the waits of its own sessions.
const isWaiting = () => affects(db)`
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query like '%update activity_progress%' and pid <> pg_backend_pid()`

/** Kills a worker in the middle of a count, while it waits for a row that is locked here. */
async function killWhileItCounts(child: ChildProcess): Promise<void> {
  const holder = await owner.connect()
  await holder.query('begin; select from activity_progress for update')
  try {
    await until(isWaiting, 8_000)
    child.kill('SIGKILL')
    await once(child, 'exit')
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

test('the counts equal a recount of the sealed log, even if two workers are killed while counting', async (t) => {
  const workers = [startSealing(t), startSealing(t)]
  for (let round = 0; round < rounds; round += 1) {
    const work = Promise.all(Array.from({ length: actionsOfRound }, actAtRandom))
    if (round === Math.floor(rounds / 4) || round === Math.floor(rounds / 2)) {
      // The remaining worker is the one that counts.
      const [killed, other] = [workers.pop()!, workers.pop()!]
      other.kill('SIGKILL')
      await killWhileItCounts(killed)
      workers.push(startSealing(t), startSealing(t))
    }
    await work
  }
  for (const worker of workers) {
    worker.kill('SIGKILL')
    await once(worker, 'exit')
  }
  await until(async () => {
    await sealAndCount()
    const { faults, waiting } = await verifyLog(db)
    deepEqual(faults, [])
    return waiting === 0
  }, 20_000)
  const rows = (await scalar<number>(db)`select count(*) from audit_sealed`) ?? 0
  ok(rows > rounds * actionsOfRound * 0.9)
  deepEqual(await totalsOfHours(db), await recountOfLog(db))
})
