import type { Written } from '#contract/letter.ts'
import {
  findUnsent,
  markPointless,
  markSent,
  noteMailFailed,
  type Mail,
  type MailKind,
} from '#domain/mail.ts'
import { db } from '#server/db.ts'
import { startWorker as start, type Work, type Worker } from '#server/jobs.ts'
import { logger } from '#server/log.ts'
import { send } from '#server/mail.ts'
import { composePasswordChanged } from '../features/change-password/jobs.ts'
import { composeInvitation } from '../features/invitations/jobs.ts'
import { composeReset } from '../features/reset-password/jobs.ts'
import { tellPlatform } from '../features/single-sign-on/jobs.ts'

/** Every kind of mail, and who writes it. */
const composers: Record<MailKind, (mail: Mail) => Promise<Written | undefined>> = {
  invitation: composeInvitation,
  'reset-password': composeReset,
  'password-changed': composePasswordChanged,
}

/** Every queue, and what is done with its jobs. */
const works: readonly Work[] = [
  { queue: 'mail', parallel: 2, work: ({ data }) => deliver(data['mailId'] ?? '') },
  {
    queue: 'logout-notice',
    parallel: 4,
    work: ({ data }) => tellPlatform(data['platformSessionId'] ?? ''),
  },
]

export function startWorker(): Promise<Worker> {
  return start(works, (error) => logger.error({ err: error }, 'a job failed'))
}

/**
 * Sends one mail. A process that dies between the mail server's yes and ours sends it again under the same
 * Message-ID: never none, and two only then.
 */
async function deliver(mailId: string): Promise<void> {
  const mail = await findUnsent(db, mailId)
  if (!mail) return
  const written = await composers[mail.kind](mail)
  if (!written) return markPointless(db, mail.id)
  try {
    await send({ ...written, mailId: mail.id, to: mail.toAddress, language: mail.language })
  } catch (error) {
    await noteMailFailed(db, mail.id, (error as Error).message)
    throw error
  }
  await markSent(db, mail.id)
}
