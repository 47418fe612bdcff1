import * as links from '#contract/links.ts'
import { mailContent, type MailContent } from '#contract/mail.ts'
import { formatTime } from '#contract/time.ts'
import { isOpenRequestOf } from '#domain/platform-access/access-request.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { findPartner } from '#domain/companies/partner.ts'
import { findSubsystem } from '#domain/platforms/subsystem.ts'
import { findUser } from '#domain/accounts/user.ts'
import { db, rows } from '#server/db.ts'
import { urlOf } from '#server/url-of.ts'
import { mailMessages } from './texts/messages.ts'

const mostNamed = 5

/**
 * Composes the mail to approvers about all open requests. Returns undefined if all requests have been decided since.
 */
export async function composeAccessRequested(mail: Mail): Promise<MailContent | undefined> {
  const { partnerId = '' } = mail.data
  const { language: locale } = mail
  const company = await findPartner(db, partnerId)
  const open = await rows<{ name: string; platform: string }>(db)`
    select u.firstname || ' ' || u.lastname as name, s.name as platform
    from access_requests r join users u on u.id = r.user_id join subsystems s on s.id = r.subsystem_id
    where ${isOpenRequestOf(partnerId)} order by r.asked_at, r.id`
  if (!company || open.length === 0) return undefined
  const t = mailMessages[locale]
  const lines = open.slice(0, mostNamed).map(({ name, platform }) => t.line({ name, platform }))
  const rest = open.length - lines.length
  return mailContent({
    locale,
    facts: { company: company.name, count: open.length },
    subject: t.requestedSubject,
    paragraphs: [t.requested, ...lines, ...(rest > 0 ? [t.more({ count: rest })] : [])],
    link: { url: urlOf(links.companyRequests()), label: t.decide },
    notes: [t.once],
  })
}

export async function composeAccessGiven(mail: Mail): Promise<MailContent | undefined> {
  const found = await factsOf(mail)
  if (!found) return undefined
  const { facts, url, timezone } = found
  const { until } = mail.data
  const t = mailMessages[mail.language]
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

export async function composeAccessRefused(mail: Mail): Promise<MailContent | undefined> {
  const found = await factsOf(mail)
  if (!found) return undefined
  const { reason = '' } = mail.data
  const t = mailMessages[mail.language]
  return mailContent({
    locale: mail.language,
    facts: { ...found.facts, reason },
    subject: t.refusedSubject,
    paragraphs: [t.refused, t.reason],
    notes: [t.questions],
  })
}

/** Returns the facts of a mail; undefined if the user has left the company since. */
async function factsOf({ data: { userId = '', subsystemId = '' } }: Mail) {
  const [user, platform] = await Promise.all([findUser(db, userId), findSubsystem(db, subsystemId)])
  const company = user?.partnerId ? await findPartner(db, user.partnerId) : undefined
  if (!user?.active || !platform || !company) return undefined
  const { firstname, timezone } = user
  const facts = { firstname, platform: platform.name, company: company.name }
  return { facts, url: platform.url, timezone }
}
