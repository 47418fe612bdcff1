import type { MailKind } from '#contract/mail-kind.ts'
import type { Approval } from '../approvals/approval.ts'
import { listUsableAddresses } from '../accounts/contact-point.ts'
import { createStopLinks } from './link.ts'
import { enqueueMail, enqueueMails, type Mail, type Recipient } from '../mail/mail.ts'
import { findUser } from '../accounts/user.ts'
import type { Transaction } from '#server/db.ts'

/**
 * Reasons for which a recovery ends without its own new second factor. `stopped`: by the user, in the portal or with
 * the link of a notice. `refused`: by an approver. `cancelled`: by the requester or an admin, or for a new request.
 * `login`: by a login with the old factor. `replaced`: by a new factor. `locked`: the user locked the account.
 * `expired`: not decided or executed in time. `failed`: approved, but no longer permitted or possible.
 */
export const recoveryEnds = [
  'stopped',
  'refused',
  'cancelled',
  'login',
  'replaced',
  'deactivated',
  'locked',
  'expired',
  'failed',
] as const

export type RecoveryEnd = (typeof recoveryEnds)[number]

type Notice = {
  /** Approval of the recovery; undefined if no approver is needed. */
  approvalId?: string | undefined
  /** New factor that the links in the mails disable. */
  factor?: { passkeyId?: string; authenticatorId?: string }
  /** Other recipients, who are notified without a link. */
  others?: readonly Recipient[]
  /** Mail that replaces this notice at the user's own address. */
  ownMail?: { kind: MailKind; data: Mail['data'] }
  data?: Mail['data']
}

/**
 * Emails every address of a user, each with its own link that stops the recovery. The number of statements does not
 * depend on the number of addresses. The data has the recipient's `role`: `owner` for the user's own address, `contact`
 * for another address of the user, and `company` for other recipients.
 */
export async function notifyAddresses(
  tx: Transaction,
  kind: MailKind,
  user: Recipient,
  { approvalId, factor, others = [], ownMail, data = {} }: Notice,
): Promise<void> {
  const { id: userId, preferredLanguage } = user
  if (ownMail) await enqueueMail(tx, ownMail.kind, user, { userId, ...ownMail.data })
  const contactAddresses = await listUsableAddresses(tx, userId)
  const addresses = [
    ...(ownMail ? [] : [{ email: user.email, role: 'owner' }]),
    ...contactAddresses.map((email) => ({ email, role: 'contact' })),
  ]
  const emails = addresses.map(({ email }) => email)
  const linkIds = await createStopLinks(tx, emails, { userId, approvalId, ...factor })
  const commonData = { ...data, userId, ...(approvalId !== undefined && { approvalId }) }
  const toUser = addresses.map(({ email, role }, index) => ({
    id: userId,
    email,
    preferredLanguage,
    data: { ...commonData, linkId: linkIds[index] ?? '', role },
  }))
  const toOthers = others.map((other) => ({ ...other, data: { ...commonData, role: 'company' } }))
  await enqueueMails(tx, kind, [...toUser, ...toOthers])
}

/** Notifies every address of a user that a recovery has ended, and why. */
export function notifyRecoveryEnd(
  tx: Transaction,
  user: Recipient,
  approvalId: string | undefined,
  end: RecoveryEnd,
): Promise<void> {
  return notifyAddresses(tx, 'recovery-stopped', user, { approvalId, data: { end } })
}

/** Notifies the user of a recovery about its approval or end. Does nothing for other kinds of approvals. */
export async function notifyRecoveryProgress(
  tx: Transaction,
  { id, kind, targetId }: Approval,
  progress: 'approved' | RecoveryEnd,
): Promise<void> {
  if (kind !== 'replace-factors') return
  const user = await findUser(tx, targetId)
  if (!user) return
  if (progress !== 'approved') return notifyRecoveryEnd(tx, user, id, progress)
  await notifyAddresses(tx, 'recovery-approved', user, { approvalId: id })
}
