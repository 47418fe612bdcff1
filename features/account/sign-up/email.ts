import type { MailContent } from '#contract/mail.ts'
import { findAdmin } from '#domain/admin.ts'
import { composeFact } from '#domain/fact-mail.ts'
import { mailedToken } from '#domain/link.ts'
import type { Mail } from '#domain/mail.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { adminSetUpMailMessages } from './messages.ts'

/** Undefined when the link was used or replaced meanwhile. */
export async function composeAdminSetUp(mail: Mail): Promise<MailContent | undefined> {
  const { adminId = '', linkId = '' } = mail.data
  const admin = await findAdmin(db, adminId)
  const token = await mailedToken(db, linkId)
  if (!admin?.active || !token) return undefined
  // The admin had access before.
  const isReset = mail.data['isReset'] === 'true'
  const t = adminSetUpMailMessages[mail.language]
  return {
    locale: mail.language,
    facts: { firstname: admin.firstname },
    subject: isReset ? t.resetSubject : t.subject,
    paragraphs: [isReset ? t.reset : t.added, t.steps],
    link: { url: `${config.adminUrl}/admin/set-up/${token}`, label: t.link },
    notes: [t.lifetime, t.unexpected],
  }
}

/** An admin's set-up link was used. Without a link, since another person may read the mailbox. */
export function composeAdminPasswordSet(mail: Mail): Promise<MailContent | undefined> {
  const t = adminSetUpMailMessages[mail.language]
  return composeFact(mail, {
    subject: t.setSubject,
    paragraphs: [t.set, t.wasYou, t.notYou],
    notes: [],
  })
}
