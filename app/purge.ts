import { forgetCounters } from '#domain/rate-limit.ts'
import { forgetHumanChecks } from '#domain/human-check.ts'
import { forgetIdempotencyKeys } from '#domain/idempotency-key.ts'
import { forgetKnownBrowsers } from '#domain/known-browser.ts'
import { forgetLinks } from '#domain/link.ts'
import { forgetLoginAttempts } from '#domain/login-attempt.ts'
import { forgetEntryCodes } from '#domain/forward-auth-access.ts'
import { forgetMails } from '#domain/mail.ts'
import { forgetPlatformSessions } from '#domain/platform-session.ts'
import { forgetSandboxTokens } from '#domain/sandbox.ts'
import { endIdleSessions } from '#domain/session.ts'
import { inBatches } from '#server/batch-size.ts'
import { db } from '#server/db.ts'
import { forgetExpired } from '../features/platforms/single-sign-on/jobs.ts'

/** Ends idle sessions and forgets what has expired. Nothing depends on when: what is dead is refused before. */
export async function tidy(): Promise<void> {
  await endIdleSessions(db)
  for (const forgetSome of [
    forgetLoginAttempts,
    forgetHumanChecks,
    forgetCounters,
    forgetKnownBrowsers,
    forgetEntryCodes,
    forgetIdempotencyKeys,
    forgetSandboxTokens,
  ]) {
    await inBatches(() => forgetSome(db))
  }
  await forgetExpired()
}

/** Forgets what was kept for a while so that somebody could ask about it: how long is the configuration's. */
export async function forgetOld(): Promise<void> {
  for (const forgetSome of [forgetLinks, forgetMails, forgetPlatformSessions]) {
    await inBatches(() => forgetSome(db))
  }
}
