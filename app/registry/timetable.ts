import { processReviews } from '#domain/platform-access/access-review-work.ts'
import { endExpiredAccess, warnOfExpiry } from '#domain/platform-access/access-expiry.ts'
import { storeTwoPersonKinds } from '#domain/approvals/approval-rights.ts'
import { carryOutDue } from '#domain/approvals/carry-out.ts'
import { endExpiredApprovals } from '#domain/approvals/second-person.ts'
import { fillInvitationSearchText } from '#domain/invitations/invitation.ts'
import { fillPartnerSearchText } from '#domain/companies/partner.ts'
import { fillUserSearchText } from '#domain/accounts/user.ts'
import { db } from '#server/db.ts'
import { processDormantAdmins } from '../../features/admin/admins/jobs.ts'
import { warnOfEnding } from '../../features/admin/service-accounts/email.ts'
import { rotateAgedKey } from '../../features/admin/keys/jobs.ts'
import { hashEncryptedSecrets } from '../../features/admin/platforms/jobs.ts'
import { processDormantAccounts } from '../../features/admin/users/jobs.ts'
import { countUnmet } from '../../features/admin/compliance/jobs.ts'
import { takeSnapshot } from '../../features/admin/overview/jobs.ts'
import { keepAuditMonths, sealAuditLog } from '../../features/admin/audit-log/jobs.ts'
import { mailNewRequests } from '../../features/company/requests/jobs.ts'
import { approvalExecutors } from './approvals.ts'
import { purgeRetained, purgeExpired } from '../purge.ts'
import { type PeriodicJob } from '../repeat.ts'

/** Periodic jobs by name. Every worker process runs all of them, so each function must tolerate concurrent runs. */
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
  'carry-out-approvals': { everyMs: 10_000, work: () => carryOutDue(db, approvalExecutors) },
  'end-expired-approvals': { everyMs: 10_000, work: () => endExpiredApprovals(db) },
  'note-two-person-kinds': { everyMs: 3_600_000, work: () => storeTwoPersonKinds(db) },
  'keep-reviews': { everyMs: 3_600_000, work: () => processReviews(db) },
  'keep-audit-months': { everyMs: 3_600_000, work: keepAuditMonths },
  'purge-expired': { everyMs: 60_000, work: purgeExpired },
  'purge-retained': { everyMs: 3_600_000, work: purgeRetained },
  'process-dormant-accounts': { everyMs: 3_600_000, work: processDormantAccounts },
  'process-dormant-admins': { everyMs: 3_600_000, work: processDormantAdmins },
  'hash-encrypted-secrets': { everyMs: 3_600_000, work: hashEncryptedSecrets },
  'rotate-aged-key': { everyMs: 3_600_000, work: rotateAgedKey },
} as const satisfies Readonly<Record<string, PeriodicJob>>
