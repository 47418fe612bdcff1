import * as links from '#contract/links.ts'
import { mailContent, type MailContent } from '#contract/mail.ts'
import { formatTime } from '#contract/time.ts'
import { isOpenRequestOf, listRequestDeciders } from '#domain/platform-access/access-request.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { findPartner } from '#domain/companies/partner.ts'
import { findSubsystem } from '#domain/platforms/subsystem.ts'
import { findUser } from '#domain/accounts/user.ts'
import { fullNameIn } from '#domain/accounts/full-name.ts'
import { db, rows, sql } from '#server/db.ts'
import { urlOf } from '#server/url-of.ts'
import { mailMessages } from './texts/messages.ts'

/** Maximum number of requests that the mail to approvers lists. */
const maxListed = 5

/**
 * Composes the mail to approvers about all open requests; undefined if all have been decided since, or if the recipient
 * may no longer decide them.
 */
export async function composeAccessRequested(mail: Mail): Promise<MailContent | undefined> {
  const { partnerId = '' } = mail.data
  const { language: locale } = mail
  const deciders = await listRequestDeciders(db, partnerId)
  if (!deciders.some(({ id }) => id === mail.userId)) return undefined
  const company = await findPartner(db, partnerId)
  const requests = await rows<{ name: string; platform: string }>(db)`
    select ${fullNameIn(sql`u`)} as name, s.name as platform
    from access_requests r join users u on u.id = r.user_id join subsystems s on s.id = r.subsystem_id
    where ${isOpenRequestOf(partnerId)} order by r.asked_at, r.id`
  if (!company || requests.length === 0) return undefined
  const t = mailMessages[locale]
  const lines = requests.slice(0, maxListed).map(({ name, platform }) => t.line({ name, platform }))
  const rest = requests.length - lines.length
  return mailContent({
    locale,
    facts: { company: company.name, count: requests.length },
    subject: t.requestedSubject,
    paragraphs: [t.requested, ...lines, ...(rest > 0 ? [t.more({ count: rest })] : [])],
    link: { url: urlOf(links.companyRequests()), label: t.decide },
    notes: [t.once],
  })
}

/** Composes the mail about granted access; undefined if the user is deactivated or without a company by then. */
export async function composeAccessGiven(mail: Mail): Promise<MailContent | undefined> {
  const recipient = await findRecipient(mail)
  if (!recipient) return undefined
  const { facts, url, timezone } = recipient
  const { until } = mail.data
  const t = mailMessages[mail.language]
  // Access without an end has no time.
  const time = until === undefined ? '' : formatTime(until, mail.language, timezone)
  return mailContent({
    locale: mail.language,
    facts: { ...facts, time },
    subject: t.givenSubject,
    paragraphs: [t.given, ...(time === '' ? [] : [t.until])],
    link: { url, label: t.open({ platform: facts.platform }) },
    notes: [t.questions],
  })
}

/** Composes the mail about a declined request; undefined if the user is deactivated or without a company by then. */
export async function composeAccessRefused(mail: Mail): Promise<MailContent | undefined> {
  const recipient = await findRecipient(mail)
  if (!recipient) return undefined
  const { reason = '' } = mail.data
  const t = mailMessages[mail.language]
  return mailContent({
    locale: mail.language,
    facts: { ...recipient.facts, reason },
    subject: t.refusedSubject,
    paragraphs: [t.refused, t.reason],
    notes: [t.questions],
  })
}

/**
 * Returns the facts about the recipient, the recipient's current company and the platform; undefined if the recipient
 * is deactivated or without a company, or if the platform no longer exists.
 */
async function findRecipient({ data: { userId = '', subsystemId = '' } }: Mail) {
  const [user, platform] = await Promise.all([findUser(db, userId), findSubsystem(db, subsystemId)])
  const company = user?.partnerId ? await findPartner(db, user.partnerId) : undefined
  if (!user?.active || !platform || !company) return undefined
  const { firstname, timezone } = user
  const facts = { firstname, platform: platform.name, company: company.name }
  return { facts, url: platform.url, timezone }
}
