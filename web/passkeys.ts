import type { AcceptedPasskeys } from '#contract/accepted-passkeys.ts'
import {
  transports,
  type AssertionOptions,
  type PasskeyAssertion,
  type PasskeyRegistration,
  type RegistrationOptions,
} from '#contract/passkey.ts'

/** Whether this browser makes and uses passkeys; without them nothing on a page speaks of them. */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential
  )
}

/** Whether this device itself makes passkeys, and verifies its user. */
export async function canKeepPasskeys(): Promise<boolean> {
  if (!canUsePasskeys()) return false
  return PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false)
}

/** Whether the browser shows passkeys in the suggestions of a field (`autocomplete="username webauthn"`). */
export async function canSuggestPasskeys(): Promise<boolean> {
  return canUsePasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable())
}

type Asking = { signal?: AbortSignal; isSuggested?: boolean }

/** Asks for a passkey. Undefined when the user cancelled, has none here, or the signal ended it: browsers tell no more. */
export async function getPasskey(
  options: AssertionOptions,
  { signal, isSuggested }: Asking = {},
): Promise<PasskeyAssertion | undefined> {
  const found = await navigator.credentials
    .get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON({
        ...options,
        allowCredentials: [],
      }),
      ...(signal && { signal }),
      ...(isSuggested && { mediation: 'conditional' as const }),
    })
    .catch(undefinedWhenCancelled)
  if (!isPublicKey(found)) return undefined
  const { id, rawId, response } = found.toJSON() as unknown as PublicKeyCredentialJSON
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, userHandle },
  }
}

/** Makes a passkey. Undefined when the user cancelled; `known` when this device has one of the account already. */
export async function createPasskey(
  options: RegistrationOptions,
): Promise<PasskeyRegistration | 'known' | undefined> {
  const made = await navigator.credentials
    .create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
    .catch((error: unknown) => {
      if (nameOf(error) === 'InvalidStateError') return 'known' as const
      return undefinedWhenCancelled(error)
    })
  if (made === 'known') return made
  if (!isPublicKey(made)) return undefined
  const { id, rawId, response } = made.toJSON() as unknown as PublicKeyCredentialJSON
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

type Account = Pick<AcceptedPasskeys, 'rpId' | 'userHandle'>
type Owner = { email: string; firstname: string; lastname: string }

/** Lets the authenticators forget passkeys that were removed (WebAuthn, "Signal methods"). */
export function signalPasskeys({ rpId, userHandle }: Account, credentialIds: string[]): void {
  signal('signalAllAcceptedCredentials', {
    rpId,
    userId: userHandle,
    allAcceptedCredentialIds: credentialIds,
  })
}

/** Lets the authenticators forget a passkey that the server does not know. */
export function signalUnknownPasskey(rpId: string, credentialId: string): void {
  signal('signalUnknownCredential', { rpId, credentialId })
}

/** Shows a changed name in the authenticators; as the server names a new passkey (domain/passkey-registration.ts). */
export function signalOwner({ rpId, userHandle }: Account, owner: Owner): void {
  const { email, firstname, lastname } = owner
  const displayName = `${firstname} ${lastname}`.trim() || email
  signal('signalCurrentUserDetails', { rpId, userId: userHandle, name: email, displayName })
}

/** After a login: the authenticators forget what the server does not accept, and show the owner as the server does. */
export function signalLogin(accepted: AcceptedPasskeys | undefined, owner: Owner): void {
  if (!accepted) return
  signalPasskeys(accepted, accepted.credentialIds)
  signalOwner(accepted, owner)
}

/** Only newer browsers listen, and nothing depends on it. */
function signal(method: string, details: object): void {
  if (!canUsePasskeys()) return
  const methods = PublicKeyCredential as unknown as Record<string, unknown>
  const send = methods[method] as ((given: object) => Promise<void>) | undefined
  void send?.call(PublicKeyCredential, details).catch(() => undefined)
}

type PublicKeyCredentialJSON = {
  id: string
  rawId: string
  response: PasskeyAssertion['response'] & PasskeyRegistration['response']
}

function isPublicKey(found: Credential | null | undefined): found is PublicKeyCredential {
  return found?.type === 'public-key'
}

function undefinedWhenCancelled(error: unknown): undefined {
  if (!['NotAllowedError', 'AbortError'].includes(nameOf(error))) throw error
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : ''
}
