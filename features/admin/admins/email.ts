import type { MailContent } from '#contract/mail.ts'
import { findAdmin } from '#domain/admin.ts'
import { composeFact } from '#domain/fact-mail.ts'
import type { Mail } from '#domain/mail.ts'
import { db } from '#server/db.ts'
import { mailMessages, messages } from './messages.ts'

/** Names the roles as they are when the mail is sent. */
export async function composeRolesChanged(mail: Mail): Promise<MailContent | undefined> {
  const admin = await findAdmin(db, mail.userId ?? '')
  const [t, words] = [mailMessages[mail.language], messages[mail.language]]
  const names = admin?.roles.map((role) => words[role]) ?? []
  const roles = new Intl.ListFormat(mail.language).format(names) || words.noRole
  const { subject, greeting } = t
  return composeFact(
    mail,
    { subject, greeting, paragraphs: [t.changed], notes: [t.questions] },
    { roles },
  )
}
