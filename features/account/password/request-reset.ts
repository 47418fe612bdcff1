import type { Body } from '#contract/endpoint.ts'
import { Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { verifyHumanCheck } from '#domain/human-check.ts'
import { enqueueMail } from '#domain/mail.ts'
import { consumeAddressLimit, consumeRateLimit } from '#domain/rate-limit.ts'
import { findPlatformByUrl } from '#domain/subsystem.ts'
import { findUserByEmail } from '#domain/user.ts'
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
  if (!(await verifyHumanCheck(db, visitor, sent.humanCheck))) {
    await recordAudit(db, origin, 'password_reset_refused', { data: { reason: 'human check' } })
    throw new Refusal(refusals.humanCheckFailed, { field: 'humanCheck' })
  }
  // After the human check, so that using up the limit of another email address costs work.
  const limited =
    (await consumeAddressLimit(db, 'forgotPerAddress', origin)) ??
    (await consumeRateLimit(db, 'forgotPerMail', sent.email))
  if (limited) throw new Refusal(refusals.tooManyRequests, limited)
  const platform = await findPlatformByUrl(db, sent.redirectUrl)
  if (sent.redirectUrl && !platform)
    logDroppedRedirect('redirectUrl', sent.redirectUrl, origin.requestId)
  const user = await findUserByEmail(db, sent.email)
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
