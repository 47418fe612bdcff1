import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { lacksPasskeyOnly, protectionsOf, type Step } from './account-steps.ts'

const mfa = { totp: true, since: null, disabled: false, recoveryCodesLeft: 10 }
const me = { mfa }

const open = (steps: readonly Step[]) => steps.filter(({ isDone }) => !isDone)
const missing = (steps: readonly Step[]) => open(steps).map(({ name }) => name)

test('A5 A6 the home and security pages list the missing protections', () => {
  deepEqual(missing(protectionsOf(me, false)), [])
  deepEqual(missing(protectionsOf(me, true)), ['password'])
  deepEqual(missing(protectionsOf({ mfa: { ...mfa, disabled: true } }, false)), ['authenticator'])
  deepEqual(missing(protectionsOf({ mfa: { ...mfa, recoveryCodesLeft: 3 } }, false)), ['codes'])
})

test('A6 a passkey is the last protection, and not counted if passkeys are off', () => {
  const withPasskeys = protectionsOf({ mfa: { ...mfa, passkeys: 0 } }, false)
  equal(withPasskeys.at(-1)?.name, 'passkey')
  equal(lacksPasskeyOnly(open(withPasskeys)), true)
  equal(lacksPasskeyOnly(open(protectionsOf({ mfa: { ...mfa, passkeys: 0 } }, true))), false)
  equal(protectionsOf(me, false).length, 3)
})
