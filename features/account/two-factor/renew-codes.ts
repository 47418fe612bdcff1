import { Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import {
  refundCheck,
  recordFailure,
  consumeCheck,
  type CredentialCheck,
} from '#domain/rate-limit.ts'
import { createRecoveryCodes, setRecoveryCodes } from '#domain/recovery-code.ts'
import { consumeTotpStep, countWrongCode, findSecondFactor, stepOf } from '#domain/second-factor.ts'
import type { UserCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import { renewCodes as endpoint } from './contract.ts'

type Accepted = { use: (db: Db) => Promise<boolean> }

/** Whoever has only the session gets no code that outlives it: the authenticator has to agree. */
export async function renewCodes(db: Db, caller: UserCaller, otp: string): Promise<string[]> {
  const guess = guessOf(caller)
  const taken = await consumeCheck(db, guess)
  if (taken.retryAfterSeconds !== undefined) {
    throw new Refusal(endpoint.refusals.addressBlocked, taken)
  }
  const accepted = await prove(db, caller.userId, otp)
  const codes = accepted && (await renew(db, caller, accepted))
  if (codes) {
    await refundCheck(db, guess)
    return codes
  }
  await transaction(db, async (tx) => {
    await recordFailure(tx, guess, taken)
    await recordAudit(tx, caller, 'recovery_codes_refused', { data: { reason: 'code' } })
  })
  throw new Refusal(endpoint.refusals.wrongCode, { field: 'otp' })
}

async function prove(db: Db, userId: string, otp: string): Promise<Accepted | undefined> {
  const factor = await findSecondFactor(db, userId)
  if (!factor) return undefined
  const step = stepOf(factor, otp)
  if (step !== undefined) return { use: (tx) => consumeTotpStep(tx, factor, step) }
  await countWrongCode(db, factor)
  return undefined
}

/** Undefined when the code has been used already; then nothing has changed. */
async function renew(db: Db, caller: UserCaller, { use }: Accepted): Promise<string[] | undefined> {
  const codes = await createRecoveryCodes()
  const isRenewed = await transaction(db, async (tx) => {
    if (!(await use(tx))) return false
    await setRecoveryCodes(tx, caller.userId, codes)
    await recordAudit(tx, caller, 'recovery_codes_created', { data: { count: codes.length } })
    return true
  })
  return isRenewed ? codes.map(({ code }) => code) : undefined
}

/** In a browser where she is logged in, others cannot use up her tries. */
function guessOf(caller: UserCaller): CredentialCheck {
  const owner = { id: caller.userId, email: '' }
  return { what: 'code', origin: caller, owner, browserId: caller.sessionId }
}
