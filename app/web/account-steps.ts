import { fewCodes } from '#contract/account-limits.ts'
import type { Me } from '#contract/me.ts'

export type Protection = 'password' | 'passkey' | 'authenticator' | 'codes'
export type SetUpStep = 'passkey' | 'codes' | 'timeZone' | 'phone'
export type Step<Name> = { name: Name; isDone: boolean }

/** Returns the protections of an account, in the order of the security page. */
export function protectionsOf(
  { mfa }: Pick<Me, 'mfa'>,
  isCompromised: boolean,
): Step<Protection>[] {
  return [
    { name: 'password', isDone: !isCompromised },
    ...passkeyStep(mfa),
    { name: 'authenticator', isDone: mfa.totp && !mfa.disabled },
    { name: 'codes', isDone: mfa.recoveryCodesLeft > fewCodes },
  ]
}

/** Returns the checklist of the home page. */
export function setUpSteps(
  me: Pick<Me, 'mfa' | 'phone' | 'timezoneSettled' | 'timezone'>,
): Step<SetUpStep>[] {
  return [
    ...passkeyStep(me.mfa),
    { name: 'codes', isDone: me.mfa.recoveryCodesLeft > fewCodes },
    { name: 'timeZone', isDone: me.timezoneSettled === true || me.timezone !== 'UTC' },
    { name: 'phone', isDone: me.phone !== '' },
  ]
}

/** Returns the step for a passkey; empty if passkeys are switched off. */
function passkeyStep(mfa: Me['mfa']): Step<'passkey'>[] {
  const { passkeys } = mfa
  return passkeys === undefined ? [] : [{ name: 'passkey', isDone: passkeys > 0 }]
}
