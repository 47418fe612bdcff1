import type { Body } from '#contract/endpoint.ts'
import { Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { requireHumanCheck } from '#domain/credentials/human-check.ts'
import { findAwaitedPlatform } from '#domain/sign-in/login-target.ts'
import { enqueueMail } from '#domain/mail/mail.ts'
import { consumeAddressLimit } from '#domain/credentials/address-limit.ts'
import { consumeRateLimit, type RateLimited } from '#domain/credentials/rate-limit.ts'
import { findPlatformByUrl } from '#domain/platforms/subsystem.ts'
import { findUserAtBrowser } from '#domain/accounts/user.ts'
import type { Origin } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { logDroppedRedirect } from '#server/log.ts'
import { requestReset as endpoint } from './contract.ts'

const { refusals } = endpoint

/**
 * Requests a reset mail. Runs the same statements for a known and an unknown email address. Only the mail job, whose
 * duration no caller can measure, creates a link.
 */
export async function requestReset(
  db: Db,
  { origin, visitor }: { origin: Origin; visitor: string },
  input: Body<typeof endpoint>,
): Promise<void> {
  await requireHumanCheck(db, { origin, visitor, answer: input.humanCheck }, () =>
    recordAudit(db, origin, 'password_reset_refused', { data: { reason: 'human check' } }),
  )
  const user = await findUserAtBrowser(db, { email: input.email }, origin)
  const limited = await consumeLimits(db, origin, user?.browserId, input.email)
  if (limited) throw new Refusal(refusals.tooManyRequests, limited)
  const redirectUrl = await findTarget(db, origin, input)
  await transaction(db, async (tx) => {
    await enqueueMail(
      tx,
      'reset-password',
      { ...user, email: input.email },
      { ...(user && { userId: user.id }), ...(redirectUrl !== undefined && { redirectUrl }) },
    )
    await recordAudit(tx, origin, 'password_reset_requested', { targetId: user?.id })
  })
}

/**
 * Returns the platform page that the login leads to after the password is set. A single sign-on request is short-lived
 * and bound to its browser, so the mail leads to the start page of the platform, which begins a new one.
 */
async function findTarget(
  db: Db,
  origin: Origin,
  { redirect = '', redirectUrl }: Body<typeof endpoint>,
): Promise<string | undefined> {
  const platform = await findAwaitedPlatform(db, redirect)
  if (platform) return platform.url
  const target = await findPlatformByUrl(db, redirectUrl)
  if (redirectUrl && !target) logDroppedRedirect('redirectUrl', redirectUrl, origin)
  return target?.href
}

/**
 * Consumes the rate limits. Runs after the human check, so that using up the limit of another email address costs work.
 * A known browser has its own limit, which strangers cannot use up.
 */
async function consumeLimits(
  db: Db,
  origin: Origin,
  browserId: string | undefined,
  email: string,
): Promise<RateLimited | undefined> {
  if (browserId !== undefined) return consumeRateLimit(db, 'forgotPerMail', browserId)
  const limited = await consumeAddressLimit(db, 'forgotPerAddress', origin)
  return limited ?? consumeRateLimit(db, 'forgotPerMail', email)
}
