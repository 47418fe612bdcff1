import type { MailFault } from '#contract/mail-fault.ts'

const replied = /(?:^|\s)([45]\d\d)(?:[ -][45]\.(\d{1,3})\.(\d{1,3}))?(?:\s|$)/

/** Why a mail was not taken, from what the mail server or the connection to it said; null for null. */
export function mailFaultOf(lastError: string | null): MailFault | null {
  if (lastError === null) return null
  const [, code, subject, detail] = replied.exec(lastError) ?? []
  if (code === undefined) return 'server'
  // The stage before a recipient is named: every mail would fail.
  if (/^(?:Mail command failed|Invalid (?:login|greeting)|Missing credentials)/.test(lastError)) {
    return 'login'
  }
  const ofStatus =
    subject === undefined ? undefined : (byStatus[`${subject}.${detail}`] ?? bySubject[subject])
  const fault = ofStatus ?? (isAsSpam.test(lastError) ? 'spam' : (byCode[code] ?? 'other'))
  return code.startsWith('4') && !areForNow.has(fault) ? 'later' : fault
}

const isAsSpam = /spam|block|black ?list|policy|reputation/i
/** What a mail server says with a code of 4xx as it does with one of 5xx; the rest of those asks for another try. */
const areForNow: ReadonlySet<MailFault> = new Set(['full', 'server', 'login'])

/** Enhanced status codes of RFC 3463, without their class. */
const byStatus: Readonly<Record<string, MailFault>> = {
  '1.7': 'login',
  '1.8': 'login',
  '2.1': 'address',
  '2.2': 'full',
  '7.8': 'login',
}
const bySubject: Readonly<Record<string, MailFault>> = { 1: 'address', 4: 'server', 7: 'spam' }

/** Reply codes of RFC 5321 §4.2.3, where there is no enhanced one. */
const byCode: Readonly<Record<string, MailFault>> = {
  421: 'server',
  452: 'full',
  530: 'login',
  535: 'login',
  550: 'address',
  551: 'address',
  552: 'full',
  553: 'address',
}
