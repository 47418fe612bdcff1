import type { AskedApprovalReply } from '#contract/approval.ts'
import { isId } from '#contract/fields.ts'
import { permissionsOf, type Role } from '#contract/permission.ts'
import { commonErrors, invalidField, Refusal, type Fault } from '#contract/refusal.ts'
import { endAdminSessionsOf, lockAdminSession } from '#domain/sessions/admin-session.ts'
import {
  findAdmin,
  countOtherSuperAdmins,
  findAdminByEmail,
  hasSuspended,
  isLastSuperAdmin,
  lockAdmins,
  suspendAdmin,
  type Admin,
} from '#domain/accounts/admin.ts'
import { adminArea, recordAudit } from '#domain/audit/audit.ts'
import { voidLinkOf } from '#domain/sign-in/link.ts'
import { listOpenLinks } from '#domain/sign-in/sent-link.ts'
import { enqueueMail } from '#domain/mail/mail.ts'
import { requiresTwoPeople } from '#domain/approvals/approval-rights.ts'
import { askSecondPerson } from '#domain/approvals/second-person.ts'
import { adminNotLoggedIn } from '#server/authorize.ts'
import type { AdminCaller } from '#server/caller.ts'
import { scalar, transaction, type Db, type Transaction } from '#server/db.ts'
import {
  resetAdmin as resetEndpoint,
  suspendAdmin as suspendEndpoint,
  type inviteAdmin as inviteEndpoint,
} from './contract.ts'
import type { Body } from '#contract/endpoint.ts'
import { inviteAdmin as inviteInLock, resetAdmin as resetInLock } from './invite-admin.ts'
import { endAdminAccess, setActive } from './set-active.ts'

type Rule =
  | 'ownAccount'
  | 'beyondOwn'
  | 'lastSuperAdmin'
  | 'onePerDay'
  | 'twoApprovers'
  | 'threeTimesPerDay'

/**
 * Returns true if the caller currently has the permission over admins and every permission of these roles. Reads them
 * again under `lockAdmins`, because the caller may have lost the roles or the session while waiting. Throws 401101 for
 * a session that has ended.
 */
export async function mayManage(
  tx: Transaction,
  caller: AdminCaller,
  roles: readonly Role[],
): Promise<boolean> {
  if (!(await lockAdminSession(tx, caller.sessionId))) throw adminNotLoggedIn()
  const own = permissionsOf((await findAdmin(tx, caller.adminId))?.roles ?? [])
  const isBeyond = permissionsOf(roles).some((each) => !own.includes(each))
  return own.includes('manage_admin_user') && !isBeyond
}

/** Records the refusal of a change in the audit log and returns the error to throw. */
async function refuse(
  db: Db,
  caller: AdminCaller,
  { adminId, change, rule }: { adminId?: string; change: string; rule: Rule },
): Promise<Refusal> {
  const data = { change, reason: rule }
  await recordAudit(db, caller, 'admin_change_refused', { targetId: adminId, data })
  // Without an admin, the change is an invitation, and the fault is about its roles.
  const fault: Fault = { code: commonErrors.forbidden, rule, ...(!adminId && { field: 'roles' }) }
  return new Refusal(fault.code, { faults: [fault] })
}

/**
 * Adds an admin and returns the id, or requests an approval and returns it. Throws 403001 for a role with a permission
 * that the caller lacks, 400001 if an admin has this address, and 409004 if an open request has it.
 */
export async function inviteAdmin(
  db: Db,
  caller: AdminCaller,
  { reason = '', ...newAdmin }: Body<typeof inviteEndpoint>,
): Promise<string | AskedApprovalReply> {
  const result = await transaction(db, async (tx) => {
    await lockAdmins(tx)
    if (!(await mayManage(tx, caller, newAdmin.roles))) return 'beyondOwn'
    if (await findAdminByEmail(tx, newAdmin.email)) throw invalidField('email', 'emailTaken')
    const approval = await askSecondPerson(tx, caller, {
      kind: 'admin-add',
      // The address takes the place of an id, so that it can have only one open request.
      targetId: newAdmin.email,
      targetVersion: null,
      before: {},
      proposal: newAdmin,
      reason,
    })
    return approval ?? inviteInLock(tx, caller, newAdmin)
  })
  if (result === 'beyondOwn') throw await refuse(db, caller, { change: 'invite', rule: result })
  if (!result) throw invalidField('email', 'emailTaken')
  return 'approval' in result ? result : result.adminId
}

/** The admin to change, and the name of the change in the audit log. */
type Change = {
  adminId: string
  change: 'activate' | 'deactivate' | 'suspend' | 'reset' | 'end sessions' | 'revoke invitation'
}

/**
 * Changes the account of another admin whose roles do not exceed the caller's. Changes are serialized: if two super
 * admins deactivate each other, one stays. `make` returns its result, or the rule that forbids the change, a string.
 * Throws 404001 for an unknown admin, and 403001 for a forbidden change, after recording it.
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

/**
 * Activates or deactivates an admin. Idempotent: a repeated call changes, records and mails nothing. Returns the
 * approval if the change needs one.
 */
export async function setAdminActive(
  db: Db,
  caller: AdminCaller,
  { adminId, active, reason }: Activation,
): Promise<AskedApprovalReply | undefined> {
  const change = active ? 'activate' : 'deactivate'
  const result = await changeAdmin(db, caller, { adminId, change }, async (tx, admin) => {
    const isSuperAdmin = admin.roles.includes('super_admin')
    if (!active && admin.active && isSuperAdmin && (await isLastSuperAdmin(tx, adminId)))
      return 'lastSuperAdmin'
    if (admin.active !== active) {
      const kind = active ? 'admin-activate' : 'admin-deactivate'
      const approval = await requestApproval(tx, caller, admin, { kind, reason })
      if (approval) return approval
    }
    return (await setActive(tx, caller, admin, { active, reason })) ? {} : 'lastSuperAdmin'
  })
  return approvalIn(result)
}

/** Returns the approval, if there is one. Drops other results, so that the link of a reset is not exposed. */
function approvalIn(result: object): AskedApprovalReply | undefined {
  return 'approval' in result ? (result as AskedApprovalReply) : undefined
}

type ApprovalRequest = {
  kind: 'admin-activate' | 'admin-deactivate' | 'admin-reset'
  reason?: string | undefined
}

function requestApproval(
  tx: Transaction,
  caller: AdminCaller,
  { id: targetId, version: targetVersion, active, roles }: Admin,
  { kind, reason = '' }: ApprovalRequest,
) {
  const isReset = kind === 'admin-reset'
  return askSecondPerson(tx, caller, {
    kind,
    targetId,
    targetVersion,
    before: { active, roles },
    proposal: isReset ? { reset: true } : { active: kind === 'admin-activate' },
    reason,
    // The delay gives admins time to notice a fraudulent request.
    ...(isReset && { delay: '1 hour' }),
  })
}

type WithReason = { adminId: string; reason: string }

/**
 * Locks another admin out for a day, without an approval. Throws
 * - 403001 if the caller has suspended an admin in the last day, or if fewer than two super admins would remain with
 *   two-person approval;
 * - 409001 for a second time in a week, and for a deactivated admin.
 */
export async function suspend(
  db: Db,
  caller: AdminCaller,
  { adminId, reason }: WithReason,
): Promise<void> {
  await changeAdmin(db, caller, { adminId, change: 'suspend' }, async (tx, admin) => {
    const { id } = admin
    if (await hasSuspended(tx, caller.adminId)) return 'onePerDay'
    // With two-person approval, two super admins always remain, so that one can refuse what the other requests.
    const isTwoPerson = await requiresTwoPeople(tx, 'admin-deactivate')
    if (isTwoPerson && (await countOtherSuperAdmins(tx, id)) < 2) return 'twoApprovers'
    if (!admin.active || !(await suspendAdmin(tx, id, caller.adminId)))
      throw new Refusal(suspendEndpoint.refusals.changedMeanwhile)
    const data = { endedSessions: await endAdminAccess(tx, id), reason }
    await enqueueMail(tx, 'admin-suspended', admin)
    await recordAudit(tx, caller, 'admin_suspended', { targetId: id, subSystem: adminArea, data })
    return {}
  })
}

/** Resets an admin's access. Throws 403301 for a deactivated admin, who could not use the link. */
export async function resetAdmin(
  db: Db,
  caller: AdminCaller,
  { adminId, reason }: WithReason,
): Promise<AskedApprovalReply | undefined> {
  const result = await changeAdmin(db, caller, { adminId, change: 'reset' }, async (tx, admin) => {
    if (!admin.active) throw new Refusal(resetEndpoint.refusals.userInactive)
    const approval = await requestApproval(tx, caller, admin, { kind: 'admin-reset', reason })
    return approval ?? resetInLock(tx, caller, admin, reason)
  })
  return approvalIn(result)
}

/** Revokes an admin's invitation. Throws 404001 if there is no valid invitation. */
export async function revokeInvitation(
  db: Db,
  caller: AdminCaller,
  { adminId, reason }: WithReason,
): Promise<void> {
  await changeAdmin(db, caller, { adminId, change: 'revoke invitation' }, async (tx, { id }) => {
    // Admins have no other links.
    const [link] = await listOpenLinks(tx, id)
    if (!link || !(await voidLinkOf(tx, id, link.id))) throw new Refusal(commonErrors.notFound)
    const data = { linkId: link.id, kind: 'admin-set-up', reason }
    await recordAudit(tx, caller, 'link_revoked', { targetId: id, subSystem: adminArea, data })
    return {}
  })
}

/** Number of times per day that an admin may log out the same admin. More would be a suspension without its limits. */
const maxLogoutsPerDay = 3

/**
 * Ends all sessions of an admin. Returns the number of ended sessions. Throws 403001 after `maxLogoutsPerDay` calls of
 * the same admin in 24 hours.
 */
export function endSessionsOfAdmin(
  db: Db,
  caller: AdminCaller,
  { adminId, reason }: WithReason,
): Promise<number> {
  return changeAdmin(db, caller, { adminId, change: 'end sessions' }, async (tx, { id }) => {
    if ((await countLogouts(tx, caller.adminId, id)) >= maxLogoutsPerDay) return 'threeTimesPerDay'
    const ended = await endAdminSessionsOf(tx, id, 'endedBySupport')
    const details = { targetId: id, subSystem: adminArea, data: { ended, reason } }
    await recordAudit(tx, caller, 'all_sessions_ended', details)
    return ended
  })
}

async function countLogouts(tx: Transaction, adminId: string, targetId: string): Promise<number> {
  const count = await scalar<number>(tx)`
    select count(*) from audit_log l
    where l.target_id = ${targetId} and l.actor_id = ${adminId} and l.action = 'all_sessions_ended'
      and l.timestamp > now() - interval '24 hours'`
  return count ?? 0
}
