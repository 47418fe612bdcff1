import { forgetCounters } from '#domain/counter.ts'
import { forgetHumanChecks } from '#domain/human-check.ts'
import { forgetIdempotencyKeys } from '#domain/idempotency-key.ts'
import { forgetKnownBrowsers } from '#domain/known-browser.ts'
import { forgetLoginAttempts } from '#domain/login-attempt.ts'
import { forgetEntryCodes } from '#domain/platform-entry.ts'
import { endIdleSessions } from '#domain/session.ts'
import { db } from '#server/db.ts'
import { forgetExpired } from '../features/single-sign-on/jobs.ts'

/** Ends idle sessions and forgets what has expired. Nothing depends on when: what is dead is refused before. */
export async function tidy(): Promise<void> {
  await endIdleSessions(db)
  await forgetLoginAttempts(db)
  await forgetHumanChecks(db)
  await forgetCounters(db)
  await forgetKnownBrowsers(db)
  await forgetEntryCodes(db)
  await forgetExpired()
  await forgetIdempotencyKeys(db)
}
