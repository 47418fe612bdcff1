import type { MailContent } from '#contract/mail.ts'
import { formatTime } from '#contract/time.ts'
import { isStillDormant } from '#domain/dormant.ts'
import type { Mail } from '#domain/mail.ts'
import { findUser } from '#domain/user.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { dormantMailMessages, mailMessages } from './messages.ts'

/** Undefined when the user was activated again before it was sent. */
export function composeDeactivated(mail: Mail): Promise<MailContent | undefined> {
  const t = mailMessages[mail.language]
  return compose(mail, false, t, { subject: t.deactivatedSubject, paragraphs: [t.deactivated] })
}

/** Undefined when the user was deactivated again before it was sent. */
export function composeActivated(mail: Mail): Promise<MailContent | undefined> {
  const t = mailMessages[mail.language]
  const link = { url: `${config.publicUrl}/login`, label: t.logIn }
  return compose(mail, true, t, { subject: t.activatedSubject, paragraphs: [t.activated], link })
}

/** Undefined when the user was activated again before it was sent. */
export function composeDormantDeactivated(mail: Mail): Promise<MailContent | undefined> {
  const t = dormantMailMessages[mail.language]
  const paragraphs = [t.deactivated, t.back]
  return compose(mail, false, t, { subject: t.deactivatedSubject, paragraphs })
}

/** Undefined when the user has logged in since. */
export async function composeDormant(mail: Mail): Promise<MailContent | undefined> {
  const { userId = '', until = '' } = mail.data
  const user = await findUser(db, userId)
  if (!user || !(await isStillDormant(db, userId))) return undefined
  const t = dormantMailMessages[mail.language]
  return {
    locale: mail.language,
    facts: { firstname: user.firstname, time: formatTime(until, mail.language, user.timezone) },
    subject: t.warningSubject,
    greeting: t.greeting,
    paragraphs: [t.unused, t.warning],
    link: { url: `${config.publicUrl}/login`, label: t.logIn },
    notes: [t.notNeeded, t.questions],
  }
}

/** Undefined when the user is no longer in the state that the mail reports. */
async function compose(
  { data, language }: Mail,
  active: boolean,
  { greeting, questions }: { greeting: string; questions: string },
  texts: Pick<MailContent, 'subject' | 'paragraphs' | 'link'>,
): Promise<MailContent | undefined> {
  const user = await findUser(db, data['userId'] ?? '')
  if (user?.active !== active) return undefined
  const { firstname } = user
  return { locale: language, facts: { firstname }, greeting, ...texts, notes: [questions] }
}
