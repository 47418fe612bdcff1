import * as links from '#contract/links.ts'
import { isId } from '#contract/fields.ts'
import { mailContent, type MailContent, type MailTexts } from '#contract/mail.ts'
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

/** Returns the button of a mail to an address of the user, or no button after the link has ended. */
async function stopLink({ mail }: Letter, label: string): Promise<Pick<MailContent, 'link'>> {
  const token = await mailedToken(db, mail.data['linkId'] ?? '')
  return token ? { link: protectiveLink(links.stopRecovery(), token, label) } : {}
}

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
  return {
    subject: t.askedSubject,
    paragraphs: [asked[by], t.next, t.own, t.stranger],
    ...(await stopLink(told, t.stop)),
    notes: [t.stopLifetime, t.questions],
  }
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
  return {
    subject: t.approvedSubject,
    paragraphs: [t.approved, t.own, t.stranger],
    ...(await stopLink(told, t.stop)),
    notes: [t.stopLifetime, t.questions],
  }
})

/**
 * Composes the mail about a recovery that may start. Only the user’s own address receives its link. Undefined for the
 * own address once the link was used or stopped.
 */
export const composeRecoveryOpen = about(async (told) => {
  const { mail, t } = told
  const { role, linkId = '', lost, sender } = mail.data
  if (role !== 'owner')
    return {
      subject: t.openContactSubject,
      paragraphs: [t.openContact, t.own, t.stranger],
      ...(await stopLink(told, t.stop)),
      notes: [t.stopLifetime, t.questions],
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
  return {
    subject: t.endedSubject,
    paragraphs: [t[end], t.unchanged, t.notAsked],
    ...(await stopLink(told, t.secure)),
    notes: [t.stopLifetime, t.questions],
  }
})

export const composeRecoveryDone = about(async (told) => {
  const { mail, t } = told
  return {
    subject: t.doneSubject,
    paragraphs: [
      mail.data['factor'] === 'passkey' ? t.donePasskey : t.doneApp,
      t.own,
      t.doneStranger,
    ],
    ...(await stopLink(told, t.undo)),
    notes: [t.undoLifetime, t.questions],
  }
})

export const composeUserLocked = about(async ({ t }) => ({
  subject: t.lockedSubject,
  paragraphs: [t.lockedText, t.lockedBack],
  notes: [t.questions],
}))
