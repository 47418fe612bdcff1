import * as adminLinks from '#contract/admin-links.ts'
import * as links from '#contract/links.ts'
import { formatList } from '#contract/text.ts'
import type { MailContent } from '#contract/mail.ts'
import { formatTime } from '#contract/time.ts'
import { findAdmin, type Admin } from '#domain/accounts/admin.ts'
import { isStillDormant } from '#domain/accounts/dormant.ts'
import { composeFact } from '#domain/mail/fact-mail.ts'
import { enqueueMails, type Mail } from '#domain/mail/mail.ts'
import { db, type Transaction } from '#server/db.ts'
import { urlOf } from '#server/url-of.ts'
import {
  accountMailMessages,
  dormantMailMessages,
  mailMessages,
  messages,
  serverMailMessages,
} from './texts/messages.ts'

/** Composes the mail about changed roles. Lists the roles that the admin has when the mail is sent. */
export async function composeRolesChanged(mail: Mail): Promise<MailContent | undefined> {
  const admin = await findAdmin(db, mail.userId ?? '')
  const t = mailMessages[mail.language]
  const roles = rolesOf(admin, mail)
  const texts = { subject: t.subject, paragraphs: [t.changed], notes: [t.questions] }
  return composeFact(mail, texts, { roles })
}

type ServerChange = 'added' | 'roles' | 'reset' | 'activated' | 'deactivated'

/**
 * Queues the mail about a command on the server. The caller lists the super admins before the change, so that a super
 * admin who loses the role is notified, too.
 */
export async function mailChangedOnServer(
  tx: Transaction,
  superAdmins: readonly Admin[],
  adminId: string,
  change: ServerChange,
): Promise<void> {
  const data = { adminId, change, at: new Date().toISOString() }
  const mails = superAdmins.map((admin) => ({ ...admin, data }))
  await enqueueMails(tx, 'admin-changed-on-server', mails)
}

/** Composes the mail about a command that changed an admin. Lists the roles when the mail is sent. */
export async function composeChangedOnServer(mail: Mail): Promise<MailContent | undefined> {
  const { adminId = '', change = 'added' } = mail.data
  const admin = await findAdmin(db, adminId)
  if (!admin) return undefined
  const t = serverMailMessages[mail.language]
  const link = { url: urlOf(adminLinks.auditLog({ user: adminId })), label: t.link }
  const paragraphs = [t[change as ServerChange], t.why]
  const texts = { subject: t.subject, paragraphs, link, notes: [t.questions] }
  return composeFact(mail, texts, { email: admin.email, roles: rolesOf(admin, mail) })
}

function rolesOf(admin: Admin | undefined, { language }: Mail): string {
  const t = messages[language]
  const names = admin?.roles.map((role) => t[role]) ?? []
  return formatList(names, language) || t.noRole
}

/**
 * Composes the warning about an unused account. Returns undefined if the admin has logged in, been deactivated or been
 * reactivated since the warning.
 */
export async function composeDormantAdmin(mail: Mail): Promise<MailContent | undefined> {
  const { userId = '', until = '' } = mail.data
  if (!(await isStillDormant(db, 'admins', userId))) return undefined
  const t = dormantMailMessages[mail.language]
  const link = { url: urlOf(links.adminLogin()), label: t.logIn }
  return composeFact(
    mail,
    { subject: t.warningSubject, paragraphs: [t.unused, t.warning], link, notes: [t.questions] },
    { time: formatTime(until, mail.language, 'UTC') },
  )
}

/**
 * Composes the mail about an account that was deactivated because it was unused. Returns undefined if the admin is
 * active again.
 */
export async function composeDormantAdminDeactivated(mail: Mail): Promise<MailContent | undefined> {
  if ((await findAdmin(db, mail.userId ?? ''))?.active !== false) return undefined
  const t = dormantMailMessages[mail.language]
  const paragraphs = [t.deactivated, t.back]
  return composeFact(mail, { subject: t.deactivatedSubject, paragraphs, notes: [] })
}

type AccountTexts = (typeof accountMailMessages)['en']
type AccountMail = {
  subject: keyof AccountTexts
  paragraphs: readonly (keyof AccountTexts)[]
  hasLogInLink?: boolean
  /** State in which the admin must still be when the mail is composed; true by default. */
  active?: boolean
}

/**
 * Returns a function that composes a mail about an admin's account from text keys. The function returns undefined if
 * the admin is gone, or has been activated or deactivated since.
 */
function accountMail({ subject, paragraphs, hasLogInLink, active = true }: AccountMail) {
  return async (mail: Mail): Promise<MailContent | undefined> => {
    if ((await findAdmin(db, mail.userId ?? ''))?.active !== active) return undefined
    const t = accountMailMessages[mail.language]
    return composeFact(mail, {
      subject: t[subject],
      paragraphs: paragraphs.map((key) => t[key]),
      ...(hasLogInLink && { link: { url: urlOf(links.adminLogin()), label: t.logIn } }),
      notes: [t.questions],
    })
  }
}

/** Composes the mail to a new admin who logs in through the admins' identity provider and needs no set-up. */
export const composeAdminAdded = accountMail({
  subject: 'addedSubject',
  paragraphs: ['added', 'companyLogin'],
  hasLogInLink: true,
})

/** Composes the mail after a reset for an admin who logs in through the admins' identity provider. */
export const composeAdminReset = accountMail({
  subject: 'resetSubject',
  paragraphs: ['reset', 'companyLogin'],
  hasLogInLink: true,
})

export const composeAdminActivated = accountMail({
  subject: 'activatedSubject',
  paragraphs: ['activated'],
  hasLogInLink: true,
})

export const composeAdminDeactivated = accountMail({
  subject: 'deactivatedSubject',
  paragraphs: ['deactivated'],
  active: false,
})

/**
 * Composes the mail about a suspension by another admin for a day. Has a login link, because a suspended admin can
 * still decline requests and cancel their own.
 */
export const composeAdminSuspended = accountMail({
  subject: 'suspendedSubject',
  paragraphs: ['suspended'],
  hasLogInLink: true,
})
