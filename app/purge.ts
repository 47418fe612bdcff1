import { deleteOldActivityHours, deleteOldActivityTotals } from '#domain/audit/activity.ts'
import { deleteExpiredBulkJobs } from '#domain/jobs/bulk-job.ts'
import { deleteExpiredStreaks } from '#domain/credentials/failure-streak.ts'
import { deleteEndedBlocks } from '#domain/credentials/blocked-network.ts'
import { deleteExpiredRateLimits } from '#domain/credentials/rate-limit.ts'
import { deleteExpiredHumanChecks } from '#domain/credentials/human-check.ts'
import { deleteExpiredPasskeyChallenges } from '#domain/passkeys/passkey-challenge.ts'
import { deleteOldClientRefusals } from '#domain/platforms/client-refusal.ts'
import { deleteExpiredIdempotencyKeys } from '#domain/service-accounts/idempotency-key.ts'
import { expireAdminSessions } from '#domain/sessions/admin-session.ts'
import { deleteExpiredKnownBrowsers } from '#domain/sessions/known-browser.ts'
import { deleteEndedContents } from '#domain/settings/configuration-request.ts'
import { deleteUnusedImages } from '#domain/settings/image.ts'
import { deleteExpiredLinks } from '#domain/sign-in/link.ts'
import { deleteExpiredLoginAttempts } from '#domain/sign-in/login-attempt.ts'
import { deleteExpiredAccessCodes } from '#domain/platforms/forward-auth-access.ts'
import { deleteExpiredMails } from '#domain/mail/mail.ts'
import { deleteEndedPlatformSessions } from '#domain/platforms/platform-session.ts'
import { deleteExpiredReplacedTokens } from '#domain/sessions/replaced-token.ts'
import { deleteExpiredSandboxTokens } from '#domain/platforms/sandbox.ts'
import { deleteSessionEnds } from '#domain/sessions/session-end.ts'
import { deleteEndedDeliveries } from '#domain/webhooks/webhook-delivery.ts'
import { expireSessions } from '#domain/sessions/session-timeout.ts'
import { deleteExpiredTestLogins } from '#domain/platforms/test-login.ts'
import { db, type Db } from '#server/db.ts'
import { runIsolated } from '#server/run-isolated.ts'
import { deleteOldSnapshots } from '../features/admin/overview/jobs.ts'
import { purgeExpiredRecords } from '../features/platforms/single-sign-on/jobs.ts'

/** Functions that delete rows, by the table that they clean. */
type Purges = Readonly<Record<string, (db: Db) => Promise<unknown>>>

const expired: Purges = {
  sessions: expireSessions,
  admin_sessions: expireAdminSessions,
  login_attempts: deleteExpiredLoginAttempts,
  human_checks: deleteExpiredHumanChecks,
  passkey_challenges: deleteExpiredPasskeyChallenges,
  rate_limits: deleteExpiredRateLimits,
  blocked_networks: deleteEndedBlocks,
  failure_streaks: deleteExpiredStreaks,
  known_browsers: deleteExpiredKnownBrowsers,
  platform_access: deleteExpiredAccessCodes,
  idempotency_keys: deleteExpiredIdempotencyKeys,
  sandbox_tokens: deleteExpiredSandboxTokens,
  replaced_tokens: deleteExpiredReplacedTokens,
  session_ends: deleteSessionEnds,
  test_logins: deleteExpiredTestLogins,
  configuration_requests: deleteEndedContents,
  oidc_records: purgeExpiredRecords,
}

const retained: Purges = {
  one_time_links: deleteExpiredLinks,
  mails: deleteExpiredMails,
  platform_sessions: deleteEndedPlatformSessions,
  client_refusals: deleteOldClientRefusals,
  activity_hours: deleteOldActivityHours,
  activity_totals: deleteOldActivityTotals,
  bulk_jobs: deleteExpiredBulkJobs,
  snapshots: deleteOldSnapshots,
  webhook_deliveries: deleteEndedDeliveries,
  brand_images: deleteUnusedImages,
}

/** Ends timed-out sessions and deletes expired rows. Timing is not critical: expired rows are refused anyway. */
export function purgeExpired(): Promise<void> {
  return purge('purge-expired', expired)
}

/** Deletes rows whose retention period (docs/data.md) has ended, and unused images. */
export function purgeRetained(): Promise<void> {
  return purge('purge-retained', retained)
}

/** Cleans each table isolated, so that no table grows because the purge of another one fails. */
async function purge(job: string, purges: Purges): Promise<void> {
  for (const [table, deleteRows] of Object.entries(purges))
    await runIsolated({ job, table }, () => deleteRows(db))
}
