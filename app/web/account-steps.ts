import { fewCodes } from '#contract/account-limits.ts'
import type { Me } from '#contract/me.ts'

export type Protection = 'password' | 'authenticator' | 'codes' | 'passkey'
export type Step = { name: Protection; isDone: boolean }

/** Returns the protections of an account, with the recommended one last. Home and security page count the same. */
export function protectionsOf({ mfa }: Pick<Me, 'mfa'>, isCompromised: boolean): Step[] {
  const { passkeys } = mfa
  return [
    { name: 'password', isDone: !isCompromised },
    { name: 'authenticator', isDone: mfa.totp && !mfa.disabled },
    { name: 'codes', isDone: mfa.recoveryCodesLeft > fewCodes },
    // Undefined if passkeys are switched off.
    ...(passkeys === undefined ? [] : [{ name: 'passkey' as const, isDone: passkeys > 0 }]),
  ]
}

/** Returns true if only the recommended protection is missing. */
export function lacksPasskeyOnly(openSteps: readonly Step[]): boolean {
  return openSteps.length === 1 && openSteps[0]?.name === 'passkey'
}
