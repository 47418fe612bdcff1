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
import { repeat, type Repeated } from './repeat.ts'
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

/** Periodic work by name. Every worker process starts it; each function tolerates that. */
export const timetable = {
  'seal-audit-log': { everyMs: 10_000, work: sealAuditLog },
  'fill-user-search-text': { everyMs: 10_000, work: () => fillUserSearchText(db) },
  'fill-partner-search-text': { everyMs: 10_000, work: () => fillPartnerSearchText(db) },
  'fill-invitation-search-text': { everyMs: 10_000, work: () => fillInvitationSearchText(db) },
  'mail-new-requests': { everyMs: 60_000, work: mailNewRequests },
  'end-expired-access': { everyMs: 60_000, work: () => endExpiredAccess(db) },
  'warn-of-expiring-access': { everyMs: 3_600_000, work: () => warnOfExpiry(db) },
  'warn-of-ending-keys': { everyMs: 3_600_000, work: () => warnOfEnding(db) },
  'take-snapshot': { everyMs: 60_000, work: () => takeSnapshot(countUnmet) },
  'carry-out-approvals': { everyMs: 10_000, work: () => carryOutDue(db, approvalWorks) },
  'end-expired-approvals': { everyMs: 10_000, work: () => endExpiredApprovals(db) },
  'note-two-person-kinds': { everyMs: 3_600_000, work: () => noteAllTwoPeople(db) },
  'keep-reviews': { everyMs: 3_600_000, work: () => keepReviews(db) },
  'keep-audit-months': { everyMs: 3_600_000, work: keepAuditMonths },
  'purge-expired': { everyMs: 60_000, work: purgeExpired },
  'purge-retained': { everyMs: 3_600_000, work: purgeRetained },
  'process-dormant-accounts': { everyMs: 3_600_000, work: processDormantAccounts },
  'process-dormant-admins': { everyMs: 3_600_000, work: processDormantAdmins },
  'hash-encrypted-secrets': { everyMs: 3_600_000, work: hashEncryptedSecrets },
  'rotate-aged-key': { everyMs: 3_600_000, work: rotateAgedKey },
} as const satisfies Readonly<Record<string, Repeated>>

export async function startWorker(): Promise<Worker> {
  const worker = await start(works, onError)
  const stopping = new AbortController()
  const repeating = Object.values(timetable).map((each) =>
    repeat(each, { signal: stopping.signal, onError }),
  )
  const delivering = startDelivering(onError)
  const stop = async () => {
    stopping.abort()
    await Promise.all([worker.stop(), delivering.stop(), ...repeating])
  }
  return { stop }
}

const onError = (err: unknown): void =>
  logger.error({ err, requestId: currentContext()?.requestId }, 'a job failed')
