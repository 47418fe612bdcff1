import * as adminLinks from '#contract/admin-links.ts'
import type { MailContent } from '#contract/mail.ts'
import { composeFact } from '#domain/mail/fact-mail.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { urlOf } from '#server/url-of.ts'
import { mailMessages } from './texts/messages.ts'

/** Composes the email to a super admin about new credentials of a platform or an API. */
export function composeCredentialsReplaced(mail: Mail): Promise<MailContent | undefined> {
  const { kind = '', id = '', name = '', what = '', at = '' } = mail.data
  const t = mailMessages[mail.language]
  const credentials: 'secret' | 'other' = what === 'secret' ? what : 'other'
  const link = kind === 'api' ? adminLinks.api({ id }) : adminLinks.platform({ id })
  return composeFact(
    { ...mail, data: { at } },
    {
      subject: t.subject,
      paragraphs: [t.replaced, t.hint],
      link: { url: urlOf(link), label: t.link },
      notes: [t.questions],
    },
    { name, what: credentials },
  )
}
