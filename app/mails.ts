import { setTimeout as pause } from 'node:timers/promises'
import { mailImages, renderMail } from '#contract/mail.ts'
import {
  findUnsentMail,
  markMailGivenUp,
  markMailObsolete,
  markMailSent,
  markMailRefused,
  recordMailFailure,
} from '#domain/mail/mail.ts'
import { currentBrand } from '#server/current-brand.ts'
import { db } from '#server/db.ts'
import { isFinalRefusal, sendMail } from '#server/mail.ts'
import { counter } from '#server/metrics.ts'
import { composers } from './registry/mails.ts'

const mails = counter('portico_mails_total', 'Attempts to send a mail', ['kind', 'outcome'])

/**
 * Sends one mail at least once: if the process dies after the SMTP server has accepted the mail and before this is
 * recorded, the mail is sent again under the same Message-ID. Throws after a temporary failure, so that the queue
 * retries the mail.
 */
export async function deliverMail(mailId: string): Promise<void> {
  const mail = await findUnsentMail(db, mailId)
  if (!mail) return
  const content = await composers[mail.kind](mail)
  if (!content) {
    mails.inc({ kind: mail.kind, outcome: 'obsolete' })
    return markMailObsolete(db, mail.id)
  }
  try {
    await sendMail({
      ...renderMail(content, currentBrand()),
      images: mailImages(content),
      mailId: mail.id,
      to: mail.toAddress,
      language: mail.language,
    })
  } catch (error) {
    mails.inc({ kind: mail.kind, outcome: 'failed' })
    const { message } = error as Error
    if (isFinalRefusal(error)) return markMailRefused(db, mail.id, message)
    await recordMailFailure(db, mail.id, message)
    throw error
  }
  mails.inc({ kind: mail.kind, outcome: 'sent' })
  await retry(() => markMailSent(db, mail.id))
}

/** Marks a mail as undelivered, after the last attempt or if the worker died during it. */
export async function giveUpMail(mailId: string): Promise<void> {
  await markMailGivenUp(db, mailId)
}

/** Retries for 15 seconds, so that a short outage of the database does not cause the mail to be sent twice. */
async function retry(work: () => Promise<void>): Promise<void> {
  for (const pauseMs of [500, 1_000, 2_000, 4_000, 8_000]) {
    try {
      return await work()
    } catch {
      await pause(pauseMs)
    }
  }
  await work()
}
