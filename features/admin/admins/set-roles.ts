import type { AskedApprovalReply } from '#contract/approval.ts'
import { permissionsOf, roles, type Role } from '#contract/permission.ts'
import { commonErrors, Refusal, type Fault } from '#contract/refusal.ts'
import {
  findAdmin,
  isLastSuperAdmin,
  lockAdmins,
  replaceRoles,
  type Admin,
} from '#domain/accounts/admin.ts'
import { storeTwoPersonKinds } from '#domain/approvals/approval-rights.ts'
import { adminArea, recordAudit, type Actor } from '#domain/audit/audit.ts'
import { enqueueMail } from '#domain/mail/mail.ts'
import { askSecondPerson } from '#domain/approvals/second-person.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { mayManage } from './change-admin.ts'
import { setRoles as endpoint } from './contract.ts'

/** A change of roles. Without a version, it applies to whatever the current roles are. */
type Change = {
  adminId: string
  version: number | undefined
  roles: readonly Role[]
  reason?: string | undefined
}

/**
 * Replaces the roles of an admin, or requests an approval and returns it. Does nothing for equal roles. Throws 404001
 * for an unknown admin. Throws after recording the refusal (requirement PE-05):
 *
 * - 403001 for the caller's own roles, for a role with permissions that the caller lacks, and if no super admin would
 *   be left
 * - 409001 if the admin has changed since `version`
 */
export async function setRoles(
  db: Db,
  caller: AdminCaller,
  change: Change,
): Promise<AskedApprovalReply | undefined> {
  const { fault, approval } = await transaction(db, async (tx) => {
    // The lock serializes role changes, because two admins could otherwise remove each other's roles.
    await lockAdmins(tx)
    const admin = await findAdmin(tx, change.adminId)
    if (!admin) throw new Refusal(commonErrors.notFound)
    const fault = await faultOf(tx, caller, admin, change)
    const moved = movedRoles(admin.roles, change.roles)
    if (fault || moved.length === 0) return { fault }
    const approval = await askSecondPerson(tx, caller, {
      kind: 'admin-roles',
      targetId: admin.id,
      targetVersion: admin.version,
      needs: permissionsOf(moved),
      before: { roles: admin.roles },
      proposal: { roles: change.roles },
      reason: change.reason ?? '',
    })
    if (!approval) await replaceRolesOf(tx, caller, admin, change.roles)
    return { approval }
  })
  if (!fault) return approval
  const { adminId, roles } = change
  const data = { reason: fault.rule ?? 'changed meanwhile', roles }
  await recordAudit(db, caller, 'admin_roles_refused', { targetId: adminId, data })
  throw new Refusal(fault.code, { faults: [fault] })
}

async function faultOf(
  tx: Transaction,
  caller: AdminCaller,
  admin: Admin,
  change: Change,
): Promise<Fault | undefined> {
  if (admin.id === caller.adminId) return forbidden('ownRoles')
  if (change.version !== undefined && admin.version !== change.version) {
    const by = admin.changedBy ?? undefined
    return { code: endpoint.refusals.changedMeanwhile, field: 'roles', by }
  }
  const moved = movedRoles(admin.roles, change.roles)
  if (!(await mayManage(tx, caller, moved))) return forbidden('beyondOwn')
  if (await wouldLeaveNoSuperAdmin(tx, admin, change.roles)) return forbidden('lastSuperAdmin')
  return undefined
}

/** Returns the roles that a change grants or revokes. */
export function movedRoles(before: readonly Role[], after: readonly Role[]): Role[] {
  return roles.filter((role) => before.includes(role) !== after.includes(role))
}

/** Replaces and records the roles. Returns false if no super admin would be left. Call `lockAdmins` first. */
export async function replaceRolesOf(
  tx: Transaction,
  actor: Actor,
  admin: Admin,
  roles: readonly Role[],
): Promise<boolean> {
  if (await wouldLeaveNoSuperAdmin(tx, admin, roles)) return false
  // Stored before an approver may be lost, so that the loss does not end two-person approval.
  await storeTwoPersonKinds(tx)
  await replaceRoles(tx, admin.id, roles, actor.adminId ?? null)
  await enqueueMail(tx, 'admin-roles-changed', admin)
  await recordAudit(tx, actor, 'admin_roles_changed', {
    targetId: admin.id,
    subSystem: adminArea,
    data: { before: { roles: admin.roles }, after: { roles } },
  })
  return true
}

async function wouldLeaveNoSuperAdmin(tx: Transaction, admin: Admin, roles: readonly Role[]) {
  const losesRole = admin.roles.includes('super_admin') && !roles.includes('super_admin')
  return losesRole && (await isLastSuperAdmin(tx, admin.id))
}

function forbidden(rule: string): Fault {
  return { code: commonErrors.forbidden, field: 'roles', rule }
}
