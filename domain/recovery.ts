import type { AskedApprovalReply } from '#contract/approval.ts'
import type { RecoveryState } from '#contract/link.ts'
import type { AdminCaller } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { row, scalar, sql, type Db, type Transaction } from '#server/db.ts'
import {
  cancelOpenApproval,
  delayApproval,
  findApproval,
  findOpenApprovals,
  isOpenApproval,
  type Approval,
  type Person,
} from './approval.ts'
import { listDeciders, requiresTwoPeople } from './approval-rights.ts'
import { recordAudit, type Actor } from './audit.ts'
import {
  createLink,
  isCreatedByAdmin,
  supportCodeOf,
  voidRecoveryLinks,
  type Link,
} from './link.ts'
import { isPasswordFromMail } from './password.ts'
import { tellChannels, tellEnd, type RecoveryEnd } from './recovery-notice.ts'
import { askApproval, replyFor } from './second-person.ts'
import { getUser, type User } from './user.ts'

/**
 * The case of a user who has lost the second factor: an approval of this kind, and the link that it ends with. Asked,
 * approved by a second person, open after a delay in which every address of the user is told, done by the link.
 */
const kind = 'replace-factors'

/** No decision shortens it: in this time the user can stop what somebody else has asked for. */
const delay = `${config.recoveryDelayHours} hours`

/** What was lost; with the password, the user is read a code. */
export type Lost = 'factors' | 'password-and-factors'

export type ReplacementAsk = { lost: Lost; reason: string; phone?: string | undefined }

/** What the proposal of a case says. */
export function lostIn({ proposal }: Approval): Lost {
  return proposal['lost'] === 'password-and-factors' ? 'password-and-factors' : 'factors'
}

/** What the replacement needs to know of its user. */
type Owner = Pick<User, 'id' | 'email' | 'preferredLanguage'>

/**
 * Asks a second person to let a user replace the second factor, and tells every address of the user at once. Throws
 * `approvalPending` and, where nobody could decide, `noSecondPerson`.
 */
export async function askForReplacement(
  tx: Transaction,
  actor: Actor,
  asker: Person,
  { user, lost, reason, phone }: ReplacementAsk & { user: Owner },
): Promise<Approval> {
  const approval = await askApproval(tx, actor, asker, {
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
  const colleague = asker.kind === 'user' ? 'company' : 'admin'
  const by = asker.id === user.id ? 'user' : colleague
  const others = await listYoungerColleagues(tx, approval)
  await tellChannels(tx, 'recovery-asked', user, { approvalId, others, data: { by } })
  return approval
}

/** The same by an admin, where the kind of action takes two people; undefined where one may do it now. */
export async function askForReplacementByTwo(
  tx: Transaction,
  caller: AdminCaller,
  ask: ReplacementAsk & { user: Owner },
): Promise<AskedApprovalReply | undefined> {
  if (!(await requiresTwoPeople(tx, kind))) return undefined
  const asker = { kind: 'admin', id: caller.adminId } as const
  const approval = await askForReplacement(tx, caller, asker, ask)
  const isWhole = ask.lost === 'password-and-factors'
  return { ...replyFor(approval), ...(isWhole && { supportCode: supportCodeOf(approval.id) }) }
}

/** The company of a user, where it has administrators of its own. */
async function findDelegatedCompany(db: Db, userId: string): Promise<string | null> {
  const found = await scalar<string>(db)`
    select p.id from users u join partners p on p.id = u.partner_id
    where u.id = ${userId} and p.delegated and p.active`
  return found ?? null
}

/** What there is to replace, for those who decide. */
async function factorsOf(db: Db, userId: string): Promise<Approval['before']> {
  const found = await row<{ authenticator: boolean; passkeys: number }>(db)`
    select exists (select from second_factors f where f.user_id = ${userId} and f.confirmed_at is not null) as authenticator,
           (select count(*) from passkeys k where k.user_id = ${userId}) as passkeys`
  return { ...found }
}

/** Colleagues with the right who may not decide, because they have held it for less than a day. */
async function listYoungerColleagues(tx: Transaction, approval: Approval) {
  const { askedAt } = approval
  const day = 24 * 60 * 60 * 1000
  const may = new Set((await listDeciders(tx, approval, askedAt)).map(({ id }) => id))
  const all = await listDeciders(tx, approval, new Date(askedAt.getTime() + day))
  return all.filter((each) => each.kind === 'user' && !may.has(each.id))
}

/** `mailed`: the link replaces the second factor. */
export type RecoveryCase = Pick<
  Approval,
  'id' | 'askedKind' | 'askedBy' | 'askedAt' | 'notBefore' | 'expiresAt'
> & { state: 'asked' | 'waiting' | 'mailed' }

const hasOpenLink = sql`exists (
  select from one_time_links l
  where l.approval_id = a.id and l.kind in ('reset-mfa', 'recover')
    and l.used_at is null and l.voided_at is null and l.expires_at > now())`

/** What is under way for a user. */
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
 * Mails the link that a recovery ends with; every other address of the user is told. Returns the link's id. `by` is
 * an admin where nobody else was asked.
 */
export async function mailRecoveryLink(
  tx: Transaction,
  user: Owner,
  { lost, ...by }: { lost: Lost } & ({ approvalId: string } | { adminId: string }),
): Promise<string> {
  const { id: userId, email } = user
  const isCase = 'approvalId' in by
  const linkId = await createLink(tx, {
    kind: lost === 'factors' ? 'reset-mfa' : 'recover',
    email,
    userId,
    createdBy: isCase ? 'system' : `admin:${by.adminId}`,
    ...(isCase && { approvalId: by.approvalId }),
  })
  const isOnlyReset = !isCase && lost === 'factors'
  const data = { linkId, lost, role: 'owner', ...(!isCase && { sender: 'support' }) }
  await tellChannels(tx, 'recovery-open', user, {
    ...(isCase && { approvalId: by.approvalId }),
    owner: { kind: isOnlyReset ? 'reset-mfa' : 'recovery-open', data },
  })
  return linkId
}

/**
 * Whether the link accepts the password in place of the lost factor: none that a mailbox has set, unless before the
 * link of a case, which has waited since then. Only where others have verified the user.
 */
export async function isPasswordProof(db: Db, link: Link): Promise<boolean> {
  const { userId, approvalId, createdAt } = link
  if (userId === null || !isCreatedByAdmin(link)) return false
  // A password that began in the same moment may have waited for the case to be carried out.
  const since =
    approvalId === null ? undefined : sql`${createdAt}::timestamptz - interval '1 minute'`
  return !(await isPasswordFromMail(db, userId, since))
}

/** The same for its user and for admins; null where nothing is under way. */
export async function describeRecovery(db: Db, userId: string) {
  const found = await findRecovery(db, userId)
  if (!found) return null
  const { askedKind, askedBy, ...shown } = found
  const other = askedKind === 'user' ? ('company' as const) : ('support' as const)
  return { ...shown, askedBy: askedBy === userId ? ('user' as const) : other }
}

/** Whether the case is about the user, ended or not. */
export async function isOwnCase(db: Db, userId: string, id: string): Promise<boolean> {
  const found = await findApproval(db, id)
  return found?.kind === kind && found.targetId === userId
}

/** What became of the recovery that a link stops. */
export async function findRecoveryOf(
  db: Db,
  { userId, approvalId, passkeyId, authenticatorId }: Link,
): Promise<RecoveryState> {
  if ((passkeyId ?? authenticatorId) !== null) return 'undoable'
  const found = await row<{ isOpen: boolean; isDone: boolean }>(db)`
    select coalesce(bool_or(l.used_at is null and l.voided_at is null and l.expires_at > now()), false)
             or exists (select from approvals a where a.id = ${approvalId}::uuid and ${isOpenApproval}) as is_open,
           coalesce(bool_or(l.used_at is not null), false) as is_done
    from one_time_links l
    where l.user_id = ${userId} and l.kind in ('reset-mfa', 'recover')
      and l.approval_id is not distinct from ${approvalId}::uuid`
  if (found?.isOpen) return 'open'
  return found?.isDone ? 'done' : 'ended'
}

/** Of an end that nothing else in the log tells of. */
const reasons: Partial<Record<RecoveryEnd, string>> = { login: 'old factor', locked: 'owner lock' }

/**
 * Ends what is under way for a user, or this case alone: nothing of it works any more, and every address is told.
 * Returns its id; undefined where nothing was under way.
 */
export async function endRecovery(
  tx: Transaction,
  actor: Actor,
  { userId, approvalId }: { userId: string; approvalId?: string | undefined },
  end: RecoveryEnd,
): Promise<string | undefined> {
  const which = { kind, targetId: userId, id: approvalId } as const
  const cancelled = await cancelOpenApproval(tx, which, { kind: 'user', id: userId })
  // By a statement of its own: the first one may have waited for the case to be carried out.
  const [voided] = await voidRecoveryLinks(tx, userId, approvalId)
  const id = cancelled ?? voided
  if (id === undefined) return undefined
  await recordAudit(tx, actor, 'recovery_stopped', {
    targetId: userId,
    data: { approvalId: id, ...(end in reasons && { reason: reasons[end] }) },
  })
  await tellEnd(tx, await getUser(tx, userId), id, end)
  return id
}

/** After a new password by mail: the case stays, and the time in which the user can stop it begins anew. */
export async function delayRecovery(tx: Transaction, user: Owner): Promise<string | undefined> {
  const [open] = await findOpenApprovals(tx, user.id, kind)
  if (!open) return undefined
  await delayApproval(tx, open.id, delay)
  const data = { by: 'password' }
  await tellChannels(tx, 'recovery-asked', user, { approvalId: open.id, data })
  return open.id
}
