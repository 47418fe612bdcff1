import { adminArea, recordAudit } from '#domain/audit.ts'
import { recordFailure, type CredentialCheck, type ConsumedCheck } from '#domain/rate-limit.ts'
import { browserName } from '#domain/known-browser.ts'
import { transaction, type Db } from '#server/db.ts'

type Failure = { guess: CredentialCheck; taken: ConsumedCheck; adminId?: string | undefined }

/** What a wrong password or code leaves behind: the same, whoever has the address or nobody. */
export function noteFailure(
  db: Db,
  { guess, taken, adminId = guess.owner?.id }: Failure,
): Promise<void> {
  const { what, origin } = guess
  return transaction(db, async (tx) => {
    await recordAudit(tx, origin, 'login_failed', {
      ...(adminId !== undefined && { targetId: adminId }),
      subSystem: adminArea,
      data: {
        reason: taken.isLockedOut ? 'account locked' : what,
        browser: browserName(origin.userAgent),
      },
    })
    await recordFailure(tx, guess, taken)
  })
}
