import { ok } from 'node:assert/strict'
import type { AssertionOptions } from '#contract/passkey.ts'
import { adminLogins, userLogins, type LoginArea } from '#domain/sign-in/login.ts'
import { addPasskey } from '#domain/passkeys/passkey.ts'
import { registrationOptionsOf, verifyRegistration } from '#domain/passkeys/webauthn.ts'
import { db, row, transaction } from '#server/db.ts'
import {
  adminPasskeyLogin,
  beginAdminPasskeyLogin,
} from '../../features/account/sign-in/admin-passkey-contract.ts'
import { beginPasskeyLogin, passkeyLogin } from '../../features/account/sign-in/passkey-contract.ts'
import type { TestUser, Visitor } from './people.ts'
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from './software-authenticator.ts'

type Made = Parameters<typeof createSoftwareAuthenticator>[1]
type Changed = Parameters<SoftwareAuthenticator['assert']>[1]

/** Gives a user a passkey; by default one that stays on its device. */
export function givePasskey(user: TestUser, made?: Made): Promise<SoftwareAuthenticator> {
  return registerIn(userLogins, user, made)
}

export function giveAdminPasskey(admin: TestUser, made?: Made): Promise<SoftwareAuthenticator> {
  return registerIn(adminLogins, admin, made)
}

async function registerIn(
  { passkeys }: LoginArea,
  { id, email }: TestUser,
  made?: Made,
): Promise<SoftwareAuthenticator> {
  const [origin = ''] = passkeys.origins
  const authenticator = createSoftwareAuthenticator(origin, made)
  const owner = { id, email, name: 'Ada Byron' }
  const options = registrationOptionsOf(passkeys, 'test', owner, [])
  const registered = await verifyRegistration(authenticator.register(options), passkeys)
  ok(registered, 'the passkey was not registered')
  const rest = { userId: id, name: 'Laptop', addedWith: ['pwd', 'otp'] }
  ok(await transaction(db, (tx) => addPasskey(tx, { ...registered, ...rest })))
  return authenticator
}

/** Returns the options that a login page passes to an authenticator. */
export function passkeyOptionsAt({ call }: Visitor): Promise<AssertionOptions> {
  return call(beginPasskeyLogin, { body: {} })
}

export async function logInByPasskey(
  browser: Visitor,
  authenticator: SoftwareAuthenticator,
  changed?: Changed,
) {
  const response = authenticator.assert(await passkeyOptionsAt(browser), changed)
  return browser.call(passkeyLogin, { body: { response } })
}

export async function logInAdminByPasskey(
  { call }: Visitor,
  authenticator: SoftwareAuthenticator,
  changed?: Changed,
) {
  const response = authenticator.assert(await call(beginAdminPasskeyLogin, { body: {} }), changed)
  return call(adminPasskeyLogin, { body: { response } })
}

/** Returns true if the passkey is not disabled. */
export async function isEnabled({ credentialId }: SoftwareAuthenticator): Promise<boolean> {
  const passkey = await row<{ isEnabled: boolean }>(db)`
    select disabled_at is null as is_enabled from passkeys
    where credential_id = ${Buffer.from(credentialId, 'base64url')}`
  return passkey?.isEnabled ?? false
}
