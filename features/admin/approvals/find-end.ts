import type { Approval } from '#domain/approvals/approval.ts'
import { row, sql, type Db } from '#server/db.ts'
import { nameIn, type Person } from './person.ts'

export type End = { at: Date; by: Person | null; reason: string }

type EndedApproval = Pick<
  Approval,
  'id' | 'state' | 'decidedAt' | 'doneAt' | 'expiresAt' | 'evidence'
> & {
  decider: Person | null
}

/** Finds time, author and reason of an end without effect; null for a request that is open or was carried out. */
export async function findEnd(db: Db, approval: EndedApproval): Promise<End | null> {
  const { id, state, decidedAt, doneAt, expiresAt, decider, evidence } = approval
  switch (state) {
    case 'refused':
      return { at: decidedAt ?? expiresAt, by: decider, reason: evidence }
    case 'cancelled':
      return (await findCancellation(db, id)) ?? null
    case 'failed':
    case 'expired':
      return { at: doneAt ?? expiresAt, by: null, reason: '' }
    default:
      return null
  }
}

/**
 * Finds a cancellation. Only its audit row contains the reason. The times around the cancellation limit the search to
 * the partition of its month.
 */
async function findCancellation(db: Db, id: string): Promise<End | undefined> {
  const kind = sql`split_part(a.cancelled_by, ':', 1)`
  const by = sql`split_part(a.cancelled_by, ':', 2)`
  const cancellation = await row<Person & { at: Date; reason: string | null }>(db)`
    select a.cancelled_at as at, ${kind} as kind, ${by} as id, coalesce(${nameIn(kind, by)}, '') as name,
           (select l.data ->> 'reason' from audit_log l
            where l.target_id = a.target_id and l.action = 'approval_cancelled'
              and l.data ->> 'approvalId' = a.id::text
              and l.timestamp between a.cancelled_at - interval '1 minute' and a.cancelled_at + interval '1 minute'
            limit 1) as reason
    from approvals a where a.id = ${id}`
  if (!cancellation) return undefined
  const { at, reason, ...person } = cancellation
  if (person.kind === 'system') return { at, by: null, reason: '' }
  return { at, by: person, reason: reason ?? '' }
}
