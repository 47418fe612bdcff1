import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { idParams, requiredText, time, uuid } from '#contract/fields.ts'
import { acceptedPasskeys } from '#contract/accepted-passkeys.ts'
import { passkeyRegistration, registrationOptions } from '#contract/passkey.ts'
import { errors } from '#contract/refusal.ts'
import { namedObject } from '#contract/named.ts'

const name = requiredText(60)
const stepUp = { withinMinutes: 5 } as const
const changesName = { none: 'it changes only a name' } as const
const newPasskey = namedObject('NewPasskey', {
  name: z.optional(name),
  response: passkeyRegistration,
})
const beginErrors = errors('notFound', 'secondFactorAlreadySet')
const addErrors = errors('notFound', 'secondFactorAlreadySet', 'wrongPasskey', 'ceremonyExpired')

const passkey = namedObject('Passkey', {
  id: uuid,
  name: z.string(),
  createdAt: time,
  lastUsedAt: z.nullable(time),
  /** True if the passkey may be copied to other devices of the user. `backedUp` is true if it has been. */
  synced: z.boolean(),
  backedUp: z.boolean(),
  /** False for a passkey of another host, for a disabled passkey, and while passkeys are off. */
  current: z.boolean(),
  disabled: z.boolean(),
  /** Input for the signal methods of the browser (WebAuthn, "Signal methods"). */
  rpId: z.string(),
  credentialId: z.string(),
  userHandle: z.string(),
})

const addedPasskey = namedObject('AddedPasskey', {
  passkey,
  recoveryCodes: z.optional(z.array(z.string())),
})

export const listPasskeys = endpoint('GET /users/passkeys', {
  access: 'user',
  summary: 'Lists the current user’s passkeys, oldest first',
  reply: z.array(passkey),
})

export const beginPasskey = endpoint('POST /users/passkeys/initiate', {
  access: 'user',
  stepUp,
  summary: 'Returns the WebAuthn options for a new passkey. They expire after five minutes',
  body: nothing,
  reply: registrationOptions,
  refusals: beginErrors,
})

/** Refused with `secondFactorAlreadySet` if the passkey is already registered, or if there are ten. */
export const addPasskey = endpoint('POST /users/passkeys/confirm', {
  access: 'user',
  stepUp,
  summary: 'Adds a passkey. Also returns ten recovery codes if the user had none',
  body: newPasskey,
  reply: addedPasskey,
  refusals: addErrors,
})

export const renamePasskey = endpoint('PUT /users/passkeys/{id}', {
  access: 'user',
  stepUp: changesName,
  summary: 'Renames one of the current user’s passkeys',
  params: idParams,
  body: namedObject('PasskeyName', { name }),
  reply: nothing,
  refusals: errors('notFound'),
})

/** Replies with the input of `PublicKeyCredential.signalAllAcceptedCredentials`. */
export const removePasskey = endpoint('POST /users/passkeys/{id}/remove', {
  access: 'user',
  stepUp,
  summary: 'Removes a passkey. Fails with 409005 if it is the last working second factor',
  params: idParams,
  body: nothing,
  reply: acceptedPasskeys,
  refusals: errors('notFound', 'lastWayIn'),
})

export const declinePasskey = endpoint('POST /users/passkey-offer/decline', {
  access: 'user',
  summary: 'Dismisses the offer to add a passkey after login for 30 days',
  body: nothing,
  reply: nothing,
})

export const listAdminPasskeys = endpoint('GET /admin/passkeys', {
  access: 'admin',
  summary: 'Lists the current admin’s passkeys, oldest first',
  reply: z.array(passkey),
})

export const beginAdminPasskey = endpoint('POST /admin/passkeys/initiate', {
  access: 'admin',
  stepUp: 5,
  danger: { worst: 'none', reason: 'it begins the set-up' },
  summary:
    'Returns the WebAuthn options for a new passkey of the current admin. They expire after five minutes',
  body: nothing,
  reply: registrationOptions,
  refusals: beginErrors,
})

export const addAdminPasskey = endpoint('POST /admin/passkeys/confirm', {
  access: 'admin',
  stepUp: 5,
  danger: { worst: 'a passkey for a thief of the session', reason: 'own account, mail' },
  summary: 'Adds a passkey for the current admin. Also returns ten recovery codes if they had none',
  body: newPasskey,
  reply: addedPasskey,
  refusals: addErrors,
})

export const renameAdminPasskey = endpoint('PUT /admin/passkeys/{id}', {
  access: 'admin',
  stepUp: changesName,
  summary: 'Renames one of the current admin’s passkeys',
  params: idParams,
  body: z.object({ name }),
  reply: nothing,
  refusals: errors('notFound'),
})

export const removeAdminPasskey = endpoint('POST /admin/passkeys/{id}/remove', {
  access: 'admin',
  stepUp: 5,
  danger: { worst: 'the own passkey', reason: 'own account' },
  summary:
    'Removes one of the current admin’s passkeys. Fails with 409005 if it is the last working second factor',
  params: idParams,
  body: nothing,
  reply: acceptedPasskeys,
  refusals: errors('notFound', 'lastWayIn'),
})

/** Endpoints by which each area manages passkeys. */
export const passkeyCalls = {
  user: {
    list: listPasskeys,
    begin: beginPasskey,
    add: addPasskey,
    rename: renamePasskey,
    remove: removePasskey,
  },
  admin: {
    list: listAdminPasskeys,
    begin: beginAdminPasskey,
    add: addAdminPasskey,
    rename: renameAdminPasskey,
    remove: removeAdminPasskey,
  },
} as const
