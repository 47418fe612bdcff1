import type { MailContent } from '#contract/mail.ts'
import { composeFact } from '#domain/fact-mail.ts'
import type { Mail } from '#domain/mail.ts'
import { config } from '#server/config.ts'
import { mailMessages } from './mail-messages.ts'

/** To every super admin: which section was changed from the server, and which of its fields. */
export function composeApplied(mail: Mail): Promise<MailContent | undefined> {
  const { section = '', lines = '[]', more = '0', at = '', requestId = '' } = mail.data
  const t = mailMessages[mail.language]
  const changes = JSON.parse(lines) as string[]
  const facts = Object.fromEntries(changes.map((line, index) => [`line${index}`, line]))
  return composeFact(
    { ...mail, data: { at } },
    {
      subject: t.subject,
      paragraphs: [
        t.applied,
        ...changes.map((_, index) => `{line${index}}`),
        ...(more === '0' ? [] : [t.more]),
      ],
      link: {
        url: `${config.adminUrl}/admin/audit-logs?requestId=${encodeURIComponent(requestId)}`,
        label: t.link,
      },
      notes: [t.questions],
    },
    { ...facts, more, section: nameOf(section, t) },
  )
}

function nameOf(section: string, t: (typeof mailMessages)['en']): string {
  const name = `section_${section}` as keyof typeof t
  return name in t ? t[name] : section
}
