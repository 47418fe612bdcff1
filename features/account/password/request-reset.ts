import type { Body } from '#contract/endpoint.ts'
import { Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { requireHumanCheck } from '#domain/human-check.ts'
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
  const platform = await findPlatformByUrl(db, sent.redirectUrl)
  if (sent.redirectUrl && !platform) logDroppedRedirect('redirectUrl', sent.redirectUrl, origin)
  await transaction(db, async (tx) => {
    await enqueueMail(
      tx,
      'reset-password',
      { ...user, email: sent.email },
      { ...(user && { userId: user.id }), ...(platform && { redirectUrl: platform.href }) },
    )
    await recordAudit(tx, origin, 'password_reset_requested', { targetId: user?.id })
  })
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
