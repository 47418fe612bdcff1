import { deleteOldActivity } from '#domain/audit/activity.ts'
import { deleteExpiredBulkJobs } from '#domain/jobs/bulk-job.ts'
import { deleteExpiredStreaks } from '#domain/credentials/failure-streak.ts'
import { deleteExpiredRateLimits } from '#domain/credentials/rate-limit.ts'
import { deleteExpiredHumanChecks } from '#domain/credentials/human-check.ts'
import { deleteExpiredPasskeyChallenges } from '#domain/passkeys/passkey-challenge.ts'
import { deleteOldClientRefusals } from '#domain/platforms/client-refusal.ts'
import { deleteExpiredIdempotencyKeys } from '#domain/service-accounts/idempotency-key.ts'
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
import { expireSessions } from '#domain/sessions/session.ts'
import { deleteExpiredTestLogins } from '#domain/platforms/test-login.ts'
import { db } from '#server/db.ts'
import { deleteOldSnapshots } from '../features/admin/overview/jobs.ts'
import { purgeExpiredRecords } from '../features/platforms/single-sign-on/jobs.ts'

/** Ends idle sessions and deletes expired rows. Timing is not critical: expired rows are refused anyway. */
export async function purgeExpired(): Promise<void> {
  await expireSessions(db)
  for (const deleteExpired of [
    deleteExpiredLoginAttempts,
    deleteExpiredHumanChecks,
    deleteExpiredPasskeyChallenges,
    deleteExpiredRateLimits,
    deleteExpiredStreaks,
    deleteExpiredKnownBrowsers,
    deleteExpiredAccessCodes,
    deleteExpiredIdempotencyKeys,
    deleteExpiredSandboxTokens,
    deleteExpiredReplacedTokens,
    deleteSessionEnds,
    deleteExpiredTestLogins,
    deleteEndedContents,
  ]) {
    await deleteExpired(db)
  }
  await purgeExpiredRecords()
}

/** Deletes rows whose retention period (docs/data.md) has ended, and unused images. */
export async function purgeRetained(): Promise<void> {
  await deleteExpiredLinks(db)
  await deleteExpiredMails(db)
  await deleteEndedPlatformSessions(db)
  await deleteOldClientRefusals(db)
  await deleteOldActivity(db)
  await deleteExpiredBulkJobs(db)
  await deleteOldSnapshots(db)
  await deleteEndedDeliveries(db)
  await deleteUnusedImages(db)
}
