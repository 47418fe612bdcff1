import { affects, transaction, type Db } from '#server/db.ts'
import { recordAudit } from '../audit/audit.ts'
import { mailUser } from '../mail/mail.ts'
import { endAccessOn } from './platform-access-end.ts'
import { listExpired, lockPlatformAccounts, markExpired, takeExpiring } from './platform-account.ts'
import { findUser } from '../accounts/user.ts'

/**
 * Platform access with an end date. The user is warned seven days before the date; on the date, the user's grants and
 * sessions on the platform end.
 */

const batchSize = 100
const system = { kind: 'system' }

/** Emails each active user whose access ends within seven days, once per end date. Safe to run in several workers. */
export async function warnOfExpiry(db: Db): Promise<void> {
  let count = batchSize
  while (count === batchSize) {
    count = await transaction(db, async (tx) => {
      const accounts = await takeExpiring(tx, batchSize)
      for (const { userId, subsystemId, expiresAt } of accounts) {
        const user = await findUser(tx, userId)
        const data = { subsystemId, until: expiresAt.toISOString() }
        if (user?.active) await mailUser(tx, 'access-expiring', user, data)
      }
      return accounts.length
    })
  }
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
export async function endExpiredAccess(db: Db): Promise<void> {
  for (;;) {
    const userIds = await listExpired(db, batchSize)
    for (const userId of userIds) await endExpiredAccessOf(db, userId)
    if (userIds.length < batchSize) return
  }
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
