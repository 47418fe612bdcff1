import * as links from '#contract/links.ts'
import { companyRoleMessages } from '#contract/texts/messages.ts'
import { mailContent, type MailContent, type MailTexts } from '#contract/mail.ts'
import { companyRoles } from '#contract/permission.ts'
import { formatTime } from '#contract/time.ts'
import { isAccessEnd } from '#domain/platform-access/access-expiry.ts'
import { listRequestDeciders } from '#domain/platform-access/access-request.ts'
import { findCompanyRoles } from '#domain/companies/company-role.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { findPartner } from '#domain/companies/partner.ts'
import { findPlatformAccessRefusal } from '#domain/platform-access/platform-access.ts'
import { findSubsystem } from '#domain/platforms/subsystem.ts'
import { findUser } from '#domain/accounts/user.ts'
import { db } from '#server/db.ts'
import { urlOf } from '#server/url-of.ts'
import { expiryMailMessages, roleMailMessages } from './texts/messages.ts'

/** Composes the mail about granted roles; undefined if all of them have been revoked since. */
export function composeRoleGiven(mail: Mail): Promise<MailContent | undefined> {
  const t = roleMailMessages[mail.language]
  const link = { url: urlOf(links.companyArea()), label: t.open }
  const content = { subject: t.givenSubject, paragraphs: [t.given, t.givenHint], link }
  return composeRoles(mail, { ...content, isHeld: true })
}

/** Composes the mail about revoked roles; undefined if all of them have been granted again since. */
export function composeRoleTaken(mail: Mail): Promise<MailContent | undefined> {
  const t = roleMailMessages[mail.language]
  return composeRoles(mail, { subject: t.takenSubject, paragraphs: [t.taken], isHeld: false })
}

type RoleFacts = {
  firstname: string
  company: string
  roles: readonly string[]
  /** Number of roles, for the grammatical number. */
  count: number
}
type RoleTexts = Pick<MailTexts<RoleFacts>, 'subject' | 'paragraphs' | 'link'>

/**
 * Composes the mail about those roles that the user still has (`isHeld`), or still does not have. Returns undefined if
 * there are none, or if the user is deactivated.
 */
async function composeRoles(
  mail: Mail,
  { isHeld, ...texts }: RoleTexts & { isHeld: boolean },
): Promise<MailContent | undefined> {
  const { userId = '', partnerId = '', roles = '' } = mail.data
  const [user, company] = await Promise.all([findUser(db, userId), findPartner(db, partnerId)])
  if (!user?.active || !company) return undefined
  const currentRoles = await findCompanyRoles(db, userId)
  const mailedRoles = companyRoles
    .filter((role) => roles.split(',').includes(role))
    .filter((role) => (isHeld ? currentRoles.includes(role) : !currentRoles.includes(role)))
  if (mailedRoles.length === 0) return undefined
  const names = companyRoleMessages[mail.language]
  return mailContent({
    locale: mail.language,
    facts: {
      firstname: user.firstname,
      company: company.name,
      roles: mailedRoles.map((role) => names[role]),
      count: mailedRoles.length,
    },
    ...texts,
    notes: [roleMailMessages[mail.language].questions],
  })
}

/** Composes the mail about expiring access; undefined if the access has ended meanwhile or ends at another time. */
export async function composeAccessExpiring(mail: Mail): Promise<MailContent | undefined> {
  const { userId = '', subsystemId = '', until = '' } = mail.data
  const [user, platform] = await Promise.all([findUser(db, userId), findSubsystem(db, subsystemId)])
  if (!user?.active || !platform) return undefined
  if (await findPlatformAccessRefusal(db, userId, subsystemId)) return undefined
  if (!(await isAccessEnd(db, { userId, subsystemId, until }))) return undefined
  const { partnerId } = user
  const deciders = partnerId === null ? [] : await listRequestDeciders(db, partnerId)
  const company = partnerId === null ? undefined : await findPartner(db, partnerId)
  const isExtendable = deciders.some(({ id }) => id !== userId)
  const t = expiryMailMessages[mail.language]
  return mailContent({
    locale: mail.language,
    facts: {
      firstname: user.firstname,
      platform: platform.name,
      company: company?.name ?? '',
      time: formatTime(until, mail.language, user.timezone),
    },
    subject: t.subject,
    paragraphs: [t.ends],
    link: { url: platform.url, label: t.open({ platform: platform.name }) },
    notes: [isExtendable ? t.askCompany : t.askSupport],
  })
}
