import type { AdminMe } from '#contract/admin.ts'
import { permissionsOf, permissionsWhileSuspended } from '#contract/permission.ts'
import type { Db } from '#server/db.ts'
import { findAdmin } from './admin.ts'
import { countAwaitingDecisionBy } from '../approvals/standing.ts'

/**
 * Returns the admin's own data and the number of approval requests that the admin can decide. Throws for an unknown id.
 */
export async function getAdminMe(db: Db, id: string): Promise<AdminMe> {
  const admin = await findAdmin(db, id)
  if (!admin) throw new Error(`no admin ${id}`)
  const { email, firstname, lastname, roles, suspendedUntil } = admin
  const permissions =
    suspendedUntil === null ? permissionsOf(roles) : permissionsWhileSuspended(roles)
  const waitingApprovals = await countAwaitingDecisionBy(db, { id, permissions })
  return {
    id,
    email,
    firstname,
    lastname,
    roles,
    permissions,
    suspendedUntil: suspendedUntil?.toISOString() ?? null,
    waitingApprovals,
  }
}
