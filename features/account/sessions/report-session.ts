import { Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { deleteKnownBrowsersOf } from '#domain/known-browser.ts'
import { voidLinksOf } from '#domain/link.ts'
import { endLoginAttempts } from '#domain/login-attempt.ts'
import { enqueueMail } from '#domain/mail.ts'
import { markCompromised } from '#domain/password.ts'
import { endSessionsOf, listSessions } from '#domain/session.ts'
import { getUser } from '#domain/user.ts'
import type { UserCaller } from '#server/caller.ts'
import { row, sql, transaction, type Db, type Transaction } from '#server/db.ts'
import { reportSession as endpoint } from './contract.ts'

/**
 * "This was not me": whoever opened that session knows the password. So it logs nobody in any more, and all
 * that it opened ends but the session of whoever says so.
 */
export async function reportSession(db: Db, caller: UserCaller, id: string): Promise<void> {
  const isOther = id !== caller.sessionId && (await wasOpened(db, caller.userId, id))
  if (!isOther) throw new Refusal(endpoint.refusals.notFound)
  await transaction(db, (tx) => closeAll(tx, caller, id))
}

/** Also one that has ended meanwhile: a thief who logs out keeps the password. */
async function wasOpened(db: Db, userId: string, id: string): Promise<boolean> {
  const open = await listSessions(db, userId)
  if (open.some((session) => session.id === id)) return true
  const login = await row<{ id: string }>(
    db,
    sql`
    select id from audit_log
    where actor_id = ${userId} and action = 'login_succeeded' and data->>'sessionId' = ${id}`,
  )
  return login !== undefined
}

async function closeAll(tx: Transaction, caller: UserCaller, id: string): Promise<void> {
  const { userId, sessionId } = caller
  const user = await getUser(tx, userId)
  await markCompromised(tx, userId)
  await endLoginAttempts(tx, userId)
  await voidLinksOf(tx, userId)
  await endSessionsOf(tx, userId, { except: sessionId })
  await deleteKnownBrowsersOf(tx, userId, caller)
  // For when she does not change it here and now.
  await enqueueMail(tx, {
    kind: 'reset-password',
    to: user.email,
    language: user.preferredLanguage,
    userId,
    data: { userId },
  })
  await recordAudit(tx, caller, 'session_reported', { targetId: id })
}
