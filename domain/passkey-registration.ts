import type { PasskeyRegistration, RegistrationOptions } from '#contract/passkey.ts'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import type { Origin } from '#server/caller.ts'
import type { Db, Transaction } from '#server/db.ts'
import { recordAudit } from './audit.ts'
import { browserName } from './known-browser.ts'
import { createLink } from './link.ts'
import { userLogins, type LoginArea } from './login.ts'
import { mailUser, type Recipient } from './mail.ts'
import {
  consumePasskeyChallenge,
  createPasskeyChallenge,
  isChallengeFor,
} from './passkey-challenge.ts'
import { addPasskey, listPasskeys, maxPasskeys, type NewPasskey } from './passkey.ts'
import { countRecoveryCodes, createRecoveryCodes, type NewRecoveryCode } from './recovery-code.ts'
import {
  challengeOf,
  registrationOptionsOf,
  verifyRegistration,
  type RelyingParty,
} from './webauthn.ts'

const { ceremonyExpired, loginExpired, secondFactorAlreadySet, wrongPasskey } = errorCodes
const ceremonyMinutes = 5

/** Who adds a passkey, and the login attempt, session or link in which the answer has to come. */
export type Registering = { area: LoginArea; origin: Origin; accountId: string; boundTo: string }

/** The options for a new passkey. Nothing is stored. */
export async function beginRegistration(
  db: Db,
  { area, origin, accountId, boundTo }: Registering,
  minutes = ceremonyMinutes,
): Promise<RegistrationOptions> {
  const relyingParty = requirePasskeys(area)
  const account = await area.findAccount(db, { id: accountId }, origin)
  if (!account) throw new Refusal(loginExpired)
  const known = await listPasskeys(db, accountId)
  if (known.length >= maxPasskeys) throw new Refusal(secondFactorAlreadySet)
  const binding = { ceremony: 'register', rpId: relyingParty.rpId, owner: boundTo } as const
  const { id, email, firstname, lastname } = account
  const owner = { id, email, name: `${firstname} ${lastname}`.trim() || email }
  return registrationOptionsOf(relyingParty, createPasskeyChallenge(binding, minutes), owner, known)
}

export type VerifiedRegistration = Omit<NewPasskey, 'userId' | 'addedWith'>

/** Verifies a new passkey and uses up its challenge. Throws `ceremonyExpired` or `wrongPasskey`. */
export async function verifyNewPasskey(
  db: Db,
  { area, origin, boundTo }: Registering,
  { response, name = '' }: { response: PasskeyRegistration; name?: string | undefined },
): Promise<VerifiedRegistration> {
  const relyingParty = requirePasskeys(area)
  const challenge = challengeOf(response)
  const binding = { ceremony: 'register', rpId: relyingParty.rpId, owner: boundTo } as const
  if (!isChallengeFor(binding, challenge)) throw new Refusal(ceremonyExpired)
  const registered = await verifyRegistration(response, relyingParty)
  if (!registered) throw new Refusal(wrongPasskey)
  if (!(await consumePasskeyChallenge(db, challenge))) throw new Refusal(ceremonyExpired)
  return { ...registered, name: name || browserName(origin.userAgent) }
}

/** Ten recovery codes for an account that has none, so that a lost passkey does not lock it out. Slow. */
export async function createMissingCodes(db: Db, userId: string): Promise<NewRecoveryCode[]> {
  return (await countRecoveryCodes(db, userId)) > 0 ? [] : createRecoveryCodes()
}

/**
 * Adds a verified passkey, mails the account, with a link for a day that disables it again, and returns its id. Throws
 * `secondFactorAlreadySet` for a known one and for an eleventh.
 */
export async function registerPasskey(
  tx: Transaction,
  { area, origin, account }: Pick<Registering, 'area' | 'origin'> & { account: Recipient },
  registered: VerifiedRegistration,
  addedWith: readonly string[],
): Promise<string> {
  const { id: userId, email } = account
  const passkeyId = await addPasskey(tx, { ...registered, userId, addedWith })
  if (passkeyId === undefined) throw new Refusal(secondFactorAlreadySet)
  const link = { kind: 'log-me-out', email, userId, passkeyId, createdBy: 'system' } as const
  // Its page belongs to the partner area.
  const linkId = area === userLogins ? await createLink(tx, link) : ''
  await mailUser(tx, 'passkey-added', account, { linkId, passkey: registered.name })
  await recordAudit(tx, area.actor(origin, userId), 'passkey_added', {
    data: { passkeyId, synced: registered.backupEligible, addedWith },
  })
  return passkeyId
}

function requirePasskeys({ passkeys }: LoginArea): RelyingParty {
  if (passkeys.mode === 'off') throw new Refusal(commonErrors.notFound)
  return passkeys
}
