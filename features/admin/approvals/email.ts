import * as adminLinks from '#contract/admin-links.ts'
import * as links from '#contract/links.ts'
import { mailContent, type MailContent } from '#contract/mail.ts'
import { formatTime } from '#contract/time.ts'
import { nameOf } from '#contract/full-name.ts'
import { findAdmin } from '#domain/accounts/admin.ts'
import { findApproval, type Approval } from '#domain/approvals/approval.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { findServiceAccount } from '#domain/service-accounts/service-account.ts'
import { findUser } from '#domain/accounts/user.ts'
import { db } from '#server/db.ts'
import { urlOf } from '#server/url-of.ts'
import { kindMessages, outcomeMessages, mailMessages } from './texts/messages.ts'

/**
 * Composes the email that asks an approver to decide a request, or a suspended admin to decline it if it is not
 * genuine. Undefined once the request is decided.
 */
export async function composeApprovalAsked(mail: Mail): Promise<MailContent | undefined> {
  const { approvalId = '', area, may } = mail.data
  const mayOnlyDecline = may === 'decline'
  const approval = await findApproval(db, approvalId)
  if (approval?.state !== 'asked') return undefined
  const { id } = approval
  const t = mailMessages[mail.language]
  const link =
    area === 'user' ? links.companyRequests({ approval: id }) : adminLinks.approval({ id })
  return mailContent({
    locale: mail.language,
    facts: { asker: await nameOfAsker(approval), kind: kindOf(mail, approval) },
    subject: mayOnlyDecline ? t.declinableSubject : t.askedSubject,
    paragraphs: [t.asked, mayOnlyDecline ? t.declinableHint : t.askedHint],
    link: { url: urlOf(link), label: t.open },
    notes: [t.questions],
  })
}

/**
 * Composes the email that reports the decision to the requester. Undefined for an unknown, undecided or canceled
 * request.
 */
export async function composeApprovalDecided(mail: Mail): Promise<MailContent | undefined> {
  const approval = await findApproval(db, mail.data['approvalId'] ?? '')
  if (!approval || approval.state === 'asked' || approval.state === 'cancelled') return undefined
  const { id, state, evidence, outcome, notBefore } = approval
  const t = mailMessages[mail.language]
  // Only the text about a failed request shows the outcome; for other requests, any value would do.
  const failure = outcome === null || outcome === 'done' ? 'not possible' : outcome
  return mailContent({
    locale: mail.language,
    facts: {
      kind: kindOf(mail, approval),
      reason: evidence,
      outcome: outcomeMessages[mail.language][failure],
      time: formatTime(notBefore.toISOString(), mail.language, 'UTC'),
      result: resultOf(state),
    },
    subject: t.decidedSubject,
    paragraphs: [t[state === 'open' ? 'waiting' : state]],
    link: { url: urlOf(adminLinks.approval({ id })), label: t.seeRequest },
    notes: [t.questions],
  })
}

/** Composes the email that reports a break-glass approval to each super admin. Undefined for an unknown request. */
export async function composeBreakGlassUsed(mail: Mail): Promise<MailContent | undefined> {
  const approval = await findApproval(db, mail.data['approvalId'] ?? '')
  if (!approval) return undefined
  const t = mailMessages[mail.language]
  return mailContent({
    locale: mail.language,
    facts: { kind: kindOf(mail, approval), reason: approval.evidence },
    subject: t.glassSubject,
    paragraphs: [t.glass, t.glassHint],
    notes: [t.questions],
  })
}

/** Returns the form of the subject; `other` is an approved request that is done, waiting or due. */
function resultOf(state: Approval['state']): 'refused' | 'failed' | 'expired' | 'other' {
  return state === 'refused' || state === 'failed' || state === 'expired' ? state : 'other'
}

function kindOf({ language }: Mail, { kind }: Approval): string {
  return kindMessages[language][kind]
}

async function nameOfAsker({ askedKind, askedBy }: Approval): Promise<string> {
  if (askedKind === 'service') return (await findServiceAccount(db, askedBy))?.name ?? ''
  const asker = await (askedKind === 'admin' ? findAdmin(db, askedBy) : findUser(db, askedBy))
  return asker ? nameOf(asker) : ''
}
