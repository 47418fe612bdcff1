import type { Sql } from 'sql-template-tag'
import type { Body, Reply } from '#contract/endpoint.ts'
import { isId } from '#contract/fields.ts'
import { commonErrors, invalidField, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import {
  cancelBulkJob,
  createBulkJob,
  failedOf,
  findBulkJob,
  type BulkJob,
} from '#domain/bulk-job.ts'
import { findSubsystem } from '#domain/subsystem.ts'
import { requireAdminStepUp } from '#server/authorize.ts'
import type { AdminCaller } from '#server/caller.ts'
import { row, scalar, sql, transaction, type Db, type Transaction } from '#server/db.ts'
import { definitions, type Order } from './actions.ts'
import { cancelBulk, fewUsers, type BulkAction, type startBulk } from './contract.ts'

/** Above so many users, the step-up authentication may be so many minutes old. */
const minutesForMany = 5

/** Orders an action for many users, or counts what it would do. Throws 400001, 404001 or `stepUpRequired`. */
export function startBulkJob(
  db: Db,
  caller: AdminCaller,
  sent: Body<typeof startBulk>,
): Promise<Reply<typeof startBulk>> {
  const { action, subsystem = null, reason = '', dryRun = false } = sent
  const order = { reason, subsystemId: subsystem }
  return transaction(db, async (tx) => {
    if (subsystem !== null && !(await findSubsystem(tx, subsystem)))
      throw invalidField('subsystem', 'unknownPlatform')
    const ids = await idsOf(tx, caller, sent)
    if (dryRun) return { id: null, ...(await countEffect(tx, action, order, ids)) }
    const total = await countOf(tx, ids)
    if (total === 0) throw invalidField('ids', 'required')
    if (total > fewUsers) await requireAdminStepUp(caller, minutesForMany)
    const { adminId, ipAddress } = caller
    const job = { ...order, action, adminId, ipAddress }
    const { id } = await createBulkJob(tx, job, ids)
    const data = { action, total, reason, ...(subsystem !== null && { subsystem }) }
    await recordAudit(tx, caller, 'bulk_job_started', { targetId: id, data })
    return { id, total, effect: null }
  })
}

async function idsOf(
  tx: Transaction,
  caller: AdminCaller,
  { ids = [], failedOf: jobId }: Body<typeof startBulk>,
): Promise<Sql> {
  if (jobId === undefined) return sql`select unnest(${ids}::uuid[])`
  await requireJob(tx, caller, jobId)
  return failedOf(jobId)
}

async function countOf(tx: Transaction, ids: Sql): Promise<number> {
  return (await scalar<number>(tx)`select count(*) from (${ids}) ids`) ?? 0
}

type Effect = NonNullable<Reply<typeof startBulk>['effect']>

async function countEffect(
  tx: Transaction,
  action: BulkAction,
  order: Order,
  ids: Sql,
): Promise<{ total: number; effect: Effect }> {
  const { isUnchanged, isRefused } = definitions[action]
  const counts = await row<{ total: number; unchanged: number; refused: number }>(tx)`
    select count(*) as total, count(*) filter (where is_unchanged) as unchanged,
           count(*) filter (where not is_unchanged and is_refused) as refused
    from (
      select coalesce(${isUnchanged(order)}, false) as is_unchanged,
             u.id is null or ${isRefused(order)} as is_refused
      from (${ids}) ids (id) left join users u on u.id = ids.id
      left join partners p on p.id = u.partner_id) each`
  const { total = 0, unchanged = 0, refused = 0 } = counts ?? {}
  return { total, effect: { changed: total - unchanged - refused, unchanged, refused } }
}

/** Throws 404001 for a job of another admin, too. */
export async function requireJob(db: Db, { adminId }: AdminCaller, id: string): Promise<BulkJob> {
  const job = isId(id) ? await findBulkJob(db, id) : undefined
  if (job?.adminId !== adminId) throw new Refusal(commonErrors.notFound)
  return job
}

/** Throws 409001 for a job that is over or was cancelled. */
export async function cancelJob(db: Db, caller: AdminCaller, id: string): Promise<void> {
  const job = await requireJob(db, caller, id)
  await transaction(db, async (tx) => {
    if (!(await cancelBulkJob(tx, id))) throw new Refusal(cancelBulk.refusals.changedMeanwhile)
    const data = { action: job.action, total: job.total }
    await recordAudit(tx, caller, 'bulk_job_cancelled', { targetId: id, data })
  })
}
