import { keepReviews } from '#domain/access-review-work.ts'
import { endExpiredAccess, warnOfExpiry } from '#domain/access-expiry.ts'
import { noteAllTwoPeople } from '#domain/approval-rights.ts'
import { carryOutDue, endExpiredApprovals } from '#domain/second-person.ts'
import { fillInvitationSearchText } from '#domain/invitation.ts'
import { fillPartnerSearchText } from '#domain/partner.ts'
import { fillUserSearchText } from '#domain/user.ts'
import { db } from '#server/db.ts'
import { startWorker as start, type Work, type Worker } from '#server/jobs.ts'
import { logger } from '#server/log.ts'
import { currentContext } from '#server/request-context.ts'
import { processDormantAdmins } from '../features/admin/admins/jobs.ts'
import { warnOfEnding } from '../features/admin/service-accounts/email.ts'
import { startDelivering } from '../features/admin/webhooks/jobs.ts'
import { continueBulkJob } from '../features/admin/bulk/jobs.ts'
import { changePlatformOfAll, endCompanySessions } from '../features/admin/companies/jobs.ts'
import { rotateAgedKey } from '../features/admin/keys/jobs.ts'
import { endPlatformAccess, hashEncryptedSecrets } from '../features/admin/platforms/jobs.ts'
import { processDormantAccounts } from '../features/admin/users/jobs.ts'
import { countUnmet } from '../features/admin/compliance/jobs.ts'
import { takeSnapshot } from '../features/admin/overview/jobs.ts'
import { keepAuditMonths, sealAuditLog } from '../features/admin/audit-log/jobs.ts'
import { sendCompanyInvitation } from '../features/company/invitations/jobs.ts'
import { mailNewRequests } from '../features/company/requests/jobs.ts'
import { sendInvitation } from '../features/platforms/api/jobs.ts'
import { deliverLogoutNotification } from '../features/platforms/single-sign-on/jobs.ts'
import { approvalWorks } from './approvals.ts'
import { purgeRetained, purgeExpired } from './purge.ts'
import { repeat } from './repeat.ts'
import { deliverMail, giveUpMail } from './mails.ts'

/** The work of each queue. */
const works: readonly Work[] = [
  { queue: 'mail', parallel: 4, work: ({ data }) => deliverMail(data['mailId'] ?? '') },
  { queue: 'given-up-mail', parallel: 2, work: ({ data }) => giveUpMail(data['mailId'] ?? '') },
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
  {
    queue: 'end-platform-access',
    parallel: 2,
    work: ({ data: { subsystemId = '', partnerId } }) =>
      endPlatformAccess({ subsystemId, partnerId }),
  },
  {
    queue: 'company-platform',
    parallel: 2,
    work: ({ data }) => changePlatformOfAll(data['changeId'] ?? ''),
  },
  { queue: 'bulk', parallel: 2, work: ({ data }) => continueBulkJob(data['jobId'] ?? '') },
  {
    queue: 'platform-invitation',
    parallel: 4,
    work: ({ data }) => sendInvitation(data['invitationId'] ?? '', data['linkId'] ?? ''),
  },
  {
    queue: 'company-invitation',
    parallel: 4,
    work: ({ data }) => sendCompanyInvitation(data['invitationId'] ?? '', data['linkId'] ?? ''),
  },
]

/** Periodic work. Every worker process starts it; each function tolerates that. */
const timetable = [
  { everyMs: 10_000, work: sealAuditLog },
  { everyMs: 10_000, work: () => fillUserSearchText(db) },
  { everyMs: 10_000, work: () => fillPartnerSearchText(db) },
  { everyMs: 10_000, work: () => fillInvitationSearchText(db) },
  { everyMs: 60_000, work: mailNewRequests },
  { everyMs: 60_000, work: () => endExpiredAccess(db) },
  { everyMs: 3_600_000, work: () => warnOfExpiry(db) },
  { everyMs: 3_600_000, work: () => warnOfEnding(db) },
  { everyMs: 60_000, work: () => takeSnapshot(countUnmet) },
  { everyMs: 10_000, work: () => carryOutDue(db, approvalWorks) },
  { everyMs: 10_000, work: () => endExpiredApprovals(db) },
  { everyMs: 3_600_000, work: () => noteAllTwoPeople(db) },
  { everyMs: 3_600_000, work: () => keepReviews(db) },
  { everyMs: 3_600_000, work: keepAuditMonths },
  { everyMs: 60_000, work: purgeExpired },
  { everyMs: 3_600_000, work: purgeRetained },
  { everyMs: 3_600_000, work: processDormantAccounts },
  { everyMs: 3_600_000, work: processDormantAdmins },
  { everyMs: 3_600_000, work: hashEncryptedSecrets },
  { everyMs: 3_600_000, work: rotateAgedKey },
]

export async function startWorker(): Promise<Worker> {
  const worker = await start(works, onError)
  const stopping = new AbortController()
  const repeating = timetable.map((each) => repeat(each, { signal: stopping.signal, onError }))
  const delivering = startDelivering(onError)
  const stop = async () => {
    stopping.abort()
    await Promise.all([worker.stop(), delivering.stop(), ...repeating])
  }
  return { stop }
}

const onError = (err: unknown): void =>
  logger.error({ err, requestId: currentContext()?.requestId }, 'a job failed')
