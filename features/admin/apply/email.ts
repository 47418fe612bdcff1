import * as adminLinks from '#contract/admin-links.ts'
import { urlOf } from '#server/url-of.ts'
import type { MailContent } from '#contract/mail.ts'
import { isolate } from '#contract/text.ts'
import { composeFact } from '#domain/mail/fact-mail.ts'
import type { Mail } from '#domain/mail/mail.ts'
import type { ConfigurationSection } from '#domain/settings/configuration-section.ts'
import { mailMessages } from './texts/messages.ts'

type Texts = (typeof mailMessages)['en']

/** Composes the email to each super admin about a section that a file has changed, with the changed fields. */
export function composeApplied(
  mail: Mail,
  sections: readonly ConfigurationSection[],
): Promise<MailContent | undefined> {
  const {
    section: name = '',
    lines = '[]',
    more = '0',
    requestId = '',
    by: account = '',
  } = mail.data
  const t = mailMessages[mail.language]
  const section = sections.find((each) => each.name === name)?.texts[mail.language].title ?? name
  const changes = JSON.parse(lines) as string[]
  return composeFact(
    mail,
    {
      subject: account === '' ? t.subject : t.subjectByService,
      paragraphs: [
        introductionOf(mail, t),
        ...changes.map((line) => isolate(line, mail.language)),
        ...(more === '0' ? [] : [t.more]),
      ],
      link: { url: urlOf(adminLinks.auditLog({ requestId })), label: t.link },
      notes: [t.questions],
    },
    { more: Number(more), section, account },
  )
}

function introductionOf({ data: { by = '', isApproved = '' } }: Mail, t: Texts) {
  if (by === '') return t.applied
  return isApproved === '' ? t.appliedByService : t.appliedAfterApproval
}
