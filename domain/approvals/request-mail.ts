import type { Transaction } from '#server/db.ts'
import { enqueueMails } from '../mail/mail.ts'
import type { Approval } from './approval.ts'
import { listCandidates } from './approval-rights.ts'

/**
 * Queues the mail about a new request to everyone who may decide it, and to suspended admins who may only decline it.
 * A candidate with the obstacle `suspended` may decline, because `obstacleOf` first checks what prevents declining.
 * Returns true if at least one person may decide the request.
 */
export async function mailNewRequest(tx: Transaction, approval: Approval): Promise<boolean> {
  const candidates = await listCandidates(tx, approval)
  const mails = candidates.flatMap(({ obstacle, ...candidate }) => {
    if (obstacle !== null && obstacle !== 'suspended') return []
    const data = { approvalId: approval.id, area: candidate.kind }
    return [{ ...candidate, data: obstacle ? { ...data, may: 'decline' } : data }]
  })
  await enqueueMails(tx, 'approval-asked', mails)
  return candidates.some(({ obstacle }) => obstacle === null)
}
