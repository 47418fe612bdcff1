import type { Transaction } from '#server/db.ts'
import { recordAudit, type Actor } from '../audit/audit.ts'
import { lockOwnedCompany, reportLostOwner } from '../companies/company-administrator.ts'
import { listUsableAddresses } from './contact-point.ts'
import { endLoginsAndLinks } from '../sign-in/login.ts'
import { enqueueMails, type Recipient } from '../mail/mail.ts'
import { endRecovery } from '../sign-in/recovery.ts'
import { lockByOwner } from './user.ts'

/**
 * Locks an account for its user. Activating it again takes two people if two-person approval is in force. Does nothing
 * if the user has locked it already.
 */
export async function lockAccount(tx: Transaction, actor: Actor, user: Recipient): Promise<void> {
  const { id: userId, preferredLanguage } = user
  // Locks rows in the order of a deactivation (domain/accounts/user-activation.ts).
  await lockOwnedCompany(tx, userId)
  const endedBefore = await endLoginsAndLinks(tx, userId, 'endedInactive')
  if (!(await lockByOwner(tx, userId))) return
  // The update waited for a login in progress, whose session is visible only now.
  const endedSessions = endedBefore + (await endLoginsAndLinks(tx, userId, 'endedInactive'))
  await reportLostOwner(tx, userId)
  await endRecovery(tx, actor, { userId }, 'locked')
  const emails = [user.email, ...(await listUsableAddresses(tx, userId))]
  const mails = emails.map((email) => ({ id: userId, email, preferredLanguage, data: { userId } }))
  await enqueueMails(tx, 'user-locked', mails)
  await recordAudit(tx, actor, 'user_locked_by_owner', {
    targetId: userId,
    data: { endedSessions },
  })
}
