import { Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { deleteKnownBrowsersOf } from '#domain/sessions/known-browser.ts'
import { endLoginsAndLinks } from '#domain/sign-in/login.ts'
import { mailUser } from '#domain/mail/mail.ts'
import { markCompromised } from '#domain/credentials/password.ts'
import { listSessions } from '#domain/sessions/session.ts'
import { getUser } from '#domain/accounts/user.ts'
import type { UserCaller } from '#server/caller.ts'
import { affects, transaction, type Db } from '#server/db.ts'
import { reportSession as endpoint } from './contract.ts'

/**
 * Reports a session ("This was not me"), which means that an attacker knows the password. Blocks the password for
 * logins, ends the login attempts, links and sessions of the user except the caller's session, and emails a link to set
 * a new password.
 */
export async function reportSession(db: Db, caller: UserCaller, id: string): Promise<void> {
  const { userId, sessionId } = caller
  const isReportable = id !== sessionId && (await wasOpened(db, userId, id))
  if (!isReportable) throw new Refusal(endpoint.refusals.notFound)
  await transaction(db, async (tx) => {
    await markCompromised(tx, userId)
    await endLoginsAndLinks(tx, userId, 'endedElsewhere', sessionId)
    await deleteKnownBrowsersOf(tx, userId, caller)
    await mailUser(tx, 'reset-password', await getUser(tx, userId))
    await recordAudit(tx, caller, 'session_reported', { targetId: id })
  })
}

/**
 * Returns true if the user opened this session, even if it has ended: an attacker who logs out still knows the
 * password.
 */
async function wasOpened(db: Db, userId: string, id: string): Promise<boolean> {
  const open = await listSessions(db, userId)
  if (open.some((session) => session.id === id)) return true
  return affects(db)`
    select from audit_log
    where actor_id = ${userId} and action = 'login_succeeded' and data->>'sessionId' = ${id}`
}
