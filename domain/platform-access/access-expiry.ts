import { affects, rows, scalars, sql, transaction, type Db } from '#server/db.ts'
import { runEachIsolated } from '#server/run-isolated.ts'
import { recordAudit } from '../audit/audit.ts'
import { mailUser } from '../mail/mail.ts'
import { endAccessOn } from './platform-access-end.ts'
import {
  isExpiring,
  lockPlatformAccounts,
  markExpired,
  takeExpiring,
  type ExpiringAccess,
} from './platform-account.ts'
import { findUser } from '../accounts/user.ts'

/**
 * Platform access with an end date. The user is warned seven days before the date; on the date, the user's grants and
 * sessions on the platform end.
 */

const batchSize = 100
const system = { kind: 'system' }

/** Emails each active user whose access ends within seven days, once per end date. Safe to run in several workers. */
export function warnOfExpiry(db: Db): Promise<void> {
  return runEachIsolated(
    'warn-of-expiring-access',
    (last: ExpiringAccess | undefined) => listExpiring(db, last),
    (access) =>
      transaction(db, async (tx) => {
        const expiresAt = await takeExpiring(tx, access)
        const user = expiresAt && (await findUser(tx, access.userId))
        const data = { subsystemId: access.subsystemId, until: expiresAt?.toISOString() ?? '' }
        if (user?.active) await mailUser(tx, 'access-expiring', user, data)
      }),
  )
}

/** Lists the next access that ends soon and whose user was not notified, by user and platform. */
function listExpiring(db: Db, after: ExpiringAccess | undefined): Promise<ExpiringAccess[]> {
  const isNext = after
    ? sql`(user_id, subsystem_id) > (${after.userId}::uuid, ${after.subsystemId})`
    : sql`true`
  return rows<ExpiringAccess>(db)`
    select user_id, subsystem_id from subsystem_accounts where ${isExpiring} and ${isNext}
    order by user_id, subsystem_id limit ${batchSize}`
}

/** Returns true if the user's access to the platform still ends at this time, to the millisecond. */
export function isAccessEnd(
  db: Db,
  { userId, subsystemId, until }: { userId: string; subsystemId: string; until: string },
): Promise<boolean> {
  return affects(db)`
    select from subsystem_accounts
    where user_id = ${userId} and subsystem_id = ${subsystemId}
      and date_trunc('milliseconds', expires_at) = ${until}::timestamptz`
}

/**
 * Ends the grants and sessions of expired access, records the end and emails the user. Access is refused from the end
 * date on, even before this job runs, because each check compares the end date with the current time. Safe to run in
 * several workers.
 */
export function endExpiredAccess(db: Db): Promise<void> {
  return runEachIsolated(
    'end-expired-access',
    (last: string | undefined) => listExpired(db, last),
    (userId) => endExpiredAccessOf(db, userId),
  )
}

/** Lists the next ids of users with expired access that is not marked yet. */
function listExpired(db: Db, after: string | undefined): Promise<string[]> {
  return scalars<string>(db)`
    select distinct user_id from subsystem_accounts
    where expires_at <= now() and expired_at is null
      and ${after === undefined ? sql`true` : sql`user_id > ${after}`}
    order by user_id limit ${batchSize}`
}

async function endExpiredAccessOf(db: Db, userId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const userAccounts = await lockPlatformAccounts(tx, userId)
    if (!userAccounts) return
    const closed: string[] = []
    for (const { id, active, expiresAt } of userAccounts.accounts) {
      if (expiresAt === null || !(await markExpired(tx, userId, id))) continue
      await endAccessOn(tx, userId, id)
      await recordAudit(tx, system, 'platform_access_expired', {
        targetId: userId,
        data: { subsystem: id, expiresAt },
      })
      // The mail omits a deactivated account, which could not open the platform before the end either.
      if (active) closed.push(id)
    }
    if (closed.length > 0 && userAccounts.user.active)
      await mailUser(tx, 'platforms-changed', userAccounts.user, {
        opened: '',
        closed: closed.join(','),
      })
  })
}
