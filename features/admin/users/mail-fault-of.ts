import type { MailFault } from '#contract/mail-fault.ts'

const replyCodes = /(?:^|\s)([45]\d\d)(?:[ -][45]\.(\d{1,3})\.(\d{1,3}))?(?:\s|$)/

/** Returns why a mail was rejected, from the error of the mail server or of the connection to it; null for null. */
export function mailFaultOf(lastError: string | null): MailFault | null {
  if (lastError === null) return null
  // These errors of nodemailer come before the command with the recipient, so every mail would fail.
  if (/^(?:Mail command failed|Invalid (?:login|greeting)|Missing credentials)/.test(lastError)) {
    return 'login'
  }
  const [, code, subject, detail] = replyCodes.exec(lastError) ?? []
  if (code === undefined) return 'server'
  const faultOfStatus =
    subject === undefined ? undefined : (byStatus[`${subject}.${detail}`] ?? bySubject[subject])
  const fault = faultOfStatus ?? (spamWords.test(lastError) ? 'spam' : (byCode[code] ?? 'other'))
  return code.startsWith('4') && !temporaryFaults.has(fault) ? 'later' : fault
}

const spamWords = /spam|block|black ?list|policy|reputation/i
/** Faults reported for 4xx replies as for 5xx replies. Any other 4xx reply asks for a retry and becomes `later`. */
const temporaryFaults: ReadonlySet<MailFault> = new Set(['full', 'server', 'login'])

/** Faults by the enhanced status code of RFC 3463, without its class. */
const byStatus: Readonly<Record<string, MailFault>> = {
  '1.7': 'login',
  '1.8': 'login',
  '2.1': 'address',
  '2.2': 'full',
  '7.8': 'login',
}
/** Faults by the subject, the first number of that code, for codes that `byStatus` lacks. */
const bySubject: Readonly<Record<string, MailFault>> = { 1: 'address', 4: 'server', 7: 'spam' }

/** Faults by the reply code of RFC 5321 §4.2.3, for replies without an enhanced status code. */
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
