import { affects, type Db, type Transaction } from '#server/db.ts'
import { recordAudit, type Actor } from '../audit/audit.ts'
import { mailUser, type Recipient } from '../mail/mail.ts'

/** Returns true if the user has set up the second factor, the last step of a sign-up. */
export function isSignUpFinished(db: Db, userId: string): Promise<boolean> {
  return affects(db)`select from users where id = ${userId} and onboarded_at is not null`
}

/** Emails a user how to continue an unfinished sign-up. Returns false, without a mail, if the sign-up is finished. */
export async function remindOfSignUp(
  tx: Transaction,
  actor: Actor,
  user: Recipient,
  reason: string,
): Promise<boolean> {
  if (await isSignUpFinished(tx, user.id)) return false
  await mailUser(tx, 'sign-up-reminder', user)
  await recordAudit(tx, actor, 'sign_up_reminded', { targetId: user.id, data: { reason } })
  return true
}
