import { transaction, type Db } from '#server/db.ts'
import { recordAudit } from './audit.ts'
import { mailUser } from './mail.ts'
import { endAccessOn } from './platform-access-end.ts'
import { listExpired, lockPlatformAccounts, markExpired, takeExpiring } from './platform-account.ts'
import { findUser } from './user.ts'

/** Access that ends by itself: the user is told seven days before, and what is open ends with it. */

const batch = 100
const system = { kind: 'system' }

/** For the worker. Each user is mailed once for an end, whichever worker does it. */
export async function warnOfExpiry(db: Db): Promise<void> {
  let count = batch
  while (count === batch) {
    count = await transaction(db, async (tx) => {
      const ending = await takeExpiring(tx, batch)
      for (const { userId, subsystemId, expiresAt } of ending) {
        const user = await findUser(tx, userId)
        const data = { subsystemId, until: expiresAt.toISOString() }
        if (user?.active) await mailUser(tx, 'access-expiring', user, data)
      }
      return ending.length
    })
  }
}

/** For the worker. The platforms refuse since the end itself: this ends grants and sessions, records it and tells the user. */
export async function endExpiredAccess(db: Db): Promise<void> {
  for (;;) {
    const users = await listExpired(db, batch)
    for (const userId of users) await endExpiredOf(db, userId)
    if (users.length < batch) return
  }
}

async function endExpiredOf(db: Db, userId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const held = await lockPlatformAccounts(tx, userId)
    if (!held) return
    const closed: string[] = []
    for (const { id, active, expiresAt } of held.accounts) {
      if (expiresAt === null || !(await markExpired(tx, userId, id))) continue
      await endAccessOn(tx, userId, id)
      await recordAudit(tx, system, 'platform_access_expired', {
        targetId: userId,
        data: { subsystem: id, expiresAt },
      })
      if (active) closed.push(id)
    }
    if (closed.length > 0 && held.user.active)
      await mailUser(tx, 'platforms-changed', held.user, { opened: '', closed: closed.join(',') })
  })
}
