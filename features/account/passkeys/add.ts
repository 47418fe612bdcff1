import type { Body } from '#contract/endpoint.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { lockAdminSession } from '#domain/sessions/admin-session.ts'
import {
  beginRegistration,
  createMissingCodes,
  mailPasskeyAdded,
  registerPasskey,
  verifyNewPasskey,
  type RegistrationContext,
} from '#domain/passkeys/passkey-registration.ts'
import { setRecoveryCodes } from '#domain/credentials/recovery-code.ts'
import { lockSession } from '#domain/sessions/session.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import type { addPasskey as addEndpoint } from './contract.ts'
import { listOwnPasskeys, ownerOf, type OwnCaller } from './list.ts'

/** Returns the options for a new passkey, bound to the session. */
export function beginPasskey(db: Db, caller: OwnCaller) {
  return beginRegistration(db, contextOf(caller))
}

/** Adds a passkey. Requires step-up authentication, because a stolen session alone must not gain lasting access. */
export async function addPasskey(db: Db, caller: OwnCaller, input: Body<typeof addEndpoint>) {
  const context = contextOf(caller)
  const { area, accountId } = context
  const registration = await verifyNewPasskey(db, context, input)
  const account = await area.findAccount(db, { id: accountId }, caller)
  const codes = await createMissingCodes(db, accountId)
  const id = await transaction(db, async (tx) => {
    const methods = await lockSessionOf(tx, caller)
    // A session that ends concurrently must not add a passkey.
    if (!methods || !account) throw new Refusal(commonErrors.notLoggedIn)
    if (codes.length > 0) await setRecoveryCodes(tx, accountId, codes)
    const owner = { ...context, account }
    const passkeyId = await registerPasskey(tx, owner, registration, methods)
    await mailPasskeyAdded(tx, owner, registration, passkeyId)
    return passkeyId
  })
  const passkey = (await listOwnPasskeys(db, context)).find((each) => each.id === id)
  if (!passkey) throw new Refusal(commonErrors.notFound)
  return { passkey, ...(codes.length > 0 && { recoveryCodes: codes.map(({ code }) => code) }) }
}

/**
 * Locks the session until the commit. Returns the authentication methods (RFC 8176) of an admin's session, or of a
 * user's last login or step-up. Returns undefined if the session has ended.
 */
async function lockSessionOf(
  tx: Transaction,
  caller: OwnCaller,
): Promise<readonly string[] | undefined> {
  if (caller.kind === 'admin') return lockAdminSession(tx, caller.sessionId)
  const isOpen = await lockSession(tx, caller.sessionId)
  if (!isOpen) return undefined
  return caller.verified?.methods ?? []
}

function contextOf(caller: OwnCaller): RegistrationContext {
  return { ...ownerOf(caller), origin: caller, boundTo: caller.sessionId }
}
