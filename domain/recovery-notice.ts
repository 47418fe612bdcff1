import type { MailKind } from '#contract/mail-kind.ts'
import type { Approval } from './approval.ts'
import { listUsableAddresses } from './contact-point.ts'
import { createStopLinks } from './link.ts'
import { enqueueMail, enqueueMails, type Mail, type Recipient } from './mail.ts'
import { findUser } from './user.ts'
import type { Transaction } from '#server/db.ts'

/** Why a recovery has ended without a new second factor. */
export const recoveryEnds = [
  'stopped',
  'refused',
  'cancelled',
  'login',
  'deactivated',
  'locked',
  'expired',
  'failed',
] as const

export type RecoveryEnd = (typeof recoveryEnds)[number]

type Notice = {
  /** Of what waits for a second person. */
  approvalId?: string | undefined
  /** The new factor, which the links of the mails disable. */
  factor?: { passkeyId?: string; authenticatorId?: string }
  /** Who is told beside the user, without a link. */
  others?: readonly Recipient[]
  /** What goes to the user's own address in place of this kind. */
  owner?: { kind: MailKind; data: Mail['data'] }
  data?: Mail['data']
}

/**
 * Mails every address of a user, each with a link of its own that stops the recovery, by as many statements for any
 * number of them. `role` in the data says who reads it.
 */
export async function tellChannels(
  tx: Transaction,
  kind: MailKind,
  user: Recipient,
  { approvalId, factor, others = [], owner, data = {} }: Notice,
): Promise<void> {
  const { id: userId, preferredLanguage } = user
  if (owner) await enqueueMail(tx, owner.kind, user, { userId, ...owner.data })
  const points = await listUsableAddresses(tx, userId)
  const emails = owner ? points : [user.email, ...points]
  const linkIds = await createStopLinks(tx, emails, { userId, approvalId, ...factor })
  const about = { ...data, userId, ...(approvalId !== undefined && { approvalId }) }
  const own = emails.map((email, index) => ({
    id: userId,
    email,
    preferredLanguage,
    data: {
      ...about,
      linkId: linkIds[index] ?? '',
      role: !owner && index === 0 ? 'owner' : 'contact',
    },
  }))
  const told = others.map((other) => ({ ...other, data: { ...about, role: 'company' } }))
  await enqueueMails(tx, kind, [...own, ...told])
}

/** That a recovery has ended, and why. */
export function tellEnd(
  tx: Transaction,
  user: Recipient,
  approvalId: string | undefined,
  end: RecoveryEnd,
): Promise<void> {
  return tellChannels(tx, 'recovery-stopped', user, { approvalId, data: { end } })
}

/** What becomes of a case, as far as its user is concerned; nothing for any other kind of approval. */
export async function tellMove(
  tx: Transaction,
  { id, kind, targetId }: Approval,
  move: 'approved' | RecoveryEnd,
): Promise<void> {
  if (kind !== 'replace-factors') return
  const user = await findUser(tx, targetId)
  if (!user) return
  if (move !== 'approved') return tellEnd(tx, user, id, move)
  await tellChannels(tx, 'recovery-approved', user, { approvalId: id })
}
