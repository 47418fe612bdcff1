import { approvalRules, type ApprovalKind } from '#contract/approval.ts'
import type { MachineScope } from '#contract/machine.ts'
import { affects, sql, uuidIn, type Db } from '#server/db.ts'
import { isAdminActive } from '../accounts/admin.ts'
import { noNeeds, rolesWith, selectHolders, type Case } from './approval-rights.ts'

/** Scopes with which a service account may make requests of a kind; it may make no others. */
const requestingScopes: Partial<Record<ApprovalKind, MachineScope[]>> = {
  'configuration-apply': ['admin:configuration'],
}

/**
 * Returns true if the requester is still permitted to make this request. Users may always make requests for themselves.
 */
export async function mayStillRequest(
  db: Db,
  { kind, askedBy, askedKind, targetId, partnerId }: Case,
): Promise<boolean> {
  if (askedKind === 'user' && askedBy === targetId) return true
  if (askedKind === 'admin')
    return affects(db)`
      select from admins a join admin_roles r on r.admin_id = a.id
      where a.id = ${askedBy} and ${isAdminActive}
        and r.role = any(${rolesWith(approvalRules[kind].permission)}::text[]) limit 1`
  if (askedKind === 'service')
    return affects(db)`
      select from service_accounts s
      where s.id = ${askedBy} and s.revoked_at is null and s.expires_at > now()
        and s.scopes && ${requestingScopes[kind] ?? []}::text[]`
  const right = { kind: sql`${kind}::text`, partnerId: sql`${partnerId}::uuid`, needs: noNeeds }
  return affects(db)`
    select from (${selectHolders(right)}) h where h.kind = ${askedKind} and h.id = ${uuidIn(sql`${askedBy}::text`)}`
}
