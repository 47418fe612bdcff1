import * as links from '#contract/links.ts'
import { mailContent, type MailContent } from '#contract/mail.ts'
import { findAdmin } from '#domain/accounts/admin.ts'
import { composeFact } from '#domain/mail/fact-mail.ts'
import { createLink, mailedToken } from '#domain/sign-in/link.ts'
import { addMailData, type Mail } from '#domain/mail/mail.ts'
import { findPassword } from '#domain/credentials/password.ts'
import { findUser, type User } from '#domain/accounts/user.ts'
import { db, transaction } from '#server/db.ts'
import { urlOf } from '#server/url-of.ts'
import { changeMailMessages, resetMailMessages } from './texts/messages.ts'

/** Composes the mail about a password change or reset. An admin gets no link, because admins cannot request a reset. */
export async function composePasswordChanged(mail: Mail): Promise<MailContent | undefined> {
  const t = changeMailMessages[mail.language]
  const isAdmin = (await findAdmin(db, mail.userId ?? '')) !== undefined
  // A user who did not make the change requests a reset, which also ends the sessions of the attacker.
  const link = { url: urlOf(links.forgotPassword()), label: t.link }
  return composeFact(mail, {
    subject: t.subject,
    paragraphs: [t.changed, t.wasYou, isAdmin ? t.adminNotYou : t.notYou],
    ...(!isAdmin && { link }),
    notes: [t.support],
  })
}

/**
 * Composes the reset mail. Undefined for an unknown address, an inactive user or company, and a link that was voided
 * meanwhile.
 */
export async function composeReset(mail: Mail): Promise<MailContent | undefined> {
  const { userId, redirectUrl } = mail.data
  const user = userId === undefined ? undefined : await findUser(db, userId)
  if (!user?.active || !user.partnerActive) return undefined
  const token = await mailedToken(db, mail.data['linkId'] ?? (await createResetLink(mail, user)))
  if (!token) return undefined
  const page = links.resetPassword({ redirect_url: redirectUrl, user: user.email })
  // A user added by an admin has no password yet.
  const isFirst = (await findPassword(db, user.id)) === undefined
  const t = resetMailMessages[mail.language]
  return mailContent({
    locale: mail.language,
    facts: { firstname: user.firstname },
    subject: isFirst ? t.firstSubject : t.subject,
    paragraphs: [isFirst ? t.first : t.asked],
    isFromSupport: mail.data['sender'] === 'support',
    link: {
      url: urlOf(links.withToken(page, token)),
      label: isFirst ? t.firstLink : t.link,
    },
    notes: [t.lifetime, isFirst ? t.firstUnexpected : t.unexpected],
  })
}

/** Creates the link, and stores its id with the mail, so that each retry sends the same link. */
function createResetLink(mail: Mail, { id: userId, email }: User): Promise<string> {
  const createdBy = mail.data['createdBy'] ?? 'user'
  return transaction(db, async (tx) => {
    const linkId = await createLink(tx, { kind: 'reset-password', userId, email, createdBy })
    await addMailData(tx, mail.id, { linkId })
    return linkId
  })
}
