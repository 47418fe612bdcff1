import { isId } from '#contract/fields.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { requeueMail } from '#domain/mail.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'

/** Only what went to a person of a company: a mail to an admin is none of this page's. */
export function resendMail(db: Db, caller: AdminCaller, id: string): Promise<void> {
  return transaction(db, async (tx) => {
    const mail = isId(id) ? await requeueMail(tx, id) : undefined
    if (!mail) throw new Refusal(commonErrors.notFound)
    const data = { mailId: id, kind: mail.kind }
    await recordAudit(tx, caller, 'mail_resent', { targetId: mail.userId, data })
  })
}
