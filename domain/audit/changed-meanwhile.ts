import type { RecordedAction } from '#contract/audit-action.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { scalar, sql, type Db } from '#server/db.ts'
import { fullNameIn } from '../accounts/full-name.ts'

/**
 * Returns the error 409001 for a change from an outdated version, with the name of the admin who did the latest of
 * these actions to the target; without a name if it was not an admin.
 */
export async function changedMeanwhile(
  db: Db,
  ofActions: readonly RecordedAction[],
  targetId: string,
): Promise<Refusal> {
  const code = errorCodes.changedMeanwhile
  const by = await scalar<string | null>(db)`
    select ${fullNameIn(sql`a`)}
    from audit_log l left join admins a on a.id::text = l.actor_id
    where l.target_id = ${targetId} and l.action = any(${ofActions}::text[])
    order by l.timestamp desc, l.id desc limit 1`
  return new Refusal(code, { faults: [{ code, by: by ?? undefined }] })
}
