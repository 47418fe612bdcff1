import { deleteOldActivity } from '#domain/activity.ts'
import { deleteExpiredBulkJobs } from '#domain/bulk-job.ts'
import { deleteExpiredStreaks } from '#domain/failure-streak.ts'
import { deleteExpiredRateLimits } from '#domain/rate-limit.ts'
import { deleteExpiredHumanChecks } from '#domain/human-check.ts'
import { deleteExpiredPasskeyChallenges } from '#domain/passkey-challenge.ts'
import { deleteOldClientRefusals } from '#domain/client-refusal.ts'
import { deleteExpiredIdempotencyKeys } from '#domain/idempotency-key.ts'
import { deleteExpiredKnownBrowsers } from '#domain/known-browser.ts'
import { deleteUnusedImages } from '#domain/image.ts'
import { deleteExpiredLinks } from '#domain/link.ts'
import { deleteExpiredLoginAttempts } from '#domain/login-attempt.ts'
import { deleteExpiredAccessCodes } from '#domain/forward-auth-access.ts'
import { deleteExpiredMails } from '#domain/mail.ts'
import { deleteEndedPlatformSessions } from '#domain/platform-session.ts'
import { deleteExpiredReplacedTokens } from '#domain/replaced-token.ts'
import { deleteExpiredSandboxTokens } from '#domain/sandbox.ts'
import { deleteSessionEnds } from '#domain/session-end.ts'
import { deleteEndedDeliveries } from '#domain/webhook-delivery.ts'
import { expireSessions } from '#domain/session.ts'
import { deleteExpiredTestLogins } from '#domain/test-login.ts'
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
  ]) {
    await deleteExpired(db)
  }
  await purgeExpiredRecords()
}

/** Deletes rows whose retention period (RETENTION_…) has ended. */
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
