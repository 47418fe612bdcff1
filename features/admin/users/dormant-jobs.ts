import type { MailContent } from '#contract/mail.ts'
import { formatTime } from '#contract/time.ts'
import { isStillDormant } from '#domain/dormant.ts'
import type { Mail } from '#domain/mail.ts'
import { findUser } from '#domain/user.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { deactivatedEmail, warningEmail } from './dormant-email.ts'
import { processDormantAccounts } from './dormant-accounts.ts'

/** Until all is done that is due today. */
export async function keepAccountsInUse(): Promise<void> {
  if (!config.dormant.isOn) return
  while (await processDormantAccounts(db)) continue
}

/** Undefined when she has been here since. */
export async function composeDormant(mail: Mail): Promise<MailContent | undefined> {
  const { userId = '', until = '' } = mail.data
  const user = await findUser(db, userId)
  if (!user || !(await isStillDormant(db, userId))) return undefined
  const time = formatTime(until, mail.language, user.timezone)
  return warningEmail(facts(mail, user), { time, url: `${config.publicUrl}/login` })
}

/** Undefined when she was let in again before it was sent. */
export async function composeDormantDeactivated(mail: Mail): Promise<MailContent | undefined> {
  const user = await findUser(db, mail.data['userId'] ?? '')
  return user && !user.active ? deactivatedEmail(facts(mail, user)) : undefined
}

function facts(mail: Mail, { firstname }: { firstname: string }) {
  const { name, supportEmail } = config.brand
  return { locale: mail.language, brand: name, supportEmail, firstname }
}
