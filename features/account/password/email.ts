import { mailContent, type MailContent } from '#contract/mail.ts'
import { findAdmin } from '#domain/admin.ts'
import { composeFact } from '#domain/fact-mail.ts'
import { createLink, mailedToken } from '#domain/link.ts'
import { addMailData, type Mail } from '#domain/mail.ts'
import { findPassword } from '#domain/password.ts'
import { findUser, type User } from '#domain/user.ts'
import { config } from '#server/config.ts'
import { db, transaction } from '#server/db.ts'
import { changeMailMessages, resetMailMessages } from './texts/messages.ts'

/** For a change with the old password and for a reset by link. An admin cannot request a reset. */
export async function composePasswordChanged(mail: Mail): Promise<MailContent | undefined> {
  const t = changeMailMessages[mail.language]
  const isAdmin = (await findAdmin(db, mail.userId ?? '')) !== undefined
  // The page that requests a reset: setting a new password ends every session.
  const link = { url: `${config.publicUrl}/forgot-password`, label: t.link }
  return composeFact(mail, {
    subject: t.subject,
    paragraphs: [t.changed, t.wasYou, isAdmin ? t.adminNotYou : t.notYou],
    ...(!isAdmin && { link }),
    notes: [t.support],
  })
}

/** Undefined for an unknown address, for an inactive user or company, and when the link was voided meanwhile. */
export async function composeReset(mail: Mail): Promise<MailContent | undefined> {
  const { userId, redirectUrl } = mail.data
  const user = userId === undefined ? undefined : await findUser(db, userId)
  if (!user?.active || !user.partnerActive) return undefined
  const token = await mailedToken(db, mail.data['linkId'] ?? (await createResetLink(mail, user)))
  if (!token) return undefined
  const search = new URLSearchParams({
    ...(redirectUrl !== undefined && { redirect_url: redirectUrl }),
    user: user.email,
  })
  // The user was added without a password.
  const isFirst = (await findPassword(db, user.id)) === undefined
  const t = resetMailMessages[mail.language]
  return mailContent({
    locale: mail.language,
    facts: { firstname: user.firstname },
    subject: isFirst ? t.firstSubject : t.subject,
    paragraphs: [isFirst ? t.first : t.asked],
    isFromSupport: mail.data['sender'] === 'support',
    link: {
      url: `${config.publicUrl}/reset-password/${token}?${search}`,
      label: isFirst ? t.firstLink : t.link,
    },
    notes: [t.lifetime, isFirst ? t.firstUnexpected : t.unexpected],
  })
}

/** The link's id is stored with the mail, so that each retry carries the same link. */
function createResetLink(mail: Mail, { id: userId, email }: User): Promise<string> {
  const createdBy = mail.data['createdBy'] ?? 'user'
  return transaction(db, async (tx) => {
    const linkId = await createLink(tx, { kind: 'reset-password', userId, email, createdBy })
    await addMailData(tx, mail.id, { linkId })
    return linkId
  })
}
