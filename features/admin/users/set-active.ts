import type { AskedApprovalReply } from '#contract/approval.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { endSession, listSessions } from '#domain/sessions/session.ts'
import { requireFewToday } from '#domain/approvals/deactivated-today.ts'
import { findOwnLock } from '#domain/accounts/user.ts'
import { endUserSessions, setUserActive } from '#domain/accounts/user-activation.ts'
import { callerIdOf, type AdminCaller, type AdminOrService } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { askToUnlock } from './approvals.ts'
import { getListedUser, requireUser, type ListedUser } from './list.ts'

type Change = { id: string; reason?: string | undefined }

/**
 * Deactivates a user. Idempotent: a second call changes, records and emails nothing. With two-person approval, throws
 * 403001 beyond the number of users that one admin or service account may deactivate in a day.
 */
export async function deactivateUser(
  db: Db,
  caller: AdminOrService,
  { id, reason }: Change,
): Promise<ListedUser> {
  const user = await requireUser(db, id)
  return transaction(db, async (tx) => {
    if (user.active) await requireFewToday(tx, callerIdOf(caller))
    await setUserActive(tx, caller, user, { active: false, reason })
    return getListedUser(tx, user.id)
  })
}

/**
 * Activates a user. Idempotent. For an account that its user has locked, requests two-person approval if required and
 * returns the request; otherwise unlocks the account immediately.
 */
export async function activateUser(
  db: Db,
  caller: AdminCaller,
  { id, reason }: Change,
): Promise<ListedUser | AskedApprovalReply> {
  const user = await requireUser(db, id)
  return transaction(db, async (tx) => {
    const opensLocked = (await findOwnLock(tx, user.id)) !== undefined
    const approval = await askToUnlock(tx, caller, user.id, reason)
    if (approval) return approval
    // Throws if the user has locked the account since the check above, so that unlocking takes another call.
    await setUserActive(tx, caller, user, { active: true, reason, opensLocked })
    return getListedUser(tx, user.id)
  })
}

/** Ends all sessions of a user, here and on platforms. Returns their number. The user can log in again. */
export async function endSessions(
  db: Db,
  caller: AdminOrService,
  { id, reason }: { id: string; reason: string },
): Promise<number> {
  const user = await requireUser(db, id)
  return transaction(db, (tx) => endUserSessions(tx, caller, user, reason))
}

type SessionOf = { id: string; sessionId: string; reason: string }

/** Ends one session. Throws 404001 for an unknown id, an ended session and that of another user. */
export async function endOneSession(
  db: Db,
  caller: AdminOrService,
  { id, sessionId, reason }: SessionOf,
): Promise<void> {
  const user = await requireUser(db, id)
  const sessions = await listSessions(db, user.id)
  const session = sessions.find((each) => each.id === sessionId)
  if (!session) throw new Refusal(commonErrors.notFound)
  await transaction(db, async (tx) => {
    const isEnded = await endSession(tx, sessionId, 'endedBySupport')
    if (!isEnded) throw new Refusal(commonErrors.notFound)
    const data = { sessionId, browser: session.browser, reason }
    await recordAudit(tx, caller, 'session_ended', { targetId: user.id, data })
  })
}
