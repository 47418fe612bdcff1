import { endSession } from '#domain/session.ts'
import { db, rows, sql, transaction } from '#server/db.ts'
import { enqueue } from '#server/jobs.ts'

const batch = 100
/** What one run of the job does within its time; the next one goes on. */
const batchesInARun = 20

/**
 * Ends the sessions that a company's people had until it was deactivated, each as any other ends. Nobody can use
 * them meanwhile; this tells the platforms.
 */
export async function endCompanySessions(partnerId: string, until: string): Promise<void> {
  for (let done = 0; done < batchesInARun; done += 1) {
    const open = await rows<{ id: string }>(
      db,
      sql`
      select s.id from sessions s join users u on u.id = s.user_id
      where u.partner_id = ${partnerId} and s.created_at <= ${until}::timestamptz
      limit ${batch}`,
    )
    if (open.length === 0) return
    for (const { id } of open) await endSession(db, id)
  }
  await transaction(db, (tx) => enqueue(tx, 'end-company-sessions', { partnerId, until }))
}
