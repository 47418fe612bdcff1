import { setTimeout as pause } from 'node:timers/promises'
import { renderMail, type MailContent } from '#contract/mail.ts'
import {
  findUnsentMail,
  markMailObsolete,
  markMailSent,
  markMailRefused,
  recordMailFailure,
  type Mail,
  type MailKind,
} from '#domain/mail.ts'
import { keepReviews } from '#domain/access-review-work.ts'
import { endExpiredAccess, warnOfExpiry } from '#domain/access-expiry.ts'
import { noteAllTwoPeople } from '#domain/approval-rights.ts'
import { carryOutDue, endExpiredApprovals } from '#domain/second-person.ts'
import { fillInvitationSearchText } from '#domain/invitation.ts'
import { fillPartnerSearchText } from '#domain/partner.ts'
import { fillUserSearchText } from '#domain/user.ts'
import { currentBrand } from '#server/current-brand.ts'
import { db } from '#server/db.ts'
import { startWorker as start, type Work, type Worker } from '#server/jobs.ts'
import { logger } from '#server/log.ts'
import { isFinalRefusal, sendMail } from '#server/mail.ts'
import { counter } from '#server/metrics.ts'
import { currentContext } from '#server/request-context.ts'
import {
  composeContactPoint,
  composeContactPointAdded,
  composeContactPointRemoved,
} from '../features/account/contact-points/email.ts'
import {
  composeRecoveryApproved,
  composeRecoveryAsked,
  composeRecoveryDone,
  composeRecoveryOpen,
  composeRecoveryStopped,
  composeUserLocked,
} from '../features/account/lost-device/email.ts'
import { composePasskeyAdded, composePasskeyRemoved } from '../features/account/passkeys/email.ts'
import { composePasswordChanged, composeReset } from '../features/account/password/email.ts'
import { composePhoneChanged } from '../features/account/profile/email.ts'
import { composeResetLink, composeTwoFactorChanged } from '../features/account/recovery/email.ts'
import { composeNewSignIn } from '../features/account/sessions/email.ts'
import {
  composeAccountLocked,
  composeAdminNewSignIn,
  composePasskeyDisabled,
} from '../features/account/sign-in/email.ts'
import {
  composeAdminPasswordSet,
  composeAdminSetUp,
  composeWelcome,
} from '../features/account/sign-up/email.ts'
import {
  composeCodesCreated,
  composeFewCodes,
  composeTwoFactorSet,
} from '../features/account/two-factor/email.ts'
import {
  composeAdminActivated,
  composeAdminAdded,
  composeAdminDeactivated,
  composeAdminReset,
  composeAdminSuspended,
  composeDormantAdmin,
  composeDormantAdminDeactivated,
  composeRolesChanged,
} from '../features/admin/admins/email.ts'
import { processDormantAdmins } from '../features/admin/admins/jobs.ts'
import { composeSignUpReminder } from '../features/admin/bulk/email.ts'
import { composeEnding, warnOfEnding } from '../features/admin/service-accounts/email.ts'
import { composeSwitchedOff } from '../features/admin/webhooks/email.ts'
import { startDelivering } from '../features/admin/webhooks/jobs.ts'
import { composeApplied } from '../features/admin/apply/email.ts'
import {
  composeApprovalAsked,
  composeApprovalDecided,
  composeBreakGlassUsed,
} from '../features/admin/approvals/email.ts'
import { continueBulkJob } from '../features/admin/bulk/jobs.ts'
import { composeCompanyWithoutOwner } from '../features/admin/companies/email.ts'
import { changePlatformOfAll, endCompanySessions } from '../features/admin/companies/jobs.ts'
import { composeInvitation } from '../features/admin/invitations/email.ts'
import {
  composeActivated,
  composeDeactivated,
  composeDormant,
  composeDormantDeactivated,
  composePlatformsChanged,
  composePasskeyDisabledByAdmin,
  composeTwoFactorDisabled,
} from '../features/admin/users/email.ts'
import { rotateAgedKey } from '../features/admin/keys/jobs.ts'
import { endPlatformAccess, hashEncryptedSecrets } from '../features/admin/platforms/jobs.ts'
import { processDormantAccounts } from '../features/admin/users/jobs.ts'
import { countUnmet } from '../features/admin/compliance/jobs.ts'
import { takeSnapshot } from '../features/admin/overview/jobs.ts'
import { keepAuditMonths, sealAuditLog } from '../features/admin/audit-log/jobs.ts'
import { composeCompanyInvitation } from '../features/company/invitations/email.ts'
import { sendCompanyInvitation } from '../features/company/invitations/jobs.ts'
import {
  composeAccessGiven,
  composeAccessRefused,
  composeAccessRequested,
} from '../features/company/requests/email.ts'
import { mailNewRequests } from '../features/company/requests/jobs.ts'
import { composeReviewClosed, composeReviewDue } from '../features/company/review/email.ts'
import {
  composeAccessExpiring,
  composeRoleGiven,
  composeRoleTaken,
} from '../features/company/users/email.ts'
import { composePlatformInvitation } from '../features/platforms/api/email.ts'
import { sendInvitation } from '../features/platforms/api/jobs.ts'
import { deliverLogoutNotification } from '../features/platforms/single-sign-on/jobs.ts'
import { approvalWorks } from './approvals.ts'
import { purgeRetained, purgeExpired } from './purge.ts'
import { repeat } from './repeat.ts'

const mails = counter('portico_mails_total', 'Attempts to send a mail', ['kind', 'outcome'])
/** The function that composes each kind of mail; undefined from it means that the mail is obsolete. */
const composers: Record<MailKind, (mail: Mail) => Promise<MailContent | undefined>> = {
  invitation: composeInvitation,
  'sign-up-reminder': composeSignUpReminder,
  welcome: composeWelcome,
  'reset-password': composeReset,
  'password-changed': composePasswordChanged,
  'new-sign-in': composeNewSignIn,
  'account-locked': composeAccountLocked,
  'reset-mfa': composeResetLink,
  'two-factor-changed': composeTwoFactorChanged,
  'two-factor-disabled': composeTwoFactorDisabled,
  'two-factor-set': composeTwoFactorSet,
  'passkey-added': composePasskeyAdded,
  'passkey-removed': composePasskeyRemoved,
  'passkey-disabled': composePasskeyDisabled,
  'passkey-disabled-by-admin': composePasskeyDisabledByAdmin,
  'recovery-codes-created': composeCodesCreated,
  'phone-changed': composePhoneChanged,
  'admin-roles-changed': composeRolesChanged,
  'admin-added': composeAdminAdded,
  'admin-reset': composeAdminReset,
  'admin-activated': composeAdminActivated,
  'admin-deactivated': composeAdminDeactivated,
  'admin-suspended': composeAdminSuspended,
  'codes-running-low': composeFewCodes,
  activated: composeActivated,
  deactivated: composeDeactivated,
  dormant: composeDormant,
  'dormant-deactivated': composeDormantDeactivated,
  'platforms-changed': composePlatformsChanged,
  'platform-invitation': composePlatformInvitation,
  'admin-set-up': composeAdminSetUp,
  'admin-password-set': composeAdminPasswordSet,
  'admin-new-sign-in': composeAdminNewSignIn,
  'admin-dormant': composeDormantAdmin,
  'admin-dormant-deactivated': composeDormantAdminDeactivated,
  'company-role-given': composeRoleGiven,
  'company-role-taken': composeRoleTaken,
  'company-invitation': composeCompanyInvitation,
  'company-without-owner': composeCompanyWithoutOwner,
  'access-requested': composeAccessRequested,
  'access-given': composeAccessGiven,
  'access-refused': composeAccessRefused,
  'access-expiring': composeAccessExpiring,
  'review-due': composeReviewDue,
  'review-closed': composeReviewClosed,
  'approval-asked': composeApprovalAsked,
  'approval-decided': composeApprovalDecided,
  'break-glass-used': composeBreakGlassUsed,
  'webhook-switched-off': composeSwitchedOff,
  'service-account-ending': composeEnding,
  'configuration-applied': composeApplied,
  'recovery-asked': composeRecoveryAsked,
  'recovery-approved': composeRecoveryApproved,
  'recovery-open': composeRecoveryOpen,
  'recovery-stopped': composeRecoveryStopped,
  'recovery-done': composeRecoveryDone,
  'user-locked': composeUserLocked,
  'contact-point': composeContactPoint,
  'contact-point-added': composeContactPointAdded,
  'contact-point-removed': composeContactPointRemoved,
}

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

/**
 * Sends one mail at least once: if the process dies between the SMTP server's acceptance and our record of it, the
 * mail is sent again under the same Message-ID.
 */
async function deliver(mailId: string): Promise<void> {
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

/** Retries for 15 seconds: a short outage of the database must not send the mail a second time. */
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
