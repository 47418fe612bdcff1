import type { MailContent } from '#contract/mail.ts'
import type { Mail } from '#domain/mail.ts'
import { findUser } from '#domain/user.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { activatedEmail, deactivatedEmail } from './email.ts'

/** Undefined when she was activated again before it was sent. */
export async function composeDeactivated(mail: Mail): Promise<MailContent | undefined> {
  const user = await findUser(db, mail.data['userId'] ?? '')
  return user && !user.active ? deactivatedEmail(facts(mail, user)) : undefined
}

/** Undefined when she was deactivated again before it was sent. */
export async function composeActivated(mail: Mail): Promise<MailContent | undefined> {
  const user = await findUser(db, mail.data['userId'] ?? '')
  return user?.active ? activatedEmail(facts(mail, user), `${config.publicUrl}/login`) : undefined
}

function facts(mail: Mail, { firstname }: { firstname: string }) {
  const { name, supportEmail } = config.brand
  return { locale: mail.language, brand: name, supportEmail, firstname }
}
