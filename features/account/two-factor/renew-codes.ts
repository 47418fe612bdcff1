import { errorCodes, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { mailUser } from '#domain/mail.ts'
import { consumeRateLimit } from '#domain/rate-limit.ts'
import { createRecoveryCodes, setRecoveryCodes } from '#domain/recovery-code.ts'
import { getUser } from '#domain/user.ts'
import type { UserCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'

/** After step-up authentication: a stolen session alone must not get codes that outlive it. */
export async function renewCodes(db: Db, caller: UserCaller): Promise<string[]> {
  const user = await getUser(db, caller.userId)
  const limited = await consumeRateLimit(db, 'twoFactorLinks', `codes ${user.id}`)
  if (limited) throw new Refusal(errorCodes.tooManyRequests, limited)
  const codes = await createRecoveryCodes()
  await transaction(db, async (tx) => {
    await setRecoveryCodes(tx, user.id, codes)
    await mailUser(tx, 'recovery-codes-created', user)
    await recordAudit(tx, caller, 'recovery_codes_created', { data: { count: codes.length } })
  })
  return codes.map(({ code }) => code)
}
