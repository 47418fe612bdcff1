import * as links from '#contract/links.ts'
import { mailContent, type MailContent, type MailTexts } from '#contract/mail.ts'
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
  return composeStatus(mail, {
    isActive: false,
    subject: t.deactivatedSubject,
    paragraphs: [t.deactivated],
    notes: [t.questions],
  })
}

/** Composes the email about an activation. Undefined if the user was deactivated again before it was sent. */
export function composeActivated(mail: Mail): Promise<MailContent | undefined> {
  const t = mailMessages[mail.language]
  return composeStatus(mail, {
    isActive: true,
    subject: t.activatedSubject,
    paragraphs: [t.activated],
    link: { url: urlOf(links.login()), label: t.logIn },
    notes: [t.questions],
  })
}

/** Composes the email about a deactivation for inactivity. Undefined if the user was activated again meanwhile. */
export function composeDormantDeactivated(mail: Mail): Promise<MailContent | undefined> {
  const t = dormantMailMessages[mail.language]
  return composeStatus(mail, {
    isActive: false,
    subject: t.deactivatedSubject,
    paragraphs: [t.deactivated, t.back],
    notes: [t.questions],
  })
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

/** Composes the email about disabled second factors. Undefined if the user was deactivated before it was sent. */
export function composeTwoFactorDisabled(mail: Mail): Promise<MailContent | undefined> {
  const t = mailMessages[mail.language]
  return composeStatus(mail, {
    isActive: true,
    subject: t.disabledSubject,
    paragraphs: [t.disabled, t.disabledBack],
    notes: [t.questions],
  })
}

export function composePasskeyDisabledByAdmin(mail: Mail): Promise<MailContent | undefined> {
  const t = passkeyDisabledMessages[mail.language]
  const texts = { subject: t.subject, paragraphs: [t.disabled, t.back], notes: [t.questions] }
  return composeFact(mail, texts, { passkey: mail.data['passkey'] ?? '' })
}

/** Facts of a mail about a status. `by`: whose administrator changed it; `other` is the system or a program. */
type Facts = { firstname: string; by: 'company' | 'support' | 'other' }

type StatusTexts = Pick<MailTexts<Facts>, 'subject' | 'paragraphs' | 'link' | 'notes'>

/** Composes an email to an active or a deactivated user. Undefined if the user no longer has this status. */
async function composeStatus(
  mail: Mail,
  { isActive, ...texts }: StatusTexts & { isActive: boolean },
): Promise<MailContent | undefined> {
  const user = await findUser(db, mail.userId ?? '')
  if (user?.active !== isActive) return undefined
  const { by = '' } = mail.data
  const knownBy: Facts['by'] = by === 'company' || by === 'support' ? by : 'other'
  return composeFact(mail, texts, { by: knownBy })
}

/** Composes the email about changed access to platforms. Undefined if the user was deactivated before it was sent. */
export async function composePlatformsChanged(mail: Mail): Promise<MailContent | undefined> {
  const { userId = '', redirectUrl } = mail.data
  const user = await findUser(db, userId)
  if (!user?.active) return undefined
  const t = platformMailMessages[mail.language]
  const opened = await findPlatforms(mail.data['opened'])
  const closed = await findPlatforms(mail.data['closed'])
  const [hasOpened, hasClosed] = [opened.length > 0, closed.length > 0]
  const onlyPlatform = opened.length === 1 ? opened[0] : undefined
  // An invitation that granted the access may name the page to continue at.
  const url = redirectUrl ?? onlyPlatform?.url ?? urlOf(links.profile())
  const label = onlyPlatform ? t.open({ platform: onlyPlatform.name }) : t.logIn
  return mailContent({
    locale: mail.language,
    facts: {
      firstname: user.firstname,
      opened: opened.map(({ name }) => name),
      closed: closed.map(({ name }) => name),
      change: changeOf(hasOpened, hasClosed),
    },
    subject: t.subject,
    paragraphs: [...(hasOpened ? [t.opened] : []), ...(hasClosed ? [t.closed] : [])],
    ...(hasOpened && { link: { url, label } }),
    notes: [t.questions],
  })
}

/** Returns the change of access for the subject; `other` if the user gained and lost platforms. */
function changeOf(hasOpened: boolean, hasClosed: boolean): 'opened' | 'closed' | 'other' {
  if (hasOpened && hasClosed) return 'other'
  return hasClosed ? 'closed' : 'opened'
}

/** Finds platforms by their ids, which are separated by commas. */
function findPlatforms(ids = ''): Promise<{ name: string; url: string }[]> {
  return rows<{ name: string; url: string }>(db)`
    select name, url from subsystems where id = any(${ids.split(',')}::text[]) order by name ${byName}`
}
