import type { AcceptedPasskeys } from '#contract/accepted-passkeys.ts'
import {
  transports,
  type AssertionOptions,
  type PasskeyAssertion,
  type PasskeyRegistration,
  type RegistrationOptions,
} from '#contract/passkey.ts'

/** Returns true if this browser can create and use passkeys. Otherwise no page mentions passkeys. */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential
  )
}

/** Returns true if this device itself can create passkeys and verify its user. */
export async function canKeepPasskeys(): Promise<boolean> {
  if (!canUsePasskeys()) return false
  return PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false)
}

/** Returns true if the browser suggests passkeys in a field with `autocomplete="username webauthn"`. */
export async function canSuggestPasskeys(): Promise<boolean> {
  return canUsePasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable())
}

type RequestOptions = {
  signal?: AbortSignal
  /** True if the browser suggests the passkeys in a field (`canSuggestPasskeys`) instead of opening a dialog. */
  isSuggested?: boolean
}

/**
 * Requests a passkey. Returns undefined if the user cancelled, has no passkey here, or `signal` aborted the request,
 * because browsers do not distinguish these cases.
 */
export async function getPasskey(
  options: AssertionOptions,
  { signal, isSuggested }: RequestOptions = {},
): Promise<PasskeyAssertion | undefined> {
  const credential = await navigator.credentials
    .get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON({
        ...options,
        // An empty list makes the browser offer every passkey of the host.
        allowCredentials: [],
      }),
      ...(signal && { signal }),
      ...(isSuggested && { mediation: 'conditional' as const }),
    })
    .catch(ignoreCancellation)
  if (!isPublicKey(credential)) return undefined
  const { id, rawId, response } = credential.toJSON()
  if (!('signature' in response)) return undefined
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, userHandle },
  }
}

/**
 * Creates a passkey. Returns undefined if the user cancelled, and `known` if this device already has a passkey of the
 * account.
 */
export async function createPasskey(
  options: RegistrationOptions,
): Promise<PasskeyRegistration | 'known' | undefined> {
  const credential = await navigator.credentials
    .create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
    .catch((error: unknown) => {
      if (errorNameOf(error) === 'InvalidStateError') return 'known' as const
      return ignoreCancellation(error)
    })
  if (credential === 'known') return credential
  if (!isPublicKey(credential)) return undefined
  const { id, rawId, response } = credential.toJSON()
  if (!('attestationObject' in response)) return undefined
  const { clientDataJSON, attestationObject } = response
  return {
    id,
    rawId,
    type: 'public-key',
    response: {
      clientDataJSON,
      attestationObject,
      transports: transports.filter((each) => response.transports.includes(each)),
    },
  }
}

/** The account of a passkey, as authenticators know it. */
export type Account = Pick<AcceptedPasskeys, 'rpId' | 'userHandle'>

/**
 * Makes authenticators forget removed passkeys (WebAuthn, "Signal methods"). `credentialIds` are the remaining ones.
 */
export function signalPasskeys({ rpId, userHandle }: Account, credentialIds: string[]): void {
  signal('signalAllAcceptedCredentials', {
    rpId,
    userId: userHandle,
    allAcceptedCredentialIds: credentialIds,
  })
}

/** Makes authenticators forget a passkey that is unknown to the server. */
export function signalUnknownPasskey(rpId: string, credentialId: string): void {
  signal('signalUnknownCredential', { rpId, credentialId })
}

/** Calls a signal method of the browser, if it has one. Ignores errors, because nothing depends on the result. */
export function signal(method: string, details: object): void {
  if (!canUsePasskeys()) return
  const send: unknown = Reflect.get(PublicKeyCredential, method)
  if (typeof send === 'function')
    void send.call(PublicKeyCredential, details).catch(() => undefined)
}

function isPublicKey(credential: Credential | null | undefined): credential is PublicKeyCredential {
  return credential?.type === 'public-key'
}

function ignoreCancellation(error: unknown): undefined {
  if (!['NotAllowedError', 'AbortError'].includes(errorNameOf(error))) throw error
}

function errorNameOf(error: unknown): string {
  return error instanceof Error ? error.name : ''
}
