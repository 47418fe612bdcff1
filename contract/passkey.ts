import * as z from 'zod/mini'
import { namedObject } from './named.ts'

/** The use of passkeys in an area: as a complete login, as a second factor beside the password, or disabled. */
export const passkeyModes = ['whole', 'second', 'off'] as const

export type PasskeyMode = (typeof passkeyModes)[number]

// The schemas below are the JSON forms of the options and responses of WebAuthn Level 3.

/** Returns a schema of bytes in base64url without padding; `maxLength` counts characters. */
function bytes(maxLength: number) {
  return z
    .string()
    .check(
      z.minLength(1, 'required'),
      z.maxLength(maxLength, 'tooLong'),
      z.regex(/^[\w-]*$/, 'invalidCharacters'),
    )
}

// WebAuthn, "Credential ID": at most 1,023 bytes, which are 1,364 characters.
const credentialId = bytes(1364)
const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key') }
const clientDataJSON = bytes(4096)
export const transports = [
  'usb',
  'nfc',
  'ble',
  'internal',
  'hybrid',
  'smart-card',
  'cable',
] as const

/** The response of an authenticator to a login with a passkey. */
export const passkeyAssertion = namedObject('PasskeyAssertion', {
  ...credential,
  response: z.object({
    clientDataJSON,
    authenticatorData: bytes(4096),
    signature: bytes(1024),
    userHandle: bytes(88),
  }),
})

export type PasskeyAssertion = z.output<typeof passkeyAssertion>

/** The response of an authenticator that created a passkey. */
export const passkeyRegistration = namedObject('PasskeyRegistration', {
  ...credential,
  response: z.object({
    clientDataJSON,
    attestationObject: bytes(16_384),
    transports: z.array(z.enum(transports)).check(z.maxLength(transports.length)),
  }),
})

export type PasskeyRegistration = z.output<typeof passkeyRegistration>

/** `PublicKeyCredentialRequestOptionsJSON`. Names no credentials, so that the user chooses a passkey in the browser. */
export const assertionOptions = namedObject('PasskeyRequest', {
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(z.never()),
})

export type AssertionOptions = z.output<typeof assertionOptions>

/** `PublicKeyCredentialCreationOptionsJSON`. */
export const registrationOptions = namedObject('PasskeyCreation', {
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
  excludeCredentials: z.array(
    z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) }),
  ),
})

export type RegistrationOptions = z.output<typeof registrationOptions>
