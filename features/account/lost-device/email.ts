import * as links from '#contract/links.ts'
import { isId } from '#contract/fields.ts'
import { mailContent, type MailContent, type MailText, type MailTexts } from '#contract/mail.ts'
import { formatTime } from '#contract/time.ts'
import { nameOf } from '#contract/full-name.ts'
import { findApproval } from '#domain/approvals/approval.ts'
import { mailedToken } from '#domain/sign-in/link.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { protectiveLink } from '#domain/mail/protective-link.ts'
import { recoveryEnds } from '#domain/sign-in/recovery-notice.ts'
import { findUser, type User } from '#domain/accounts/user.ts'
import { db } from '#server/db.ts'
import { urlOf } from '#server/url-of.ts'
import { mailMessages } from './texts/messages.ts'

type Texts = (typeof mailMessages)['en']
/** A mail to compose, the user that it is about, and the texts in the language of the recipient. */
type Letter = { mail: Mail; user: User; t: Texts }
type Facts = { firstname: string; name: string; email: string; time: string }
type Content = Omit<MailTexts<Facts>, 'locale'>

/**
 * Returns the composer of a mail about a user. Among the mail's data are:
 *
 * - `userId`: the user. The mail is undefined if the user no longer exists.
 * - `role` of the recipient: `owner` for the user's own address, `contact` for another address of the user, `company`
 *   for an administrator of the company.
 * - `approvalId`: the approval of the recovery. The texts contain the earliest time at which its link is emailed.
 */
function composerOf(write: (letter: Letter) => Promise<Content | undefined>) {
  return async (mail: Mail): Promise<MailContent | undefined> => {
    const { userId = '', approvalId = '', role } = mail.data
    const user = await findUser(db, userId)
    if (!user) return undefined
    const t = mailMessages[mail.language]
    const content = await write({ mail, user, t })
    if (!content) return undefined
    const { firstname, email } = user
    const startsAt = isId(approvalId) ? (await findApproval(db, approvalId))?.notBefore : undefined
    const time = startsAt ? formatTime(startsAt.toISOString(), mail.language, user.timezone) : ''
    return mailContent({
      locale: mail.language,
      facts: { firstname, name: nameOf(user), email, time },
      ...content,
      paragraphs: [...(role === 'contact' ? [t.contact] : []), ...content.paragraphs],
    })
  }
}

type Advice = { label: string } & Record<'text' | 'textWithoutLink' | 'lifetime', MailText<Facts>>

/**
 * Adds the button that stops or undoes the recovery, or secures the account, as `label` says. After its link has ended,
 * adds `textWithoutLink` instead.
 */
async function withProtectiveLink(
  { mail, t }: Letter,
  { subject, paragraphs }: Pick<Content, 'subject' | 'paragraphs'>,
  { text, textWithoutLink, label, lifetime }: Advice,
): Promise<Content> {
  const token = await mailedToken(db, mail.data['linkId'] ?? '')
  if (!token) return { subject, paragraphs: [...paragraphs, textWithoutLink], notes: [t.questions] }
  return {
    subject,
    paragraphs: [...paragraphs, text],
    link: protectiveLink(links.stopRecovery(), token, label),
    notes: [lifetime, t.questions],
  }
}

/** Returns the advice to cancel a request in progress. */
const cancelAdvice = (t: Texts) => ({
  text: t.stranger,
  textWithoutLink: t.strangerWithoutLink,
  label: t.stop,
  lifetime: t.stopLifetime,
})

export const composeRecoveryAsked = composerOf(async (letter) => {
  const { mail, t } = letter
  if (mail.data['role'] === 'company') return askedOfCompany(letter)
  const requestTexts = {
    user: t.askedByUser,
    admin: t.askedBySupport,
    company: t.askedByCompany,
    password: t.askedByPassword,
  }
  const by = mail.data['by'] as keyof typeof requestTexts
  const content = { subject: t.askedSubject, paragraphs: [requestTexts[by], t.next, t.asker] }
  return withProtectiveLink(letter, content, cancelAdvice(t))
})

function askedOfCompany({ mail, t }: Letter): Content {
  const url = urlOf(links.companyRequests({ approval: String(mail.data['approvalId']) }))
  return {
    subject: t.companySubject,
    paragraphs: [t.companyAsked, t.companyHint],
    link: { url, label: t.openRequest },
    notes: [t.questions],
  }
}

export const composeRecoveryApproved = composerOf(async (letter) => {
  const { t } = letter
  const content = { subject: t.approvedSubject, paragraphs: [t.approved, t.asker] }
  return withProtectiveLink(letter, content, cancelAdvice(t))
})

/**
 * Composes the mail about a recovery that may start. Only the user’s own address receives its link. Undefined for the
 * own address once the link was used or stopped.
 */
export const composeRecoveryOpen = composerOf(async (letter) => {
  const { mail, t } = letter
  const { role, linkId = '', lost, sender } = mail.data
  if (role !== 'owner') {
    const content = { subject: t.openContactSubject, paragraphs: [t.openContact, t.asker] }
    return withProtectiveLink(letter, content, cancelAdvice(t))
  }
  const token = await mailedToken(db, linkId)
  if (!token) return undefined
  const isBoth = lost === 'password-and-factors'
  const page = isBoth ? links.recover() : links.reset2fa()
  return {
    subject: t.openSubject,
    paragraphs: [isBoth ? t.openBoth : t.open],
    isFromSupport: sender === 'support',
    link: { url: urlOf(links.withToken(page, token)), label: t.openLink },
    notes: [t.openLifetime, t.openStranger],
  }
})

export const composeRecoveryStopped = composerOf(async (letter) => {
  const { mail, t } = letter
  const end = recoveryEnds.find((each) => each === mail.data['end']) ?? 'stopped'
  const paragraphs = end === 'replaced' ? [t[end]] : [t[end], t.unchanged]
  const content = { subject: t.endedSubject, paragraphs }
  return withProtectiveLink(letter, content, {
    text: t.notAsked,
    textWithoutLink: t.notAskedWithoutLink,
    label: t.secure,
    lifetime: t.stopLifetime,
  })
})

export const composeRecoveryDone = composerOf(async (letter) => {
  const { mail, t } = letter
  const done = mail.data['factor'] === 'passkey' ? t.donePasskey : t.doneApp
  const content = { subject: t.doneSubject, paragraphs: [done, t.own] }
  return withProtectiveLink(letter, content, {
    text: t.doneStranger,
    textWithoutLink: t.doneStrangerWithoutLink,
    label: t.undo,
    lifetime: t.undoLifetime,
  })
})

export const composeUserLocked = composerOf(async ({ t }) => ({
  subject: t.lockedSubject,
  paragraphs: [t.lockedText, t.lockedBack],
  notes: [t.questions],
}))
