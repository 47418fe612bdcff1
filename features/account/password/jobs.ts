import type { MailContent } from '#contract/mail.ts'
import { formatTime } from '#contract/time.ts'
import { createLink, mailedToken } from '#domain/link.ts'
import { addMailData, type Mail } from '#domain/mail.ts'
import { hasPassword } from '#domain/password.ts'
import { findUser, type User } from '#domain/user.ts'
import { config } from '#server/config.ts'
import { db, transaction } from '#server/db.ts'
import { passwordChangedEmail, resetEmail } from './email.ts'

/** For a change with the old password and for a reset by link. */
export async function composePasswordChanged(mail: Mail): Promise<MailContent | undefined> {
  const { userId = '', ipAddress = '', changedAt } = mail.data
  const user = await findUser(db, userId)
  return (
    user &&
    passwordChangedEmail({
      ...facts(mail, user),
      time: formatTime(changedAt, mail.language, user.timezone),
      ipAddress,
      url: `${config.publicUrl}/forgot-password`,
    })
  )
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
  return resetEmail({
    ...facts(mail, user),
    isFirst: !(await hasPassword(db, user.id)),
    url: `${config.publicUrl}/reset-password/${token}?${search}`,
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

function facts(mail: Mail, user: User) {
  const { name, supportEmail } = config.brand
  return { locale: mail.language, brand: name, supportEmail, firstname: user.firstname }
}
