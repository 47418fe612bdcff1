import * as links from '#contract/links.ts'
import { mailContent, type MailContent, type MailText, type MailTexts } from '#contract/mail.ts'
import { formatTime } from '#contract/time.ts'
import { isStillDormant } from '#domain/accounts/dormant.ts'
import { composeFact } from '#domain/mail/fact-mail.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { findUser } from '#domain/accounts/user.ts'
import { byName } from '#server/collation.ts'
import { db, rows } from '#server/db.ts'
import { urlOf } from '#server/url-of.ts'
import {
  dormantMailMessages,
  mailMessages,
  passkeyDisabledMessages,
  platformMailMessages,
} from './texts/messages.ts'

/** Composes the email about a deactivation. Undefined if the user was activated again before it was sent. */
export function composeDeactivated(mail: Mail): Promise<MailContent | undefined> {
  const t = mailMessages[mail.language]
  return compose(mail, false, t, { subject: t.deactivatedSubject, paragraphs: [t.deactivated] })
}

/** Composes the email about an activation. Undefined if the user was deactivated again before it was sent. */
export function composeActivated(mail: Mail): Promise<MailContent | undefined> {
  const t = mailMessages[mail.language]
  const link = { url: urlOf(links.login()), label: t.logIn }
  return compose(mail, true, t, { subject: t.activatedSubject, paragraphs: [t.activated], link })
}

/** Composes the email about a deactivation for inactivity. Undefined if the user was activated again meanwhile. */
export function composeDormantDeactivated(mail: Mail): Promise<MailContent | undefined> {
  const t = dormantMailMessages[mail.language]
  const paragraphs = [t.deactivated, t.back]
  return compose(mail, false, t, { subject: t.deactivatedSubject, paragraphs })
}

/** Composes the warning before a deactivation for inactivity. Undefined if the user has logged in since. */
export async function composeDormant(mail: Mail): Promise<MailContent | undefined> {
  const { userId = '', until = '' } = mail.data
  const user = await findUser(db, userId)
  if (!user || !(await isStillDormant(db, 'users', userId))) return undefined
  const t = dormantMailMessages[mail.language]
  return mailContent({
    locale: mail.language,
    facts: { firstname: user.firstname, time: formatTime(until, mail.language, user.timezone) },
    subject: t.warningSubject,
    paragraphs: [t.unused, t.warning],
    link: { url: urlOf(links.login()), label: t.logIn },
    notes: [t.notNeeded, t.questions],
  })
}

export function composeTwoFactorDisabled(mail: Mail): Promise<MailContent | undefined> {
  const t = mailMessages[mail.language]
  return compose(mail, true, t, {
    subject: t.disabledSubject,
    paragraphs: [t.disabled, t.disabledBack],
  })
}

export function composePasskeyDisabledByAdmin(mail: Mail): Promise<MailContent | undefined> {
  const t = passkeyDisabledMessages[mail.language]
  const texts = { subject: t.subject, paragraphs: [t.disabled, t.back], notes: [t.questions] }
  return composeFact(mail, texts, { passkey: mail.data['passkey'] ?? '' })
}

type Facts = { firstname: string; by: 'company' | 'support' | 'other' }

/** Composes an email about a user's status. Undefined if the user no longer has this status. */
async function compose(
  mail: Mail,
  active: boolean,
  { questions }: { questions: MailText<Facts> },
  texts: Pick<MailTexts<Facts>, 'subject' | 'paragraphs' | 'link'>,
): Promise<MailContent | undefined> {
  const user = await findUser(db, mail.userId ?? '')
  if (user?.active !== active) return undefined
  const { by: side = '' } = mail.data
  const by: Facts['by'] = side === 'company' || side === 'support' ? side : 'other'
  return composeFact(mail, { ...texts, notes: [questions] }, { by })
}

/** Composes the email about changed access to platforms. Undefined if the user was deactivated before it was sent. */
export async function composePlatformsChanged(mail: Mail): Promise<MailContent | undefined> {
  const { userId = '', opened = '', closed = '', redirectUrl } = mail.data
  const user = await findUser(db, userId)
  if (!user?.active) return undefined
  const locale = mail.language
  const t = platformMailMessages[locale]
  const [open, shut] = [await findPlatforms(opened), await findPlatforms(closed)]
  const [first, ...others] = open
  const one = others.length === 0 ? first : undefined
  const url = redirectUrl ?? one?.url ?? urlOf(links.profile())
  const label = one ? t.open({ platform: one.name }) : t.logIn
  return mailContent({
    locale,
    facts: {
      firstname: user.firstname,
      opened: open.map(({ name }) => name),
      closed: shut.map(({ name }) => name),
      change: changeOf(open.length, shut.length),
    },
    subject: t.subject,
    paragraphs: [...(open.length > 0 ? [t.opened] : []), ...(shut.length > 0 ? [t.closed] : [])],
    ...(first && { link: { url, label } }),
    notes: [t.questions],
  })
}

function changeOf(opened: number, closed: number): 'opened' | 'closed' | 'other' {
  if (closed === 0) return 'opened'
  return opened === 0 ? 'closed' : 'other'
}

function findPlatforms(ids: string): Promise<{ name: string; url: string }[]> {
  return rows<{ name: string; url: string }>(db)`
    select name, url from subsystems where id = any(${ids.split(',')}::text[]) order by name ${byName}`
}
