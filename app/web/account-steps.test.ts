import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { protectionsOf, setUpSteps, type Step } from './account-steps.ts'

const mfa = { totp: true, since: null, disabled: false, recoveryCodesLeft: 10 }
const me = { mfa, phone: '+351 21', timezone: 'Europe/Lisbon', timezoneSettled: true }

function missing<Name>(steps: readonly Step<Name>[]): Name[] {
  return steps.filter(({ isDone }) => !isDone).map(({ name }) => name)
}

test('A6 the protection strip lists the missing protections', () => {
  deepEqual(missing(protectionsOf(me, false)), [])
  deepEqual(missing(protectionsOf(me, true)), ['password'])
  deepEqual(missing(protectionsOf({ mfa: { ...mfa, disabled: true } }, false)), ['authenticator'])
  deepEqual(missing(protectionsOf({ mfa: { ...mfa, recoveryCodesLeft: 3 } }, false)), ['codes'])
})

test('A5 the checklist lists the missing steps, and is empty when all are done', () => {
  deepEqual(missing(setUpSteps(me)), [])
  const newcomer = { mfa: { ...mfa, recoveryCodesLeft: 0 }, phone: '', timezone: 'UTC' }
  deepEqual(missing(setUpSteps({ ...newcomer, timezoneSettled: false })), [
    'codes',
    'timeZone',
    'phone',
  ])
  deepEqual(missing(setUpSteps({ ...me, timezone: 'UTC', timezoneSettled: true })), [])
})
