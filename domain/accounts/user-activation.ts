import { commonErrors, Refusal } from '#contract/refusal.ts'
import type { Transaction } from '#server/db.ts'
import { companyArea, recordAudit, type Actor } from '../audit/audit.ts'
import { lockOwnedCompany, reportLostOwner } from '../companies/company-administrator.ts'
import { endLoginsAndLinks } from '../sign-in/login.ts'
import { mailUser, type Recipient } from '../mail/mail.ts'
import { endRecovery } from '../sign-in/recovery.ts'
import { endSessionsOf } from '../sessions/session.ts'
import { findOwnLock, setActive } from './user.ts'

type Change = {
  active: boolean
  reason?: string | undefined
  /** Activates even an account that its user has locked. */
  opensLocked?: boolean
}

/**
 * Activates or deactivates a user for an admin, with audit row and mail. Returns false, without either, if the user is
 * in this state already. Activating an account that its user has locked throws 403001, unless `opensLocked`.
 */
export async function setUserActive(
  tx: Transaction,
  actor: Actor,
  user: Recipient,
  { active, reason = '', opensLocked = false }: Change,
): Promise<boolean> {
  if (active && !opensLocked && (await findOwnLock(tx, user.id)))
    throw new Refusal(commonErrors.forbidden)
  if (!active) await lockOwnedCompany(tx, user.id)
  // Precedes the lock of the user's row, because a login locks the rows of sessions first, too.
  const endedBefore = active ? 0 : await endLoginsAndLinks(tx, user.id, 'endedInactive')
  if (!(await setActive(tx, user.id, { active, opensLocked }))) return false
  // The update waited for a login in progress, whose session is visible only now. Runs for an activation, too, so that
  // no earlier session or link becomes valid again.
  const endedSessions = endedBefore + (await endLoginsAndLinks(tx, user.id, 'endedInactive'))
  if (!active) await reportLostOwner(tx, user.id)
  if (!active) await endRecovery(tx, actor, { userId: user.id }, 'deactivated')
  await mailUser(tx, active ? 'activated' : 'deactivated', user, { by: sideOf(actor) })
  await recordAudit(tx, actor, active ? 'user_activated' : 'user_deactivated', {
    targetId: user.id,
    data: { before: { active: !active }, after: { active }, reason, endedSessions },
  })
  return true
}

/** Returns whose administrator acts, for the mail; `other` is the system or a program. */
function sideOf({ area, adminId }: Actor): 'company' | 'support' | 'other' {
  if (area === companyArea) return 'company'
  return adminId === undefined ? 'other' : 'support'
}

/** Ends every session of a user, here and on every platform; returns their number. The user may log in again. */
export async function endUserSessions(
  tx: Transaction,
  actor: Actor,
  user: Recipient,
  reason: string,
): Promise<number> {
  const ended = await endSessionsOf(tx, user.id, 'endedBySupport')
  await recordAudit(tx, actor, 'all_sessions_ended', {
    targetId: user.id,
    data: { ended, reason },
  })
  return ended
}
