import * as z from 'zod/mini'
import type { ApprovalOutcome } from '#contract/approval.ts'
import { locale } from '#contract/fields.ts'
import { permissionsOf, roles, type Role } from '#contract/permission.ts'
import { findAdmin, findAdminByEmail, type Admin } from '#domain/accounts/admin.ts'
import type { Approval } from '#domain/approvals/approval.ts'
import type { ApprovalExecutor } from '#domain/approvals/carry-out.ts'
import type { Transaction } from '#server/db.ts'
import { inviteAdmin, resetAdmin } from './invite-admin.ts'
import { setActive } from './set-active.ts'
import { movedRoles, replaceRolesOf } from './set-roles.ts'

// Each executor checks the requester's permissions again, because the requester may have lost roles since.

const withRoles = z.object({ roles: z.array(z.enum(roles)) })
const newAdmin = z.object({
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  preferredLanguage: locale,
  ...withRoles.shape,
})

/** Returns true if the admin currently has every permission of these roles. */
async function holdsAll(tx: Transaction, adminId: string, roles: readonly Role[]) {
  const own = permissionsOf((await findAdmin(tx, adminId))?.roles ?? [])
  return permissionsOf(roles).every((each) => own.includes(each))
}

/** Returns the admin whom the request is about, or an outcome if the admin has changed since. */
async function findUnchangedAdmin(
  tx: Transaction,
  { targetId, targetVersion }: Approval,
): Promise<Admin | ApprovalOutcome> {
  const admin = await findAdmin(tx, targetId)
  return admin?.version === targetVersion ? admin : 'changed meanwhile'
}

/** Calls `findUnchangedAdmin`, and returns an outcome for an admin with permissions that the requester lacks. */
async function findManagedAdmin(
  tx: Transaction,
  approval: Approval,
): Promise<Admin | ApprovalOutcome> {
  const admin = await findUnchangedAdmin(tx, approval)
  if (typeof admin === 'string') return admin
  return (await holdsAll(tx, approval.askedBy, admin.roles)) ? admin : 'asker not allowed'
}

export const adminRolesApproval: ApprovalExecutor = {
  carryOut: async (tx, approval, actor) => {
    const admin = await findUnchangedAdmin(tx, approval)
    if (typeof admin === 'string') return admin
    const newRoles = withRoles.parse(approval.proposal).roles
    if (!(await holdsAll(tx, approval.askedBy, movedRoles(admin.roles, newRoles))))
      return 'asker not allowed'
    return (await replaceRolesOf(tx, actor, admin, newRoles)) ? undefined : 'not possible'
  },
}

export const adminAddApproval: ApprovalExecutor = {
  carryOut: async (tx, { askedBy, proposal }, actor) => {
    const admin = newAdmin.parse(proposal)
    if (!(await holdsAll(tx, askedBy, admin.roles))) return 'asker not allowed'
    if (await findAdminByEmail(tx, admin.email)) return 'changed meanwhile'
    return (await inviteAdmin(tx, actor, admin)) ? undefined : 'changed meanwhile'
  },
}

export const adminResetApproval: ApprovalExecutor = {
  carryOut: async (tx, approval, actor) => {
    const admin = await findManagedAdmin(tx, approval)
    if (typeof admin === 'string') return admin
    if (!admin.active) return 'not possible'
    await resetAdmin(tx, actor, admin, approval.reason)
    return undefined
  },
}

/** Returns the executor that activates or deactivates an admin who is still in the other state. */
function activation(active: boolean): ApprovalExecutor {
  return {
    carryOut: async (tx, approval, actor) => {
      const admin = await findManagedAdmin(tx, approval)
      if (typeof admin === 'string') return admin
      if (admin.active === active) return 'changed meanwhile'
      const change = { active, reason: approval.reason }
      return (await setActive(tx, actor, admin, change)) ? undefined : 'not possible'
    },
  }
}

export const adminActivateApproval = activation(true)
export const adminDeactivateApproval = activation(false)
