import type { MailContent } from '#contract/mail.ts'
import { findAdmin } from '#domain/admin.ts'
import type { Mail } from '#domain/mail.ts'
import { db } from '#server/db.ts'
import { mailMessages, messages } from './messages.ts'

/** Names the roles as they are when the mail is sent. */
export async function composeRolesChanged(mail: Mail): Promise<MailContent | undefined> {
  const admin = await findAdmin(db, mail.userId ?? '')
  if (!admin) return undefined
  const locale = mail.language
  const [t, words] = [mailMessages[locale], messages[locale]]
  const names = admin.roles.map((role) => words[role])
  return {
    locale,
    facts: {
      firstname: admin.firstname,
      roles: new Intl.ListFormat(locale).format(names) || words.noRole,
    },
    subject: t.subject,
    greeting: t.greeting,
    paragraphs: [t.changed],
    notes: [t.questions],
  }
}
