import type { MailContent } from '#contract/mail.ts'
import { formatTime } from '#contract/time.ts'
import { db } from '#server/db.ts'
import { findAdmin } from './admin.ts'
import type { Mail } from './mail.ts'
import { findUser } from './user.ts'

/**
 * Tells users and admins what happened to their account; undefined when it is gone. Texts may name `{firstname}`, what
 * the mail holds of `{time}`, `{browser}` and `{ipAddress}`, and further facts.
 */
export async function composeFact(
  { userId, language: locale, data }: Mail,
  texts: Omit<MailContent, 'locale' | 'facts'>,
  facts: MailContent['facts'] = {},
): Promise<MailContent | undefined> {
  const id = userId ?? ''
  const user = await findUser(db, id)
  const owner = user ?? (await findAdmin(db, id))
  if (!owner) return undefined
  const { at, browser = '', ipAddress = '' } = data
  const time = at === undefined ? '' : formatTime(at, locale, user?.timezone ?? 'UTC')
  const { firstname } = owner
  return { locale, facts: { firstname, time, browser, ipAddress, ...facts }, ...texts }
}
