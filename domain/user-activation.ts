import { commonErrors, Refusal } from '#contract/refusal.ts'
import type { Transaction } from '#server/db.ts'
import { recordAudit, type Actor } from './audit.ts'
import { reportLostOwner } from './company-administrator.ts'
import { endAccess } from './login.ts'
import { mailUser, type Recipient } from './mail.ts'
import { endRecovery } from './recovery.ts'
import { endSessionsOf } from './session.ts'
import { findOwnLock, setActive } from './user.ts'

type Change = {
  active: boolean
  reason?: string | undefined
  /** Also an account that its user has locked. */
  opensLocked?: boolean
}

/**
 * Activates or deactivates a user by an admin. False for a user who is so already: nothing is recorded or mailed. Throws
 * 403001 for an account that its user has locked, unless that is meant.
 */
export async function setUserActive(
  tx: Transaction,
  actor: Actor,
  user: Recipient,
  { active, reason = '', opensLocked = false }: Change,
): Promise<boolean> {
  if (active && !opensLocked && (await findOwnLock(tx, user.id)))
    throw new Refusal(commonErrors.forbidden)
  // Before the user's row is locked: a login locks these rows first, too.
  const ended = active ? 0 : await endAccess(tx, user.id, undefined, 'endedInactive')
  if (!(await setActive(tx, user.id, active))) return false
  // The update waited for a login in progress; its session is visible only now. Also before
  // an activation: nothing from before may become valid again.
  const endedSessions = ended + (await endAccess(tx, user.id, undefined, 'endedInactive'))
  if (!active) await reportLostOwner(tx, user.id)
  if (!active) await endRecovery(tx, actor, { userId: user.id }, 'deactivated')
  await mailUser(tx, active ? 'activated' : 'deactivated', user)
  await recordAudit(tx, actor, active ? 'user_activated' : 'user_deactivated', {
    targetId: user.id,
    data: { before: { active: !active }, after: { active }, reason, endedSessions },
  })
  return true
}

/** Ends every session of a user, here and on every platform; returns how many. The user may log in again. */
export async function endUserSessions(
  tx: Transaction,
  actor: Actor,
  user: Recipient,
  reason: string,
): Promise<number> {
  const ended = await endSessionsOf(tx, user.id, undefined, 'endedBySupport')
  await recordAudit(tx, actor, 'all_sessions_ended', {
    targetId: user.id,
    data: { ended, reason },
  })
  return ended
}
