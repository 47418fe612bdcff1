import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { faultsOfError, missingReason } from './form-faults.ts'

const { invalidCredentials } = errorCodes
const values = { email: 'ada@quay.example', password: 'wrong' }
const textOf = (key: string) => key

test('A1: an error appears at the field that the form assigns to it, with the number of attempts left', () => {
  const refusal = new Refusal(invalidCredentials, {
    faults: [{ code: invalidCredentials, attemptsLeft: 3 }],
  })
  deepEqual(faultsOfError(refusal, values, textOf, { [invalidCredentials]: 'password' }), {
    fields: { password: 'invalidCredentials' },
    attempts: { key: 'invalidCredentials', left: 3 },
  })
})

test('an error without a field appears above the form', () => {
  const { fields, general } = faultsOfError(new Refusal(invalidCredentials), values, textOf)
  deepEqual([fields, general?.key], [{}, 'invalidCredentials'])
})

test('3A21: an empty or blank reason is an error, whatever the endpoint accepts', () => {
  deepEqual(missingReason({ reason: ' ' }), [{ name: 'reason', key: 'required' }])
  deepEqual(missingReason({ reason: 'Left the company' }), [])
})
