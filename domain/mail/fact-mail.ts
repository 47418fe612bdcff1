import { formatDevice } from '#contract/device.ts'
import type { MailContent, MailDetail, MailTexts } from '#contract/mail.ts'
import { formatTime } from '#contract/time.ts'
import { db } from '#server/db.ts'
import { findAdmin } from '../accounts/admin.ts'
import type { Mail } from './mail.ts'
import { findUser } from '../accounts/user.ts'

type FactTexts<Facts> = Omit<MailTexts<Facts & { firstname: string }>, 'locale' | 'details'>

/**
 * Composes an email to a user or admin about an event of their account, with its time, browser and IP address as far as
 * the mail's data contain them. Texts may contain `{firstname}` and the names of `facts`. Returns undefined if the
 * account no longer exists.
 */
export async function composeFact<Facts extends object = object>(
  { userId, language: locale, data }: Mail,
  texts: FactTexts<NoInfer<Facts>>,
  facts?: Facts,
): Promise<MailContent | undefined> {
  const id = userId ?? ''
  const user = await findUser(db, id)
  const owner = user ?? (await findAdmin(db, id))
  if (!owner) return undefined
  // Mails about a new password have `changedAt` instead of `at`.
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
