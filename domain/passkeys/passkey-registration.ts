import { maxPasskeys } from '#contract/account-limits.ts'
import { formatDevice } from '#contract/device.ts'
import type { PasskeyRegistration, RegistrationOptions } from '#contract/passkey.ts'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import { nameOf } from '#contract/full-name.ts'
import { withoutMarks } from '#contract/text.ts'
import type { Origin } from '#server/caller.ts'
import type { Db, Transaction } from '#server/db.ts'
import { recordAudit } from '../audit/audit.ts'
import { browserName } from '../sessions/browser-name.ts'
import { createLink } from '../sign-in/link.ts'
import { userLogins, type LoginArea } from '../sign-in/login.ts'
import { mailUser, type Recipient } from '../mail/mail.ts'
import {
  consumePasskeyChallenge,
  createPasskeyChallenge,
  isChallengeFor,
} from './passkey-challenge.ts'
import { addPasskey, listPasskeys, type NewPasskey } from './passkey.ts'
import {
  countRecoveryCodes,
  createRecoveryCodes,
  type NewRecoveryCode,
} from '../credentials/recovery-code.ts'
import {
  challengeOf,
  registrationOptionsOf,
  verifyRegistration,
  type RelyingParty,
} from './webauthn.ts'

const { ceremonyExpired, loginExpired, secondFactorAlreadySet, wrongPasskey } = errorCodes
const ceremonyMinutes = 5

/** Account that adds a passkey; `boundTo` is the login attempt, session or link that must send the response. */
export type RegistrationContext = {
  area: LoginArea
  origin: Origin
  accountId: string
  boundTo: string
}

/**
 * Returns the options for creating a passkey. Stores nothing. Throws `loginExpired` for an unknown account and
 * `secondFactorAlreadySet` if the account has the maximum number of passkeys.
 */
export async function beginRegistration(
  db: Db,
  { area, origin, accountId, boundTo }: RegistrationContext,
  minutes = ceremonyMinutes,
): Promise<RegistrationOptions> {
  const relyingParty = requirePasskeys(area)
  const account = await area.findAccount(db, { id: accountId }, origin)
  if (!account) throw new Refusal(loginExpired)
  const existing = await listPasskeys(db, accountId)
  if (existing.length >= maxPasskeys) throw new Refusal(secondFactorAlreadySet)
  const binding = { ceremony: 'register', rpId: relyingParty.rpId, owner: boundTo } as const
  const { id, email } = account
  const owner = { id, email, name: nameOf(account).trim() || email }
  const challenge = createPasskeyChallenge(binding, minutes)
  return registrationOptionsOf(relyingParty, challenge, owner, existing)
}

/** A verified passkey; `name` is empty if its owner has not named it. */
export type VerifiedRegistration = Omit<NewPasskey, 'userId' | 'addedWith'>

/** Verifies the response of a new passkey and uses up its challenge. Throws `ceremonyExpired` or `wrongPasskey`. */
export async function verifyNewPasskey(
  db: Db,
  { area, boundTo }: RegistrationContext,
  { response, name = '' }: { response: PasskeyRegistration; name?: string | undefined },
): Promise<VerifiedRegistration> {
  const relyingParty = requirePasskeys(area)
  const challenge = challengeOf(response)
  const binding = { ceremony: 'register', rpId: relyingParty.rpId, owner: boundTo } as const
  if (!isChallengeFor(binding, challenge)) throw new Refusal(ceremonyExpired)
  const passkey = await verifyRegistration(response, relyingParty)
  if (!passkey) throw new Refusal(wrongPasskey)
  if (!(await consumePasskeyChallenge(db, challenge))) throw new Refusal(ceremonyExpired)
  return { ...passkey, name }
}

/**
 * Returns ten recovery codes for an account that has none left, so that a lost passkey does not lock it out; otherwise
 * an empty list. Slow: Argon2id for each code.
 */
export async function createMissingCodes(db: Db, userId: string): Promise<NewRecoveryCode[]> {
  return (await countRecoveryCodes(db, userId)) > 0 ? [] : createRecoveryCodes()
}

type Owner = Pick<RegistrationContext, 'area' | 'origin'> & { account: Recipient }

/**
 * Adds a verified passkey and returns its id. Throws `secondFactorAlreadySet` if the passkey is registered already or
 * the account has ten.
 */
export async function registerPasskey(
  tx: Transaction,
  owner: Owner,
  passkey: VerifiedRegistration,
  addedWith: readonly string[],
): Promise<string> {
  const { area, origin, account } = owner
  const userId = account.id
  const name = passkeyName(owner, passkey)
  const passkeyId = await addPasskey(tx, { ...passkey, name, userId, addedWith })
  if (passkeyId === undefined) throw new Refusal(secondFactorAlreadySet)
  await recordAudit(tx, area.actor(origin, userId), 'passkey_added', {
    data: { passkeyId, synced: passkey.backupEligible, addedWith },
  })
  return passkeyId
}

/** Emails the account about a new passkey; a user also gets a link that can disable the passkey and works for a day. */
export async function mailPasskeyAdded(
  tx: Transaction,
  owner: Owner,
  registration: VerifiedRegistration,
  passkeyId: string,
): Promise<void> {
  const { area, account } = owner
  const { id: userId, email } = account
  const passkey = passkeyName(owner, registration)
  const link = { kind: 'log-me-out', email, userId, passkeyId, createdBy: 'system' } as const
  // Admins get no link, because its page is in the area of users.
  const linkId = area === userLogins ? await createLink(tx, link) : ''
  await mailUser(tx, 'passkey-added', account, { linkId, passkey })
}

/** Returns the name of a new passkey: unless its owner has named it, its browser, in the language of the owner. */
function passkeyName({ origin, account }: Owner, { name }: VerifiedRegistration): string {
  return (
    name || withoutMarks(formatDevice(browserName(origin.userAgent), account.preferredLanguage))
  )
}

/** Returns the relying party of the area. Throws 404001 if its passkeys are off. */
function requirePasskeys({ passkeys }: LoginArea): RelyingParty {
  if (passkeys.mode === 'off') throw new Refusal(commonErrors.notFound)
  return passkeys
}
