import * as links from '#contract/links.ts'
import { isId } from '#contract/fields.ts'
import { mailContent, type MailContent, type MailText, type MailTexts } from '#contract/mail.ts'
import { formatTime } from '#contract/time.ts'
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
type Letter = { mail: Mail; user: User; t: Texts }
type Facts = { firstname: string; name: string; email: string; time: string }
type Content = Omit<MailTexts<Facts>, 'locale'>

/**
 * Composes a mail about the user `userId` of its data, for the recipient that `role` names. Undefined if the user no
 * longer exists.
 */
function about(content: (told: Letter) => Promise<Content | undefined>) {
  return async (mail: Mail): Promise<MailContent | undefined> => {
    const { userId = '', approvalId = '', role } = mail.data
    const user = await findUser(db, userId)
    if (!user) return undefined
    const t = mailMessages[mail.language]
    const written = await content({ mail, user, t })
    if (!written) return undefined
    const { firstname, lastname, email } = user
    const at = isId(approvalId) ? (await findApproval(db, approvalId))?.notBefore : undefined
    const time = at ? formatTime(at.toISOString(), mail.language, user.timezone) : ''
    const name = `${firstname} ${lastname}`
    return mailContent({
      locale: mail.language,
      facts: { firstname, name, email, time },
      ...written,
      paragraphs: [...(role === 'contact' ? [t.contact] : []), ...written.paragraphs],
    })
  }
}

type Advice = { label: string } & Record<'text' | 'textWithoutLink' | 'lifetime', MailText<Facts>>

/** Returns a mail with the button that protects the user, or with other advice after the link has ended. */
async function withStopLink(
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

export const composeRecoveryAsked = about(async (told) => {
  const { mail, t } = told
  if (mail.data['role'] === 'company') return askedOfCompany(told)
  const asked = {
    user: t.askedByUser,
    admin: t.askedBySupport,
    company: t.askedByCompany,
    password: t.askedByPassword,
  }
  const by = mail.data['by'] as keyof typeof asked
  const content = { subject: t.askedSubject, paragraphs: [asked[by], t.next, t.asker] }
  return withStopLink(told, content, cancelAdvice(t))
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

export const composeRecoveryApproved = about(async (told) => {
  const { t } = told
  const content = { subject: t.approvedSubject, paragraphs: [t.approved, t.asker] }
  return withStopLink(told, content, cancelAdvice(t))
})

/**
 * Composes the mail about a recovery that may start. Only the user’s own address receives its link. Undefined for the
 * own address once the link was used or stopped.
 */
export const composeRecoveryOpen = about(async (told) => {
  const { mail, t } = told
  const { role, linkId = '', lost, sender } = mail.data
  if (role !== 'owner') {
    const content = { subject: t.openContactSubject, paragraphs: [t.openContact, t.asker] }
    return withStopLink(told, content, cancelAdvice(t))
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

export const composeRecoveryStopped = about(async (told) => {
  const { mail, t } = told
  const end = recoveryEnds.find((each) => each === mail.data['end']) ?? 'stopped'
  const content = { subject: t.endedSubject, paragraphs: [t[end], t.unchanged] }
  return withStopLink(told, content, {
    text: t.notAsked,
    textWithoutLink: t.notAskedWithoutLink,
    label: t.secure,
    lifetime: t.stopLifetime,
  })
})

export const composeRecoveryDone = about(async (told) => {
  const { mail, t } = told
  const done = mail.data['factor'] === 'passkey' ? t.donePasskey : t.doneApp
  const content = { subject: t.doneSubject, paragraphs: [done, t.own] }
  return withStopLink(told, content, {
    text: t.doneStranger,
    textWithoutLink: t.doneStrangerWithoutLink,
    label: t.undo,
    lifetime: t.undoLifetime,
  })
})

export const composeUserLocked = about(async ({ t }) => ({
  subject: t.lockedSubject,
  paragraphs: [t.lockedText, t.lockedBack],
  notes: [t.questions],
}))
