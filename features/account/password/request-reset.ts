import type { Body } from '#contract/endpoint.ts'
import { Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { requireHumanCheck } from '#domain/human-check.ts'
import { findAwaitedPlatform } from '#domain/login-target.ts'
import { enqueueMail } from '#domain/mail.ts'
import { consumeAddressLimit, consumeRateLimit, type RateLimited } from '#domain/rate-limit.ts'
import { findPlatformByUrl } from '#domain/subsystem.ts'
import { findUserAtBrowser } from '#domain/user.ts'
import type { Origin } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { logDroppedRedirect } from '#server/log.ts'
import { requestReset as endpoint } from './contract.ts'

const { refusals } = endpoint

/**
 * Writes the same rows by the same statements for a known and an unknown email address: the mail job decides
 * whether to create a link, where response times reveal nothing.
 */
export async function requestReset(
  db: Db,
  { origin, visitor }: { origin: Origin; visitor: string },
  sent: Body<typeof endpoint>,
): Promise<void> {
  await requireHumanCheck(db, { origin, visitor, answer: sent.humanCheck }, () =>
    recordAudit(db, origin, 'password_reset_refused', { data: { reason: 'human check' } }),
  )
  const user = await findUserAtBrowser(db, { email: sent.email }, origin)
  const limited = await consumeLimits(db, origin, user?.browserId, sent.email)
  if (limited) throw new Refusal(refusals.tooManyRequests, limited)
  const redirectUrl = await findTarget(db, origin, sent)
  await transaction(db, async (tx) => {
    await enqueueMail(
      tx,
      'reset-password',
      { ...user, email: sent.email },
      { ...(user && { userId: user.id }), ...(redirectUrl !== undefined && { redirectUrl }) },
    )
    await recordAudit(tx, origin, 'password_reset_requested', { targetId: user?.id })
  })
}

/**
 * The platform's page that the login leads to once the password is set. A request for single sign-on stays in its
 * browser and lives shortly: the mail leads to the start of its platform, which begins another.
 */
async function findTarget(
  db: Db,
  origin: Origin,
  { redirect = '', redirectUrl }: Body<typeof endpoint>,
): Promise<string | undefined> {
  const awaited = await findAwaitedPlatform(db, redirect)
  if (awaited) return awaited.url
  const found = await findPlatformByUrl(db, redirectUrl)
  if (redirectUrl && !found) logDroppedRedirect('redirectUrl', redirectUrl, origin)
  return found?.href
}

/**
 * After the human check, so that using up the limit of another email address costs work. A known browser counts for
 * itself alone: strangers cannot use up its limit.
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
