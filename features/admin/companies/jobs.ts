import { endSession } from '#domain/sessions/session.ts'
import { db, scalars, transaction } from '#server/db.ts'
import { enqueueJob } from '#domain/jobs/job.ts'
import { changeNextUsers } from './platform-of-all.ts'

const batchSize = 100
/** Maximum number of batches in one run, to stay within its time limit. Another run continues. */
const maxBatches = 20

/**
 * Ends the sessions that users of a company opened up to `until`, the time of the company's deactivation or activation,
 * and notifies the platforms. These sessions are already unusable.
 */
export async function endCompanySessions(partnerId: string, until: string): Promise<void> {
  for (let batches = 0; batches < maxBatches; batches += 1) {
    const sessionIds = await scalars<string>(db)`
      select s.id from sessions s join users u on u.id = s.user_id
      where u.partner_id = ${partnerId} and s.created_at <= ${until}::timestamptz
      limit ${batchSize}`
    if (sessionIds.length === 0) return
    for (const id of sessionIds) await endSession(db, id, 'endedInactive')
  }
  await transaction(db, (tx) => enqueueJob(tx, 'end-company-sessions', { partnerId, until }))
}

/** Grants or revokes a platform for all users of a company, as ordered in `partner_platform_changes`. */
export async function changePlatformOfAll(changeId: string): Promise<void> {
  for (let batches = 0; batches < maxBatches; batches += 1) {
    if (!(await transaction(db, (tx) => changeNextUsers(tx, changeId)))) return
  }
  await transaction(db, (tx) => enqueueJob(tx, 'company-platform', { changeId }))
}
