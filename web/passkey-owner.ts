import type { AcceptedPasskeys } from '#contract/accepted-passkeys.ts'
import { nameOf } from '#contract/full-name.ts'
import { signal, signalPasskeys, type Account } from './passkeys.ts'

type Owner = { email: string; firstname: string; lastname: string }

/** Updates the displayed name in authenticators, in the format of domain/passkeys/passkey-registration.ts. */
export function signalOwner({ rpId, userHandle }: Account, owner: Owner): void {
  const { email } = owner
  const displayName = nameOf(owner).trim() || email
  signal('signalCurrentUserDetails', { rpId, userId: userHandle, name: email, displayName })
}

/**
 * Makes authenticators forget passkeys that the server does not accept, and updates the owner. Called after a login.
 */
export function signalLogin(accepted: AcceptedPasskeys | undefined, owner: Owner): void {
  if (!accepted) return
  signalPasskeys(accepted, accepted.credentialIds)
  signalOwner(accepted, owner)
}
