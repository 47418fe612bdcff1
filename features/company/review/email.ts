import * as links from '#contract/links.ts'
import { mailContent, type MailContent } from '#contract/mail.ts'
import { formatDay } from '#contract/day.ts'
import { dayOf } from '#contract/relative-time.ts'
import { formatTime } from '#contract/time.ts'
import { countPending } from '#domain/platform-access/access-review.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { findUser } from '#domain/accounts/user.ts'
import { db, row } from '#server/db.ts'
import { urlOf } from '#server/url-of.ts'
import { mailMessages } from './texts/messages.ts'

/**
 * Composes the mail that asks for decisions on an open review. Returns undefined if the review is closed or has no
 * pending items, or if the user is deactivated or has left the company.
 */
export async function composeReviewDue(mail: Mail): Promise<MailContent | undefined> {
  const review = await findFacts(mail)
  if (!review?.isOpen) return undefined
  const { company, dueAt, isStrict, timezone } = review
  const { language: locale, data } = mail
  const t = mailMessages[locale]
  const pending = await countPending(db, data['reviewId'] ?? '')
  if (pending === 0) return undefined
  return mailContent({
    locale,
    facts: {
      company,
      count: pending,
      day: formatDay(dayOf(dueAt, timezone), locale),
      time: formatTime(dueAt.toISOString(), locale, timezone),
    },
    subject: t.dueSubject,
    paragraphs: [t.due, t.until, ...(isStrict ? [t.strict] : [])],
    link: { url: reviewUrl, label: t.open },
    notes: [t.why],
  })
}

/**
 * Composes the mail about a closed review. Returns undefined if the review is open, or if the user is deactivated or
 * has left the company.
 */
export async function composeReviewClosed(mail: Mail): Promise<MailContent | undefined> {
  const review = await findFacts(mail)
  if (!review || review.isOpen) return undefined
  const t = mailMessages[mail.language]
  return mailContent({
    locale: mail.language,
    facts: { company: review.company, count: review.removed },
    subject: t.closedSubject,
    paragraphs: [t.removed],
    link: { url: reviewUrl, label: t.see },
    notes: [t.why],
  })
}

const reviewUrl = urlOf(links.companyReview())

type ReviewFacts = {
  partnerId: string
  company: string
  dueAt: Date
  isStrict: boolean
  isOpen: boolean
  removed: number
}

/** Returns the review that a mail is about; undefined if the user is deactivated or has left the company. */
async function findFacts({ data: { userId = '', reviewId = '' } }: Mail) {
  const user = await findUser(db, userId)
  const review = await row<ReviewFacts>(db)`
    select p.id as partner_id, p.name as company, r.due_at, r.is_strict, r.closed_at is null as is_open,
           (select count(*) from access_review_items i where i.review_id = r.id and i.decision = 'remove') as removed
    from access_reviews r join partners p on p.id = r.partner_id where r.id = ${reviewId}`
  if (!user?.active || !review || user.partnerId !== review.partnerId) return undefined
  return { ...review, timezone: user.timezone }
}
