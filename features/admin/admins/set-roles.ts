import { permissionsOf, rolePermissions, type Role } from '#contract/permission.ts'
import { commonErrors, Refusal, type Fault } from '#contract/refusal.ts'
import { findAdmin, isLastSuperAdmin, lockAdmins, replaceRoles, type Admin } from '#domain/admin.ts'
import { recordAudit } from '#domain/audit.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { setRoles as endpoint } from './contract.ts'

type Change = { adminId: string; version: number; roles: readonly Role[] }

/**
 * Replaces the roles of an admin. Refuses and records: a change of the caller's own roles, a role with permissions that
 * the caller lacks, and the removal of the last super admin (requirement PE-05).
 */
export async function setRoles(db: Db, caller: AdminCaller, change: Change): Promise<void> {
  const fault = await transaction(db, async (tx) => {
    // Serialises all changes of roles: two admins could otherwise remove each other's.
    await lockAdmins(tx)
    const admin = await findAdmin(tx, change.adminId)
    if (!admin) throw new Refusal(commonErrors.notFound)
    const wrong = await faultOf(tx, { caller, admin, change })
    if (!wrong) await replace(tx, { caller, admin, roles: change.roles })
    return wrong
  })
  if (!fault) return
  const { adminId, roles } = change
  const data = { reason: fault.rule ?? 'changed meanwhile', roles }
  await recordAudit(db, caller, 'admin_roles_refused', { targetId: adminId, data })
  throw new Refusal(fault.code, { faults: [fault] })
}

type Checked = { caller: AdminCaller; admin: Admin; change: Change }

async function faultOf(
  tx: Transaction,
  { caller, admin, change }: Checked,
): Promise<Fault | undefined> {
  if (admin.id === caller.adminId) return forbidden('ownRoles')
  if (admin.version !== change.version) {
    const by = admin.changedBy ?? undefined
    return { code: endpoint.refusals.changedMeanwhile, field: 'roles', by }
  }
  // Read again: the caller's roles may have changed while this call waited for the lock.
  const own = permissionsOf((await findAdmin(tx, caller.adminId))?.roles ?? [])
  const moved = differenceOf(admin.roles, change.roles)
  const isBeyond = moved.some((role) => rolePermissions[role].some((each) => !own.includes(each)))
  if (!own.includes('manage_admin_user') || isBeyond) return forbidden('beyondOwn')
  const isLast = admin.roles.includes('super_admin') && !change.roles.includes('super_admin')
  return isLast && (await isLastSuperAdmin(tx, admin.id)) ? forbidden('lastSuperAdmin') : undefined
}

async function replace(
  tx: Transaction,
  { caller, admin, roles }: { caller: AdminCaller; admin: Admin; roles: readonly Role[] },
): Promise<void> {
  await replaceRoles(tx, admin.id, { roles, changedBy: caller.adminId })
  await recordAudit(tx, caller, 'admin_roles_changed', {
    targetId: admin.id,
    data: { before: { roles: admin.roles }, after: { roles } },
  })
}

function forbidden(rule: string): Fault {
  return { code: commonErrors.forbidden, field: 'roles', rule }
}

function differenceOf(before: readonly Role[], after: readonly Role[]): Role[] {
  return [
    ...before.filter((role) => !after.includes(role)),
    ...after.filter((role) => !before.includes(role)),
  ]
}
