import type { Body } from '#contract/endpoint.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { userLogins } from '#domain/login.ts'
import {
  beginRegistration,
  createMissingCodes,
  registerPasskey,
  verifyNewPasskey,
  type Registering,
} from '#domain/passkey-registration.ts'
import { setRecoveryCodes } from '#domain/recovery-code.ts'
import { lockSession } from '#domain/session.ts'
import { getUser } from '#domain/user.ts'
import type { UserCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import type { addPasskey as addEndpoint } from './contract.ts'
import { listOwnPasskeys } from './list.ts'

export function beginPasskey(db: Db, caller: UserCaller) {
  return beginRegistration(db, registeringOf(caller))
}

/** After step-up authentication: a stolen session alone must not get a way in that outlives it. */
export async function addPasskey(db: Db, caller: UserCaller, sent: Body<typeof addEndpoint>) {
  const { userId, sessionId, verified } = caller
  const registering = registeringOf(caller)
  const registered = await verifyNewPasskey(db, registering, sent)
  const account = await getUser(db, userId)
  const codes = await createMissingCodes(db, userId)
  const id = await transaction(db, async (tx) => {
    // A session that is ended at this moment adds nothing more.
    if (!(await lockSession(tx, sessionId))) throw new Refusal(commonErrors.notLoggedIn)
    if (codes.length > 0) await setRecoveryCodes(tx, userId, codes)
    return registerPasskey(tx, { ...registering, account }, registered, verified?.methods ?? [])
  })
  const passkey = (await listOwnPasskeys(db, userId)).find((each) => each.id === id)
  if (!passkey) throw new Refusal(commonErrors.notFound)
  return { passkey, ...(codes.length > 0 && { recoveryCodes: codes.map(({ code }) => code) }) }
}

function registeringOf(caller: UserCaller): Registering {
  return {
    area: userLogins,
    origin: caller,
    accountId: caller.userId,
    boundTo: caller.sessionId,
  }
}
