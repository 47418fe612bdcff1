import { formatDevice } from '#contract/device.ts'
import type { MailContent, MailDetail } from '#contract/mail.ts'
import { formatTime } from '#contract/time.ts'
import { db } from '#server/db.ts'
import { findAdmin } from './admin.ts'
import type { Mail } from './mail.ts'
import { findUser } from './user.ts'

/**
 * Tells users and admins what happened to their account, with what the mail holds of time, browser and IP address;
 * undefined when it is gone. Texts may name `{firstname}` and further facts.
 */
export async function composeFact(
  { userId, language: locale, data }: Mail,
  texts: Omit<MailContent, 'locale' | 'facts' | 'details'>,
  facts: MailContent['facts'] = {},
): Promise<MailContent | undefined> {
  const id = userId ?? ''
  const user = await findUser(db, id)
  const owner = user ?? (await findAdmin(db, id))
  if (!owner) return undefined
  // Mails of earlier versions about a new password say `changedAt`.
  const { at = data['changedAt'], browser = '', ipAddress = '' } = data
  const time = at === undefined ? '' : formatTime(at, locale, user?.timezone ?? 'UTC')
  const details: MailDetail[] = [
    { name: 'time', value: time },
    { name: 'browser', value: browser && formatDevice(browser, locale) },
    { name: 'ipAddress', value: ipAddress },
  ]
  return {
    locale,
    facts: { firstname: owner.firstname, ...facts },
    details: details.filter(({ value }) => value !== ''),
    ...texts,
  }
}
