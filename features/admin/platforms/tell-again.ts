import { record, type Actor } from '#domain/audit.ts'
import { tellPlatformsAgain } from '#domain/platform-session.ts'
import { transaction, type Db } from '#server/db.ts'

/** How many notices are sent again: those that wait longest first. */
export function tellAgain(db: Db, actor: Actor, id: string): Promise<number> {
  return transaction(db, async (tx) => {
    const again = await tellPlatformsAgain(tx, id)
    await record(tx, actor, 'platform_told_again', { targetId: id, data: { again } })
    return again
  })
}
