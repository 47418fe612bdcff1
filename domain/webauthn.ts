import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import type {
  AssertionOptions,
  PasskeyAssertion,
  PasskeyRegistration,
  RegistrationOptions,
} from '#contract/passkey.ts'
import type { PasskeySettings } from '#server/config-passkeys.ts'
import { currentBrand } from '#server/current-brand.ts'
import type { NewPasskey, Passkey } from './passkey.ts'

/** EdDSA, ES256, RS256 (IANA COSE Algorithms). Named, so that no algorithm joins by an update of the library. */
const algorithms = [-8, -7, -257]
const timeout = 5 * 60 * 1000
/** Self-attestation and none: a chain of certificates would prove a model that nobody asks for. */
const acceptedFormats = new Set<string>(['none', 'packed'])

/** An area's host and origins. Never taken from a request. */
export type RelyingParty = Pick<PasskeySettings, 'rpId' | 'origins'>

type Owner = { id: string; email: string; name: string }

export function assertionOptionsOf({ rpId }: RelyingParty, challenge: string): AssertionOptions {
  return { challenge, rpId, timeout, userVerification: 'required', allowCredentials: [] }
}

/** `known`: the owner's passkeys, of which an authenticator makes no second one. */
export function registrationOptionsOf(
  { rpId }: RelyingParty,
  challenge: string,
  owner: Owner,
  known: readonly Passkey[],
): RegistrationOptions {
  return {
    challenge,
    rp: { id: rpId, name: currentBrand().name },
    user: { id: userHandleOf(owner.id), name: owner.email, displayName: owner.name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout,
    attestation: 'none',
    // Every passkey is found without an email address.
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    excludeCredentials: known
      .filter((each) => each.rpId === rpId)
      .map(({ credentialId, transports }) => ({
        id: credentialId.toString('base64url'),
        type: 'public-key' as const,
        transports,
      })),
  }
}

/** The id of an account as its authenticators store it: no personal data (WebAuthn, "User Handle Contents"). */
export function userHandleOf(accountId: string): string {
  return Buffer.from(accountId.replaceAll('-', ''), 'hex').toString('base64url')
}

/** The challenge that was answered; empty where there is none. */
export function challengeOf({ response }: PasskeyAssertion | PasskeyRegistration): string {
  const { challenge } = readClientData(response.clientDataJSON)
  return typeof challenge === 'string' ? challenge : ''
}

/** For the audit log. */
export type PasskeyRefusal = 'invalid' | 'embedded page' | 'other account' | 'backup flag changed'
export type VerifiedAssertion = { signCount: number; backedUp: boolean }

/**
 * Verifies the signature of a passkey, its challenge, origin, host and that the person was verified (WebAuthn,
 * "Verifying an Authentication Assertion"). The challenge and the counter are for the caller to use up.
 */
export async function verifyAssertion(
  passkey: Passkey,
  sent: PasskeyAssertion,
  { rpId, origins }: RelyingParty,
): Promise<VerifiedAssertion | { refused: PasskeyRefusal }> {
  const verified = await verifyAuthenticationResponse({
    response: { ...sent, clientExtensionResults: {} },
    expectedChallenge: challengeOf(sent),
    expectedOrigin: origins,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId.toString('base64url'),
      publicKey: new Uint8Array(passkey.publicKey),
      // The caller compares it, once the challenge is used up: a replay must not look like a copied passkey.
      counter: 0,
    },
  }).catch(() => undefined)
  if (!verified?.verified) return { refused: 'invalid' }
  if (readClientData(sent.response.clientDataJSON).crossOrigin) return { refused: 'embedded page' }
  if (sent.response.userHandle !== userHandleOf(passkey.userId)) return { refused: 'other account' }
  const { newCounter, credentialBackedUp, credentialDeviceType } = verified.authenticationInfo
  const backupEligible = credentialDeviceType === 'multiDevice'
  if (backupEligible !== passkey.backupEligible) return { refused: 'backup flag changed' }
  return { signCount: newCounter, backedUp: credentialBackedUp }
}

type Registered = Omit<NewPasskey, 'userId' | 'name' | 'addedWith'>

/** Verifies a new passkey (WebAuthn, "Registering a New Credential"); undefined for one that is refused. */
export async function verifyRegistration(
  sent: PasskeyRegistration,
  { rpId, origins }: RelyingParty,
): Promise<Registered | undefined> {
  if (!acceptedFormats.has(formatOf(sent))) return undefined
  const verified = await verifyRegistrationResponse({
    response: { ...sent, clientExtensionResults: {} },
    expectedChallenge: challengeOf(sent),
    expectedOrigin: origins,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined)
  if (!verified?.verified || readClientData(sent.response.clientDataJSON).crossOrigin)
    return undefined
  const { credential, aaguid, credentialBackedUp, credentialDeviceType } = verified.registrationInfo
  return {
    rpId,
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    transports: sent.response.transports,
    backupEligible: credentialDeviceType === 'multiDevice',
    backedUp: credentialBackedUp,
    aaguid,
  }
}

function formatOf({ response }: PasskeyRegistration): string {
  try {
    const bytes = new Uint8Array(Buffer.from(response.attestationObject, 'base64url'))
    return decodeAttestationObject(bytes).get('fmt')
  } catch {
    return ''
  }
}

function readClientData(json: string): { challenge?: unknown; crossOrigin?: unknown } {
  try {
    const read: unknown = JSON.parse(Buffer.from(json, 'base64url').toString('utf8'))
    return typeof read === 'object' && read !== null ? read : {}
  } catch {
    return {}
  }
}
