import { setTimeout as pause } from 'node:timers/promises'
import { renderMail, type MailContent } from '#contract/mail.ts'
import {
  findUnsentMail,
  markMailObsolete,
  markMailSent,
  recordMailFailure,
  type Mail,
  type MailKind,
} from '#domain/mail.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { startWorker as start, type Work, type Worker } from '#server/jobs.ts'
import { logger } from '#server/log.ts'
import { sendMail } from '#server/mail.ts'
import { counter } from '#server/metrics.ts'
import { startTimer } from '#server/timer.ts'
import { currentContext } from '#server/request-context.ts'
import { composeAdminPasswordSet, composeAdminSetUp } from '../features/account/sign-up/jobs.ts'
import { composePasswordChanged, composeReset } from '../features/account/password/jobs.ts'
import { endCompanySessions } from '../features/admin/companies/jobs.ts'
import {
  composeDormant,
  composeDormantDeactivated,
  keepAccountsInUse,
} from '../features/admin/users/dormant-jobs.ts'
import { composeInvitation } from '../features/admin/invitations/jobs.ts'
import { composeActivated, composeDeactivated } from '../features/admin/users/jobs.ts'
import { composeFewCodes } from '../features/account/two-factor/jobs.ts'
import { composeNewSignIn } from '../features/account/sessions/jobs.ts'
import { composeAccountLocked, composeAdminNewSignIn } from '../features/account/sign-in/jobs.ts'
import { composeResetLink, composeTwoFactorChanged } from '../features/account/recovery/jobs.ts'
import { keepAuditMonths, sealAuditLog } from '../features/admin/audit-log/jobs.ts'
import { deliverLogoutNotification } from '../features/platforms/single-sign-on/jobs.ts'
import { purgeRetained, purgeExpired } from './purge.ts'

const mails = counter('portico_mails_total', 'Mails that were tried', ['kind', 'outcome'])

/** Every kind of mail, and who writes it. */
const composers: Record<MailKind, (mail: Mail) => Promise<MailContent | undefined>> = {
  invitation: composeInvitation,
  'reset-password': composeReset,
  'password-changed': composePasswordChanged,
  'new-sign-in': composeNewSignIn,
  'account-locked': composeAccountLocked,
  'reset-mfa': composeResetLink,
  'two-factor-changed': composeTwoFactorChanged,
  'codes-running-low': composeFewCodes,
  activated: composeActivated,
  deactivated: composeDeactivated,
  dormant: composeDormant,
  'dormant-deactivated': composeDormantDeactivated,
  'admin-set-up': composeAdminSetUp,
  'admin-password-set': composeAdminPasswordSet,
  'admin-new-sign-in': composeAdminNewSignIn,
}

/** Every queue, and what is done with its jobs. */
const works: readonly Work[] = [
  { queue: 'mail', parallel: 4, work: ({ data }) => deliver(data['mailId'] ?? '') },
  {
    queue: 'logout-notification',
    parallel: 4,
    work: ({ data }) => deliverLogoutNotification(data['platformSessionId'] ?? ''),
  },
  {
    queue: 'end-company-sessions',
    parallel: 2,
    work: ({ data }) => endCompanySessions(data['partnerId'] ?? '', data['until'] ?? ''),
  },
]

/** What is done again and again, by whichever worker comes first. */
const timetable = [
  { everyMs: 10_000, work: sealAuditLog },
  { everyMs: 3_600_000, work: keepAuditMonths },
  { everyMs: 60_000, work: purgeExpired },
  { everyMs: 3_600_000, work: purgeRetained },
  { everyMs: 3_600_000, work: keepAccountsInUse },
]

export async function startWorker(): Promise<Worker> {
  const worker = await start(works, onError)
  const timers = timetable.map((entry) => startTimer({ ...entry, onError }))
  return {
    stop: async () => {
      await Promise.all([worker.stop(), ...timers.map((timer) => timer.stop())])
    },
  }
}

function onError(error: unknown): void {
  const requestId = currentContext()?.requestId
  logger.error({ err: error, ...(requestId && { requestId }) }, 'a job failed')
}

/**
 * Sends one mail. A process that dies between the mail server's yes and ours sends it again under the same
 * Message-ID: never none, and two only then.
 */
async function deliver(mailId: string): Promise<void> {
  const mail = await findUnsentMail(db, mailId)
  if (!mail) return
  const content = await composers[mail.kind](mail)
  if (!content) {
    mails.inc({ kind: mail.kind, outcome: 'pointless' })
    return markMailObsolete(db, mail.id)
  }
  try {
    await sendMail({
      ...renderMail(content, config.brand),
      mailId: mail.id,
      to: mail.toAddress,
      language: mail.language,
    })
  } catch (error) {
    mails.inc({ kind: mail.kind, outcome: 'failed' })
    await recordMailFailure(db, mail.id, (error as Error).message)
    throw error
  }
  mails.inc({ kind: mail.kind, outcome: 'sent' })
  await insist(() => markMailSent(db, mail.id))
}

/** The mail is out: a database that is away for a moment must not make it go out again. */
async function insist(work: () => Promise<void>): Promise<void> {
  for (const pauseMs of [500, 1_000, 2_000, 4_000, 8_000]) {
    const isDone = await work().then(
      () => true,
      () => false,
    )
    if (isDone) return
    await pause(pauseMs)
  }
  await work()
}
