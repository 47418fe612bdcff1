import type { Body } from '#contract/endpoint.ts'
import { Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { consumeRateLimit, consumeAddressLimit } from '#domain/rate-limit.ts'
import { verifyHumanCheck } from '#domain/human-check.ts'
import { enqueueMail } from '#domain/mail.ts'
import { findPlatformUrl } from '#domain/subsystem.ts'
import { findUserByEmail } from '#domain/user.ts'
import type { Origin } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { requestReset as endpoint } from './contract.ts'

type Sent = Body<typeof endpoint>
type From = { origin: Origin; visitor: string }

/**
 * An address without an account leaves the same rows behind, by the same statements: whether a link is made is
 * decided when the mail is written, where nobody can see how long it takes.
 */
export async function requestReset(db: Db, { origin, visitor }: From, sent: Sent): Promise<void> {
  if (!(await verifyHumanCheck(db, visitor, sent.humanCheck))) {
    await recordAudit(db, origin, 'password_reset_refused', { data: { reason: 'human check' } })
    throw new Refusal(endpoint.refusals.humanCheckFailed, { field: 'humanCheck' })
  }
  await requireFewRequests(db, origin, sent.email)
  const redirectUrl = await findPlatformUrl(db, sent.redirectUrl)
  const user = await findUserByEmail(db, sent.email)
  await transaction(db, async (tx) => {
    await enqueueMail(tx, {
      kind: 'reset-password',
      to: sent.email,
      language: user?.preferredLanguage ?? 'en',
      ...(user && { userId: user.id }),
      data: { ...(user && { userId: user.id }), ...(redirectUrl && { redirectUrl }) },
    })
    await recordAudit(tx, origin, 'password_reset_requested', {
      ...(user && { targetId: user.id }),
    })
  })
}

/** After the human check: to use up what another address has left costs work. */
async function requireFewRequests(db: Db, origin: Origin, email: string): Promise<void> {
  const held =
    (await consumeAddressLimit(db, 'forgotPerAddress', origin)) ??
    (await consumeRateLimit(db, 'forgotPerMail', email))
  if (held) throw new Refusal(endpoint.refusals.tooManyRequests, held)
}
