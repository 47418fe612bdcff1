import * as links from '#contract/links.ts'
import { formatList } from '#contract/text.ts'
import type { MailContent, MailTexts } from '#contract/mail.ts'
import { formatTime } from '#contract/time.ts'
import { findAdmin } from '#domain/accounts/admin.ts'
import { isStillDormant } from '#domain/accounts/dormant.ts'
import { composeFact } from '#domain/mail/fact-mail.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { db } from '#server/db.ts'
import { urlOf } from '#server/url-of.ts'
import {
  accountMailMessages,
  dormantMailMessages,
  mailMessages,
  messages,
} from './texts/messages.ts'

/** Composes the mail about changed roles. Lists the roles that the admin has when the mail is sent. */
export async function composeRolesChanged(mail: Mail): Promise<MailContent | undefined> {
  const admin = await findAdmin(db, mail.userId ?? '')
  const [t, words] = [mailMessages[mail.language], messages[mail.language]]
  const names = admin?.roles.map((role) => words[role]) ?? []
  const roles = formatList(names, mail.language) || words.noRole
  const texts = { subject: t.subject, paragraphs: [t.changed], notes: [t.questions] }
  return composeFact(mail, texts, { roles })
}

/** Composes the warning about an unused account. Returns undefined if the admin has logged in since. */
export async function composeDormantAdmin(mail: Mail): Promise<MailContent | undefined> {
  const { userId = '', until = '' } = mail.data
  if (!(await isStillDormant(db, 'admins', userId))) return undefined
  const t = dormantMailMessages[mail.language]
  const link = { url: urlOf(links.adminLogin()), label: t.logIn }
  return composeFact(
    { ...mail, data: {} },
    { subject: t.warningSubject, paragraphs: [t.unused, t.warning], link, notes: [t.questions] },
    { time: formatTime(until, mail.language, 'UTC') },
  )
}

/** Composes the mail about a deactivated unused account. Returns undefined if the admin is active again. */
export async function composeDormantAdminDeactivated(mail: Mail): Promise<MailContent | undefined> {
  if ((await findAdmin(db, mail.userId ?? ''))?.active !== false) return undefined
  const t = dormantMailMessages[mail.language]
  const paragraphs = [t.deactivated, t.back]
  return composeFact(mail, { subject: t.deactivatedSubject, paragraphs, notes: [] })
}

/** Composes the mail to a new admin who logs in through the company's identity provider and needs no set-up. */
export function composeAdminAdded(mail: Mail): Promise<MailContent | undefined> {
  const t = accountMailMessages[mail.language]
  return composeAccountMail(mail, true, {
    subject: t.addedSubject,
    paragraphs: [t.added, t.companyLogin],
    link: logInLink(t.logIn),
  })
}

/** Composes the mail after a reset for an admin who logs in through the company's identity provider. */
export function composeAdminReset(mail: Mail): Promise<MailContent | undefined> {
  const t = accountMailMessages[mail.language]
  return composeAccountMail(mail, true, {
    subject: t.resetSubject,
    paragraphs: [t.reset, t.companyLogin],
    link: logInLink(t.logIn),
  })
}

/** Composes the mail about an activation. Returns undefined if the admin has been deactivated again. */
export function composeAdminActivated(mail: Mail): Promise<MailContent | undefined> {
  const t = accountMailMessages[mail.language]
  return composeAccountMail(mail, true, {
    subject: t.activatedSubject,
    paragraphs: [t.activated],
    link: logInLink(t.logIn),
  })
}

/** Composes the mail about a deactivation. Returns undefined if the admin has been activated again. */
export function composeAdminDeactivated(mail: Mail): Promise<MailContent | undefined> {
  const t = accountMailMessages[mail.language]
  return composeAccountMail(mail, false, {
    subject: t.deactivatedSubject,
    paragraphs: [t.deactivated],
  })
}

/** Composes the mail about a lockout for a day. */
export function composeAdminSuspended(mail: Mail): Promise<MailContent | undefined> {
  const t = accountMailMessages[mail.language]
  return composeAccountMail(mail, true, {
    subject: t.suspendedSubject,
    paragraphs: [t.suspended],
  })
}

function logInLink(label: string) {
  return { url: urlOf(links.adminLogin()), label }
}

async function composeAccountMail(
  mail: Mail,
  active: boolean,
  texts: Pick<MailTexts<{ firstname: string }>, 'subject' | 'paragraphs' | 'link'>,
): Promise<MailContent | undefined> {
  if ((await findAdmin(db, mail.userId ?? ''))?.active !== active) return undefined
  return composeFact(mail, { ...texts, notes: [accountMailMessages[mail.language].questions] })
}
