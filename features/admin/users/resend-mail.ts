import { isId } from '#contract/id.ts'
import { common, Refusal } from '#contract/refusal.ts'
import { record } from '#domain/audit.ts'
import { sendAgain } from '#domain/mail.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'

/** Only what went to a person of a company: a mail to an admin is none of this page's. */
export function resendMail(db: Db, caller: AdminCaller, id: string): Promise<void> {
  return transaction(db, async (tx) => {
    const mail = isId(id) ? await sendAgain(tx, id) : undefined
    if (!mail) throw new Refusal(common.notFound)
    const data = { mailId: id, kind: mail.kind }
    await record(tx, caller, 'mail_sent_again', { targetId: mail.userId, data })
  })
}
