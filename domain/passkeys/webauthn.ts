import type {
  AssertionOptions,
  PasskeyAssertion,
  PasskeyRegistration,
  RegistrationOptions,
} from '#contract/passkey.ts'
import type { PasskeySettings } from '#server/config-passkeys.ts'
import { currentBrand } from '#server/current-brand.ts'
import type { NewPasskey, Passkey } from './passkey.ts'

/**
 * Accepted algorithms: EdDSA, ES256 and RS256 (IANA COSE Algorithms). Listed, so that an update of the library adds
 * none.
 */
const algorithms = [-8, -7, -257]
const timeoutMs = 5 * 60 * 1000
/**
 * Accepted attestation formats. `packed` is the format of self-attestation. Certificates in it are not compared with
 * trusted roots, because they would only prove the model of the device, which is not required.
 */
const acceptedFormats = new Set<string>(['none', 'packed'])

/** Host and origins of an area. Never taken from a request. */
export type RelyingParty = Pick<PasskeySettings, 'rpId' | 'origins'>

type Owner = { id: string; email: string; name: string }

export function assertionOptionsOf({ rpId }: RelyingParty, challenge: string): AssertionOptions {
  return {
    challenge,
    rpId,
    timeout: timeoutMs,
    userVerification: 'required',
    // Empty, because every passkey is discoverable: the browser offers all passkeys of the host.
    allowCredentials: [],
  }
}

/**
 * Returns the options for creating a passkey. `existing` are the owner's passkeys, so that an authenticator does not
 * create a second one.
 */
export function registrationOptionsOf(
  { rpId }: RelyingParty,
  challenge: string,
  owner: Owner,
  existing: readonly Passkey[],
): RegistrationOptions {
  return {
    challenge,
    rp: { id: rpId, name: currentBrand().name },
    user: { id: userHandleOf(owner.id), name: owner.email, displayName: owner.name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: timeoutMs,
    attestation: 'none',
    // Makes every passkey discoverable, so that it can log in without an email address.
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    excludeCredentials: existing
      .filter((each) => each.rpId === rpId)
      .map(({ credentialId, transports }) => ({
        id: credentialId.toString('base64url'),
        type: 'public-key' as const,
        transports,
      })),
  }
}

/** Returns the account's id as authenticators store it, without personal data (WebAuthn, "User Handle Contents"). */
export function userHandleOf(accountId: string): string {
  return Buffer.from(accountId.replaceAll('-', ''), 'hex').toString('base64url')
}

/** Returns the challenge of a response; empty if there is none. */
export function challengeOf({ response }: PasskeyAssertion | PasskeyRegistration): string {
  const { challenge } = readClientData(response.clientDataJSON)
  return typeof challenge === 'string' ? challenge : ''
}

/** Reason for refusing an assertion, for the audit log. */
export type PasskeyRefusal = 'invalid' | 'embedded page' | 'other account' | 'backup flag changed'
export type VerifiedAssertion = { signCount: number; backedUp: boolean }

/**
 * Verifies the signature, origin, host and user verification of an assertion (WebAuthn, "Verifying an Authentication
 * Assertion"). The caller must check the challenge and the counter, and use up the challenge.
 */
export async function verifyAssertion(
  passkey: Passkey,
  assertion: PasskeyAssertion,
  { rpId, origins }: RelyingParty,
): Promise<VerifiedAssertion | { refused: PasskeyRefusal }> {
  // Loaded at its first use, because its 340 modules would take a sixth of the start-up time of every program.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const verified = await verifyAuthenticationResponse({
    response: { ...assertion, clientExtensionResults: {} },
    expectedChallenge: challengeOf(assertion),
    expectedOrigin: origins,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId.toString('base64url'),
      publicKey: new Uint8Array(passkey.publicKey),
      // The caller compares the counter after using up the challenge, so that a replay does not look like a copied
      // passkey.
      counter: 0,
    },
  }).catch(() => undefined)
  if (!verified?.verified) return { refused: 'invalid' }
  const { clientDataJSON, userHandle } = assertion.response
  if (readClientData(clientDataJSON).crossOrigin) return { refused: 'embedded page' }
  if (userHandle !== userHandleOf(passkey.userId)) return { refused: 'other account' }
  const { newCounter, credentialBackedUp, credentialDeviceType } = verified.authenticationInfo
  const backupEligible = credentialDeviceType === 'multiDevice'
  if (backupEligible !== passkey.backupEligible) return { refused: 'backup flag changed' }
  return { signCount: newCounter, backedUp: credentialBackedUp }
}

type RegisteredPasskey = Omit<NewPasskey, 'userId' | 'name' | 'addedWith'>

/**
 * Verifies and returns a new passkey (WebAuthn, "Registering a New Credential"); undefined if it is refused. The caller
 * must check and use up the challenge.
 */
export async function verifyRegistration(
  registration: PasskeyRegistration,
  { rpId, origins }: RelyingParty,
): Promise<RegisteredPasskey | undefined> {
  if (!acceptedFormats.has(await readFormat(registration))) return undefined
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const verified = await verifyRegistrationResponse({
    response: { ...registration, clientExtensionResults: {} },
    expectedChallenge: challengeOf(registration),
    expectedOrigin: origins,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined)
  if (!verified?.verified || readClientData(registration.response.clientDataJSON).crossOrigin)
    return undefined
  const { credential, aaguid, credentialBackedUp, credentialDeviceType } = verified.registrationInfo
  return {
    rpId,
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    transports: registration.response.transports,
    backupEligible: credentialDeviceType === 'multiDevice',
    backedUp: credentialBackedUp,
    aaguid,
  }
}

async function readFormat({ response }: PasskeyRegistration): Promise<string> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  try {
    const bytes = new Uint8Array(Buffer.from(response.attestationObject, 'base64url'))
    return decodeAttestationObject(bytes).get('fmt')
  } catch {
    return ''
  }
}

function readClientData(json: string): { challenge?: unknown; crossOrigin?: unknown } {
  try {
    const data: unknown = JSON.parse(Buffer.from(json, 'base64url').toString('utf8'))
    return typeof data === 'object' && data !== null ? data : {}
  } catch {
    return {}
  }
}
