import { endSession } from '#domain/session.ts'
import { db, scalars, transaction } from '#server/db.ts'
import { enqueueJob } from '#domain/job.ts'
import { changeNextUsers } from './platform-of-all.ts'

const batch = 100
/** What fits into the time limit of one run; another run continues. */
const maxBatches = 20

/** Ends the sessions that a deactivated company's users opened before `until`, and so notifies the platforms. The sessions are unusable already. */
export async function endCompanySessions(partnerId: string, until: string): Promise<void> {
  for (let done = 0; done < maxBatches; done += 1) {
    const open = await scalars<string>(db)`
      select s.id from sessions s join users u on u.id = s.user_id
      where u.partner_id = ${partnerId} and s.created_at <= ${until}::timestamptz
      limit ${batch}`
    if (open.length === 0) return
    for (const id of open) await endSession(db, id, 'endedInactive')
  }
  await transaction(db, (tx) => enqueueJob(tx, 'end-company-sessions', { partnerId, until }))
}

/** Gives a platform to all users of a company, or takes it away, as ordered in `partner_platform_changes`. */
export async function changePlatformOfAll(changeId: string): Promise<void> {
  for (let done = 0; done < maxBatches; done += 1) {
    if (!(await transaction(db, (tx) => changeNextUsers(tx, changeId)))) return
  }
  await transaction(db, (tx) => enqueueJob(tx, 'company-platform', { changeId }))
}
