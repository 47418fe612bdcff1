import { randomUUIDv7 } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import { maxUsersAlone, type AskedApprovalReply } from '#contract/approval.ts'
import type { Body, Reply } from '#contract/endpoint.ts'
import { isId } from '#contract/fields.ts'
import { commonErrors, invalidField, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import {
  cancelBulkJob,
  createBulkJob,
  selectFailedItems,
  findBulkJob,
  type BulkJob,
} from '#domain/jobs/bulk-job.ts'
import { isBeyondDay } from '#domain/approvals/deactivated-today.ts'
import { askSecondPerson } from '#domain/approvals/second-person.ts'
import { findSubsystem } from '#domain/platforms/subsystem.ts'
import { matchingUsers } from '#domain/lists/user-list.ts'
import { requireAdminStepUp } from '#server/authorize.ts'
import type { AdminCaller } from '#server/caller.ts'
import { rows, scalars, sql, transaction, type Db, type Transaction } from '#server/db.ts'
import { definitions, type Order } from './actions.ts'
import { cancelBulk, maxMatching, type BulkAction, type startBulk } from './contract.ts'

/** Maximum age in minutes of the step-up authentication for more than `maxUsersAlone` users. */
const minutesForMany = 5

/**
 * Starts a job for many users, counts its effect in a dry run, or requests an approval and returns it. Throws 400001
 * for an unknown platform and for no or too many users, 404001 for an unknown job, or `stepUpRequired`.
 */
export function startBulkJob(
  db: Db,
  caller: AdminCaller,
  body: Body<typeof startBulk>,
): Promise<Reply<typeof startBulk> | AskedApprovalReply> {
  const { action, subsystem = null, reason = '', query, dryRun = false } = body
  const order = { reason, subsystemId: subsystem }
  return transaction(db, async (tx) => {
    if (subsystem !== null && !(await findSubsystem(tx, subsystem)))
      throw invalidField('subsystem', 'unknownPlatform')
    const matching = await selectIds(tx, caller, body)
    if (dryRun) {
      const counts = await countEffect(tx, action, order, matching)
      requireFewMatches(body, counts.total)
      return { id: null, ...counts }
    }
    // Deactivates only the users who were counted, even if others match a moment later.
    const counted = action === 'deactivate' ? await listDistinctIds(tx, matching) : undefined
    const approval = counted && (await requestApproval(tx, caller, body, counted))
    if (approval) return approval
    const { adminId, ipAddress } = caller
    const job = { ...order, action, adminId, ipAddress }
    // The number of users is known only now; an error below rolls the job back.
    const ids = counted ? sql`select unnest(${counted}::uuid[])` : matching
    const { id, total } = await createBulkJob(tx, job, ids)
    requireFewMatches(body, total)
    if (total === 0)
      throw query ? invalidField('query', 'noneMatch') : invalidField('ids', 'required')
    if (total > maxUsersAlone) await requireAdminStepUp(caller, minutesForMany)
    const details = { ...(subsystem !== null && { subsystem }), ...(query && { filters: query }) }
    const data = { action, total, reason, ...details }
    await recordAudit(tx, caller, 'bulk_job_started', { targetId: id, data })
    return { id, total, effect: null }
  })
}

/** Returns the ids of the users who match now, each once. */
function listDistinctIds(tx: Transaction, ids: Sql): Promise<string[]> {
  return scalars<string>(tx)`select distinct ids.id from (${ids}) ids (id)`
}

async function selectIds(
  tx: Transaction,
  caller: AdminCaller,
  { ids = [], query, failedOf: jobId }: Body<typeof startBulk>,
): Promise<Sql> {
  // One user more than the limit shows that too many match.
  if (query) return sql`${await matchingUsers(tx, 'all', query)} limit ${maxMatching + 1}`
  if (jobId === undefined) return sql`select unnest(${ids}::uuid[])`
  await requireJob(tx, caller, jobId)
  return selectFailedItems(jobId)
}

/**
 * Requests two-person approval to deactivate many users, in this job or with the admin's other jobs of the day. The
 * approval covers exactly `userIds`. Returns undefined if no approval is required.
 */
async function requestApproval(
  tx: Transaction,
  caller: AdminCaller,
  body: Body<typeof startBulk>,
  userIds: readonly string[],
): Promise<AskedApprovalReply | undefined> {
  const { query, reason = '' } = body
  requireFewMatches(body, userIds.length)
  const isMany = userIds.length > maxUsersAlone
  if (!isMany && !(await isBeyondDay(tx, caller.adminId, userIds.length))) return undefined
  if (isMany) await requireAdminStepUp(caller, minutesForMany)
  return askSecondPerson(tx, caller, {
    kind: 'users-deactivate',
    // A new id, because only one request per target can be pending.
    targetId: randomUUIDv7(),
    targetVersion: null,
    before: {},
    proposal: { total: userIds.length, ids: userIds, ...(query && { filters: query }) },
    reason,
  })
}

/** Throws 400001 if a query matches more users than one job accepts. */
function requireFewMatches({ query }: Body<typeof startBulk>, total: number): void {
  if (query && total > maxMatching) throw invalidField('query', 'tooManyMatch')
}

type Effect = NonNullable<Reply<typeof startBulk>['effect']>

/** Counts users by the effect that the action would have now. A user who does not exist counts as refused. */
async function countEffect(
  tx: Transaction,
  action: BulkAction,
  order: Order,
  ids: Sql,
): Promise<{ total: number; effect: Effect }> {
  const { isUnchanged, refusalOf = () => sql`null::integer` } = definitions[action]
  const groups = await rows<{ count: number; unchanged: boolean; code: number | null }>(tx)`
    select is_unchanged as unchanged, case when not is_unchanged then code end as code, count(*) as count
    from (
      select coalesce(${isUnchanged(order)}, false) as is_unchanged,
             case when u.id is null then ${commonErrors.notFound}::integer
                  else ${refusalOf(order)} end as code
      from (${ids}) ids (id) left join users u on u.id = ids.id
      left join partners p on p.id = u.partner_id) each
    group by 1, 2 order by 2`
  const reasons = groups.flatMap(({ code, count }) => (code === null ? [] : [{ code, count }]))
  const total = sumOf(groups)
  const unchanged = sumOf(groups.filter((group) => group.unchanged))
  const refused = sumOf(reasons)
  return { total, effect: { changed: total - unchanged - refused, unchanged, refused, reasons } }
}

function sumOf(groups: readonly { count: number }[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0)
}

/** Returns a job. Throws 404001 for an unknown id and for a job of another admin. */
export async function requireJob(db: Db, { adminId }: AdminCaller, id: string): Promise<BulkJob> {
  const job = isId(id) ? await findBulkJob(db, id) : undefined
  if (job?.adminId !== adminId) throw new Refusal(commonErrors.notFound)
  return job
}

/** Cancels a job. Throws 409001 if it has ended or was cancelled. */
export async function cancelJob(db: Db, caller: AdminCaller, id: string): Promise<void> {
  const job = await requireJob(db, caller, id)
  await transaction(db, async (tx) => {
    if (!(await cancelBulkJob(tx, id))) throw new Refusal(cancelBulk.refusals.changedMeanwhile)
    const data = { action: job.action, total: job.total }
    await recordAudit(tx, caller, 'bulk_job_cancelled', { targetId: id, data })
  })
}
