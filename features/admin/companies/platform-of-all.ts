import { randomUUIDv7 } from 'node:crypto'
import { isId } from '#contract/fields.ts'
import { commonErrors, invalidField, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { findOffered } from '#domain/platforms/offered-platform.ts'
import {
  changePlatformAccount,
  lockPlatformAccounts,
} from '#domain/platform-access/platform-account.ts'
import { findSubsystem } from '#domain/platforms/subsystem.ts'
import type { AdminCaller } from '#server/caller.ts'
import {
  row,
  run,
  scalar,
  scalars,
  sql,
  transaction,
  type Db,
  type Transaction,
} from '#server/db.ts'
import { mayStillOrder } from '#domain/jobs/bulk-job.ts'
import { enqueueJob } from '#domain/jobs/job.ts'
import { currentContext } from '#server/request-context.ts'
import { givePlatform } from './contract.ts'

/** An order to grant or revoke a platform for all users of a company. A job carries it out (jobs.ts). */
type Order = {
  /** Company id. */
  id: string
  /** Platform id. */
  subsystem: string
  gives: boolean
  reason?: string | undefined
  dryRun?: boolean | undefined
}

/**
 * Creates an order, unless `dryRun`, and returns the number of affected users. Replaces an unfinished order for the
 * same platform. Throws 404001 for an unknown company or platform, and 400001 if the order grants a platform that the
 * company does not have.
 */
export function changeForCompany(
  db: Db,
  caller: AdminCaller,
  { id, subsystem, gives, reason = '', dryRun = false }: Order,
): Promise<{ people: number }> {
  return transaction(db, async (tx) => {
    await requireCompany(tx, id, subsystem)
    if (gives && (await findOffered(tx, id, [subsystem])).length === 0) {
      throw invalidField('subsystem', 'notOfCompany')
    }
    const people = await countUsers(tx, { id, subsystem, gives })
    if (dryRun) return { people }
    const changeId = randomUUIDv7()
    // The update also waits for a running batch of the older order.
    await run(tx)`
      update partner_platform_changes set finished_at = now()
      where partner_id = ${id} and subsystem_id = ${subsystem} and finished_at is null`
    await run(tx)`
      insert into partner_platform_changes
        (id, partner_id, subsystem_id, gives, reason, admin_id, ip_address)
      values (${changeId}, ${id}, ${subsystem}, ${gives}, ${reason}, ${caller.adminId},
              ${caller.ipAddress})`
    await recordAudit(tx, caller, gives ? 'partner_platform_given' : 'partner_platform_taken', {
      targetId: id,
      data: { subsystem, people, reason },
    })
    await enqueueJob(tx, 'company-platform', { changeId })
    return { people }
  })
}

/** Locks the company, so that concurrent orders are serialized. Throws 404001 for an unknown company or platform. */
async function requireCompany(tx: Transaction, id: string, subsystem: string): Promise<void> {
  const isKnown =
    isId(id) && (await scalar(tx)`select true from partners where id = ${id} for no key update`)
  if (!isKnown || !(await findSubsystem(tx, subsystem))) throw new Refusal(commonErrors.notFound)
}

/** Counts the users without the platform if the order grants it, and those with it if the order revokes it. */
async function countUsers(tx: Transaction, { id, subsystem, gives }: Order): Promise<number> {
  const count = await scalar<number>(tx)`
    select count(*) from users u where u.partner_id = ${id} and ${gives} <> exists (
      select from subsystem_accounts a where a.user_id = u.id and a.subsystem_id = ${subsystem})`
  return count ?? 0
}

/** Number of users in one batch. Small enough that a change to a single user does not wait long. */
const batchSize = 25

type Change = {
  id: string
  partnerId: string
  subsystemId: string
  gives: boolean
  reason: string
  adminId: string
  ipAddress: string
}

/**
 * Changes the next batch of users. Returns false if none are left. Each user is changed once, even if the job is
 * retried.
 */
export async function changeNextUsers(tx: Transaction, changeId: string): Promise<boolean> {
  const change = await row<Change>(tx)`
    select id, partner_id, subsystem_id, gives, reason, admin_id, ip_address
    from partner_platform_changes where id = ${changeId} and finished_at is null for update`
  if (!change) return false
  const { partnerId, subsystemId, gives } = change
  // The order ends early if the company no longer has the platform, or the admin no longer the permission.
  const isPossible =
    (await mayStillOrder(tx, change.adminId, givePlatform.access.adminWithAnyOf)) &&
    (!gives || (await findOffered(tx, partnerId, [subsystemId])).length > 0)
  const next = sql`
    select u.id from users u join partner_platform_changes c on c.partner_id = u.partner_id
    where c.id = ${changeId} and u.created_at <= c.created_at
      and (c.last_user_id is null or u.id > c.last_user_id)
    order by u.id limit ${batchSize}`
  const users = isPossible ? await scalars<string>(tx)`${next}` : []
  for (const userId of users) await changeUser(tx, change, userId)
  const isLast = users.length < batchSize
  await run(tx)`
    update partner_platform_changes
    set last_user_id = coalesce(${users.at(-1) ?? null}, last_user_id),
        finished_at = case when ${isLast} then now() end
    where id = ${changeId}`
  return !isLast
}

async function changeUser(tx: Transaction, change: Change, userId: string): Promise<void> {
  const { partnerId, subsystemId, gives, reason, adminId, ipAddress } = change
  const accounts = await lockPlatformAccounts(tx, userId)
  if (accounts?.user.partnerId !== partnerId) return
  const actor = { adminId, ipAddress, requestId: currentContext()?.requestId ?? '' }
  await changePlatformAccount(tx, actor, accounts, { id: subsystemId, gives, reason })
}
