import { isId } from '#contract/fields.ts'
import { permissionsOf, rolePermissions, type Role } from '#contract/permission.ts'
import { commonErrors, Refusal, type Fault } from '#contract/refusal.ts'
import { endAdminSessionsOf, lockAdminSession } from '#domain/admin-session.ts'
import { findAdmin, lockAdmins, type Admin } from '#domain/admin.ts'
import { adminArea, recordAudit } from '#domain/audit.ts'
import { adminNotLoggedIn } from '#server/authorize.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { resetAdmin as resetEndpoint, type inviteAdmin as invitation } from './contract.ts'
import type { Body } from '#contract/endpoint.ts'
import { invalidField } from '#contract/refusal.ts'
import { inviteAdmin as addInvited, resetAdmin as resetLocked } from './invite-admin.ts'
import { setActive } from './set-active.ts'

type Rule = 'ownAccount' | 'beyondOwn' | 'lastSuperAdmin'

/**
 * Whether the caller has, by now, the permission over admins and every permission of these roles. Read again under
 * `lockAdmins`: the caller may have lost the roles or the session while this call waited. Throws 401101 for a session
 * that has ended.
 */
export async function mayManage(
  tx: Transaction,
  caller: AdminCaller,
  roles: readonly Role[],
): Promise<boolean> {
  if (!(await lockAdminSession(tx, caller.sessionId))) throw adminNotLoggedIn()
  const own = permissionsOf((await findAdmin(tx, caller.adminId))?.roles ?? [])
  const isBeyond = roles.some((role) => rolePermissions[role].some((each) => !own.includes(each)))
  return own.includes('manage_admin_user') && !isBeyond
}

/** Records that a change was refused, and returns the error to throw. */
async function refuse(
  db: Db,
  caller: AdminCaller,
  { adminId, change, rule }: { adminId?: string; change: string; rule: Rule },
): Promise<Refusal> {
  const data = { change, reason: rule }
  await recordAudit(db, caller, 'admin_change_refused', { targetId: adminId, data })
  const fault: Fault = { code: commonErrors.forbidden, rule, ...(!adminId && { field: 'roles' }) }
  return new Refusal(fault.code, { faults: [fault] })
}

/** Returns the id of the new admin. Throws 400001 for an address that an admin has. */
export async function inviteAdmin(
  db: Db,
  caller: AdminCaller,
  sent: Body<typeof invitation>,
): Promise<string> {
  const invited = await transaction(db, async (tx) => {
    await lockAdmins(tx)
    if (!(await mayManage(tx, caller, sent.roles))) return 'beyondOwn'
    return addInvited(tx, caller, sent)
  })
  if (invited === 'beyondOwn') throw await refuse(db, caller, { change: 'invite', rule: invited })
  if (!invited) throw invalidField('email', 'emailTaken')
  return invited.adminId
}

/** The name of a change, as the audit log has it. */
type Change = { adminId: string; change: 'activate' | 'deactivate' | 'reset' | 'end sessions' }

/**
 * Changes the account of another admin whose roles do not exceed the caller's. One change at a time: of two super
 * admins who act on each other, one is left. Refusals are recorded.
 */
async function changeAdmin<Result extends object | number>(
  db: Db,
  caller: AdminCaller,
  { adminId, change }: Change,
  make: (tx: Transaction, admin: Admin) => Promise<Result | Rule>,
): Promise<Result> {
  if (!isId(adminId)) throw new Refusal(commonErrors.notFound)
  const result = await transaction(db, async (tx): Promise<Result | Rule> => {
    await lockAdmins(tx)
    const admin = await findAdmin(tx, adminId)
    if (!admin) throw new Refusal(commonErrors.notFound)
    if (admin.id === caller.adminId) return 'ownAccount'
    if (!(await mayManage(tx, caller, admin.roles))) return 'beyondOwn'
    return make(tx, admin)
  })
  if (typeof result === 'string') throw await refuse(db, caller, { adminId, change, rule: result })
  return result
}

type Activation = { adminId: string; active: boolean; reason?: string | undefined }

/** Idempotent: a second call changes, records and mails nothing. */
export async function setAdminActive(
  db: Db,
  caller: AdminCaller,
  { adminId, active, reason }: Activation,
): Promise<void> {
  const change = active ? 'activate' : 'deactivate'
  await changeAdmin(db, caller, { adminId, change }, async (tx, admin) =>
    (await setActive(tx, caller, admin, { active, reason })) ? {} : 'lastSuperAdmin',
  )
}

type WithReason = { adminId: string; reason: string }

/** Throws 403301 for a deactivated admin, who could not use the link. */
export async function resetAdmin(
  db: Db,
  caller: AdminCaller,
  { adminId, reason }: WithReason,
): Promise<void> {
  await changeAdmin(db, caller, { adminId, change: 'reset' }, async (tx, admin) => {
    if (!admin.active) throw new Refusal(resetEndpoint.refusals.userInactive)
    return resetLocked(tx, caller, admin, reason)
  })
}

/** Returns how many sessions ended. */
export function endSessionsOfAdmin(
  db: Db,
  caller: AdminCaller,
  { adminId, reason }: WithReason,
): Promise<number> {
  return changeAdmin(db, caller, { adminId, change: 'end sessions' }, async (tx, { id }) => {
    const ended = await endAdminSessionsOf(tx, id, 'endedBySupport')
    const data = { ended, reason }
    await recordAudit(tx, caller, 'all_sessions_ended', {
      targetId: id,
      subSystem: adminArea,
      data,
    })
    return ended
  })
}
