import * as adminLinks from '#contract/admin-links.ts'
import type { MailContent } from '#contract/mail.ts'
import { formatTime } from '#contract/time.ts'
import { findAdminOfActor, listSuperAdmins } from '#domain/accounts/admin.ts'
import { composeFact } from '#domain/mail/fact-mail.ts'
import { enqueueMail, type Mail } from '#domain/mail/mail.ts'
import { listEnding, takeEnding } from '#domain/service-accounts/service-account.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { runIsolated } from '#server/run-isolated.ts'
import { urlOf } from '#server/url-of.ts'
import { mailMessages } from './texts/messages.ts'

/** Composes the email to the creator of a service account and every super admin about its expiry. */
export function composeEnding(mail: Mail): Promise<MailContent | undefined> {
  const { id = '', name = '', until = '' } = mail.data
  const t = mailMessages[mail.language]
  return composeFact(
    // Without data, the mail lists no time, browser and IP address.
    { ...mail, data: {} },
    {
      subject: t.subject,
      paragraphs: [t.ends, t.again],
      link: { url: urlOf(adminLinks.serviceAccount({ id })), label: t.link },
      notes: [t.questions],
    },
    { name, time: until && formatTime(until, mail.language, 'UTC') },
  )
}

/** Sends one email 30 days and one 7 days before a service account expires. */
export async function warnOfEnding(db: Db): Promise<void> {
  for (const serviceId of await listEnding(db)) {
    const warn = (tx: Transaction) => warnOf(tx, serviceId)
    await runIsolated({ job: 'warn-of-ending-keys' }, () => transaction(db, warn), { serviceId })
  }
}

async function warnOf(tx: Transaction, serviceId: string): Promise<void> {
  const account = await takeEnding(tx, serviceId)
  if (!account) return
  const { id, name, madeBy, expiresAt } = account
  const maker = await findAdminOfActor(tx, madeBy)
  const superAdmins = await listSuperAdmins(tx)
  const isSuperAdmin = superAdmins.some((admin) => admin.id === maker?.id)
  const recipients = maker?.active && !isSuperAdmin ? [maker, ...superAdmins] : superAdmins
  const data = { id, name, until: expiresAt.toISOString() }
  for (const admin of recipients) await enqueueMail(tx, 'service-account-ending', admin, data)
}
