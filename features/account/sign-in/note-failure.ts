import { recordAudit } from '#domain/audit.ts'
import { recordFailure, type CredentialCheck, type ConsumedCheck } from '#domain/rate-limit.ts'
import { browserName } from '#domain/known-browser.ts'
import { transaction, type Db } from '#server/db.ts'

/** What a wrong password or code leaves behind: the same, whoever has the address or nobody. */
export function noteFailure(db: Db, guess: CredentialCheck, taken: ConsumedCheck): Promise<void> {
  const { what, origin, owner } = guess
  return transaction(db, async (tx) => {
    await recordAudit(tx, origin, 'login_failed', {
      ...(owner?.id !== undefined && { targetId: owner.id }),
      data: {
        reason: taken.isLockedOut ? 'account locked' : what,
        browser: browserName(origin.userAgent),
      },
    })
    await recordFailure(tx, guess, taken)
  })
}
