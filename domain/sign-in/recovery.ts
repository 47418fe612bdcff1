import type { AskedApprovalReply } from '#contract/approval.ts'
import type { RecoveryState } from '#contract/link.ts'
import type { AdminCaller } from '#server/caller.ts'
import { row, scalar, sql, type Db, type Transaction } from '#server/db.ts'
import {
  cancelOpenApproval,
  delayApproval,
  findApproval,
  findOpenApprovals,
  isOpenApproval,
  type Approval,
  type Person,
} from '../approvals/approval.ts'
import { listCandidates, requiresTwoPeople } from '../approvals/approval-rights.ts'
import { recordAudit, type Actor } from '../audit/audit.ts'
import {
  createLink,
  isIdentityVerified,
  supportCodeOf,
  voidRecoveryLinks,
  type Link,
} from './link.ts'
import { isPasswordFromMail } from '../credentials/password.ts'
import { notifyAddresses, notifyRecoveryEnd, type RecoveryEnd } from './recovery-notice.ts'
import { askApproval, replyFor } from '../approvals/second-person.ts'
import { getUser, type User } from '../accounts/user.ts'

/**
 * Kind of approval behind the recovery of a user who has lost the second factor. A recovery is requested, then approved
 * by a second person, and waits for a delay in which every address of the user is notified. Then the user gets a link
 * that replaces the factor.
 */
const kind = 'replace-factors'

/** Hours from the request in which the user can stop a recovery that needs approval. No decision shortens them. */
export const recoveryDelayHours = 24
const delay = `${recoveryDelayHours} hours`

/** Lost credentials. If the password is lost too, support reads a code to the user. */
export type LostCredentials = 'factors' | 'password-and-factors'

type ReplacementRequest = { lost: LostCredentials; reason: string; phone?: string | undefined }

/** Returns the lost credentials from the proposal of a recovery. */
export function lostIn({ proposal }: Approval): LostCredentials {
  return proposal['lost'] === 'password-and-factors' ? 'password-and-factors' : 'factors'
}

/** User whose second factor is replaced. */
type Owner = Pick<User, 'id' | 'email' | 'preferredLanguage'>

/**
 * Requests an approval for a user to replace the second factor, and notifies every address of the user immediately.
 * Throws `approvalPending`, and `noSecondPerson` if there is no approver.
 */
export async function askForReplacement(
  tx: Transaction,
  actor: Actor,
  requester: Person,
  { user, lost, reason, phone }: ReplacementRequest & { user: Owner },
): Promise<Approval> {
  const approval = await askApproval(tx, actor, requester, {
    kind,
    targetId: user.id,
    partnerId: await findDelegatedCompany(tx, user.id),
    proposal: { lost, ...(phone && { phone }) },
    before: await factorsOf(tx, user.id),
    targetVersion: null,
    reason,
    delay,
  })
  const { id: approvalId } = approval
  await recordAudit(tx, actor, 'recovery_asked', {
    targetId: user.id,
    data: { approvalId, lost },
  })
  const otherRequester = requester.kind === 'user' ? 'company' : 'admin'
  const by = requester.id === user.id ? 'user' : otherRequester
  const others = await listNewAdministrators(tx, approval)
  await notifyAddresses(tx, 'recovery-asked', user, { approvalId, others, data: { by } })
  return approval
}

/** Requests the replacement for an admin if it requires two-person approval; undefined if the admin may do it alone. */
export async function askForReplacementByTwo(
  tx: Transaction,
  caller: AdminCaller,
  request: ReplacementRequest & { user: Owner },
): Promise<AskedApprovalReply | undefined> {
  if (!(await requiresTwoPeople(tx, kind))) return undefined
  const requester = { kind: 'admin', id: caller.adminId } as const
  const approval = await askForReplacement(tx, caller, requester, request)
  const isPasswordLost = request.lost === 'password-and-factors'
  return {
    ...replyFor(approval),
    ...(isPasswordLost && { supportCode: supportCodeOf(approval.id) }),
  }
}

/** Returns the id of the user's company if it has its own administrators; null otherwise. */
async function findDelegatedCompany(db: Db, userId: string): Promise<string | null> {
  const partnerId = await scalar<string>(db)`
    select p.id from users u join partners p on p.id = u.partner_id
    where u.id = ${userId} and p.delegated and p.active`
  return partnerId ?? null
}

/** Returns the user's present factors, which approvers see. */
async function factorsOf(db: Db, userId: string): Promise<Approval['before']> {
  const factors = await row<{ authenticator: boolean; passkeys: number }>(db)`
    select exists (select from second_factors f where f.user_id = ${userId} and f.confirmed_at is not null) as authenticator,
           (select count(*) from passkeys k where k.user_id = ${userId}) as passkeys`
  return { ...factors }
}

/**
 * Returns administrators of the company who may not approve, because they have held the permission for less than a day.
 */
async function listNewAdministrators(tx: Transaction, approval: Approval) {
  const candidates = await listCandidates(tx, approval)
  return candidates.filter((each) => each.kind === 'user' && each.obstacle === 'newRight')
}

/**
 * Recovery in progress. `asked`: not decided yet. `waiting`: approved, waiting until `notBefore`. `mailed`: the link
 * that replaces the factor was emailed and still works.
 */
export type RecoveryCase = Pick<
  Approval,
  'id' | 'askedKind' | 'askedBy' | 'askedAt' | 'notBefore' | 'expiresAt'
> & { state: 'asked' | 'waiting' | 'mailed' }

const hasOpenLink = sql`exists (
  select from one_time_links l
  where l.approval_id = a.id and l.kind in ('reset-mfa', 'recover')
    and l.used_at is null and l.voided_at is null and l.expires_at > now())`

/** Returns the user's latest recovery that is in progress; undefined if there is none. */
export function findRecovery(db: Db, userId: string): Promise<RecoveryCase | undefined> {
  return row<RecoveryCase>(db)`
    select a.id, a.asked_kind, a.asked_by, a.asked_at, a.not_before, a.expires_at,
           case when a.done_at is not null then 'mailed' when a.decision = 'approved' then 'waiting'
                else 'asked' end as state
    from approvals a
    where a.kind = ${kind} and a.target_id = ${userId} and (${isOpenApproval} or ${hasOpenLink})
    order by a.asked_at desc limit 1`
}

/**
 * Emails the link that completes a recovery, notifies every other address of the user, and returns the link's id. `by`
 * is the approval, or an admin who acted alone.
 */
export async function mailRecoveryLink(
  tx: Transaction,
  user: Owner,
  { lost, ...by }: { lost: LostCredentials } & ({ approvalId: string } | { adminId: string }),
): Promise<string> {
  const { id: userId, email } = user
  const isApproved = 'approvalId' in by
  const linkId = await createLink(tx, {
    kind: lost === 'factors' ? 'reset-mfa' : 'recover',
    email,
    userId,
    createdBy: isApproved ? 'system' : `admin:${by.adminId}`,
    ...(isApproved && { approvalId: by.approvalId }),
  })
  const isOnlyReset = !isApproved && lost === 'factors'
  const data = { linkId, lost, role: 'owner', ...(!isApproved && { sender: 'support' }) }
  await notifyAddresses(tx, 'recovery-open', user, {
    ...(isApproved && { approvalId: by.approvalId }),
    ownMail: { kind: isOnlyReset ? 'reset-mfa' : 'recovery-open', data },
  })
  return linkId
}

/**
 * Returns true if a link accepts the password in place of the lost factor. An admin or an approver must have verified
 * the user's identity. A password that was set by a mailed link is not accepted, because it proves no more than the
 * mailbox, unless it is older than the link of an approved recovery.
 */
export async function isPasswordProof(db: Db, link: Link): Promise<boolean> {
  const { userId, approvalId, createdAt } = link
  if (userId === null || !isIdentityVerified(link)) return false
  // One minute of tolerance, because a concurrent password change may have waited until the approval was executed.
  const since =
    approvalId === null ? undefined : sql`${createdAt}::timestamptz - interval '1 minute'`
  return !(await isPasswordFromMail(db, userId, since))
}

/** Returns the recovery in progress as its user and admins see it; null if there is none. */
export async function describeRecovery(db: Db, userId: string) {
  const recovery = await findRecovery(db, userId)
  if (!recovery) return null
  const { askedKind, askedBy, ...visible } = recovery
  const otherRequester = askedKind === 'user' ? ('company' as const) : ('support' as const)
  return { ...visible, askedBy: askedBy === userId ? ('user' as const) : otherRequester }
}

/** Returns true if the approval is a recovery of this user, ended or not. */
export async function isRecoveryOf(db: Db, userId: string, id: string): Promise<boolean> {
  const approval = await findApproval(db, id)
  return approval?.kind === kind && approval.targetId === userId
}

/** Returns the state of the recovery of a stop link: `undoable` if the link can disable the new factor. */
export async function findRecoveryState(
  db: Db,
  { userId, approvalId, passkeyId, authenticatorId }: Link,
): Promise<RecoveryState> {
  if ((passkeyId ?? authenticatorId) !== null) return 'undoable'
  const recovery = await row<{ isOpen: boolean; isDone: boolean }>(db)`
    select coalesce(bool_or(l.used_at is null and l.voided_at is null and l.expires_at > now()), false)
             or exists (select from approvals a where a.id = ${approvalId}::uuid and ${isOpenApproval}) as is_open,
           coalesce(bool_or(l.used_at is not null), false) as is_done
    from one_time_links l
    where l.user_id = ${userId} and l.kind in ('reset-mfa', 'recover')
      and l.approval_id is not distinct from ${approvalId}::uuid`
  if (recovery?.isOpen) return 'open'
  return recovery?.isDone ? 'done' : 'ended'
}

/** Reasons for the audit log, of ends that no other audit row explains. */
const reasons: Partial<Record<RecoveryEnd, string>> = {
  login: 'old factor',
  replaced: 'new factor',
  locked: 'owner lock',
}

/**
 * Ends a user's recovery, or only the one with `approvalId`. Cancels its approval, voids its links and notifies every
 * address of the user. Returns the approval's id; undefined if nothing was in progress.
 */
export async function endRecovery(
  tx: Transaction,
  actor: Actor,
  { userId, approvalId }: { userId: string; approvalId?: string | undefined },
  end: RecoveryEnd,
): Promise<string | undefined> {
  const request = { kind, targetId: userId, id: approvalId } as const
  const cancelled = await cancelOpenApproval(tx, request, { kind: 'user', id: userId })
  // A separate statement, because the first one may have waited until the approval was executed.
  const [voided] = await voidRecoveryLinks(tx, userId, approvalId)
  const id = cancelled ?? voided
  if (id === undefined) return undefined
  await recordAudit(tx, actor, 'recovery_stopped', {
    targetId: userId,
    data: { approvalId: id, ...(end in reasons && { reason: reasons[end] }) },
  })
  await notifyRecoveryEnd(tx, await getUser(tx, userId), id, end)
  return id
}

/**
 * Restarts the delay of an open recovery after a password was set by mail, so that the user again has the full time to
 * stop it. Returns the approval's id; undefined if no recovery is open.
 */
export async function delayRecovery(tx: Transaction, user: Owner): Promise<string | undefined> {
  const [approval] = await findOpenApprovals(tx, user.id, kind)
  if (!approval) return undefined
  await delayApproval(tx, approval.id, delay)
  const data = { by: 'password' }
  await notifyAddresses(tx, 'recovery-asked', user, { approvalId: approval.id, data })
  return approval.id
}
