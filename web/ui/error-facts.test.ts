import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { CallFailure } from '#contract/call.ts'
import { locales } from '#contract/locale.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { canRetry, isForSupport, remedies } from '#contract/remedies.ts'
import { describeError } from './error-facts.ts'
import { fieldMessages } from './texts/messages.ts'

const textOf = (key: string) => (fieldMessages.en as Record<string, string>)[key]

test('SC-22 an error is described by its text, code, request id and remedy', () => {
  const error = new Refusal(errorCodes.unexpected, { requestId: 'r1' })
  deepEqual(describeError(error, textOf), {
    key: 'unexpected',
    remedy: 'try again',
    untilMs: undefined,
    errorCode: 500001,
    requestId: 'r1',
  })
  deepEqual(describeError(new CallFailure('network'), textOf).key, 'network')
  deepEqual(describeError(new Error('a bug'), textOf), { key: 'failed', remedy: 'try again' })
})

test('the text of a rule takes precedence over that of its error code, and a code without text is unexpected', () => {
  const code = errorCodes.forbidden
  const refusal = new Refusal(code, { faults: [{ code, rule: 'ownRoles' }] })
  const own = (key: string) => (key === 'ownRoles' ? 'Not your own' : textOf(key))
  equal(describeError(refusal, own).key, 'ownRoles')
  equal(describeError(refusal, textOf).key, 'forbidden')
  const odd = describeError(new Refusal(errorCodes.idempotencyKeyReused), textOf)
  deepEqual([odd.key, odd.remedy], ['unexpected', 'try again'])
})

test('the error for a blocked browser is described as such on every page, not as a blocked IP address', () => {
  const code = errorCodes.addressBlocked
  const blocked = (rule?: string) =>
    describeError(new Refusal(code, { faults: [{ code, ...(rule && { rule }) }] }), textOf).key
  deepEqual([blocked('browserBlocked'), blocked()], ['browserBlocked', 'addressBlocked'])
})

test('"Try again" is offered only if it can help, and details only if support may be needed', () => {
  deepEqual(
    [canRetry(remedies.network), canRetry(remedies.tooManyRequests), canRetry(remedies.forbidden)],
    [true, true, false],
  )
  deepEqual(
    [isForSupport(remedies.userInactive), isForSupport(remedies.invalidCredentials)],
    [true, false],
  )
})

test('ER-12 the shared texts of every error exist in each language', () => {
  for (const name of Object.keys(remedies)) {
    const texts = locales.map((locale) => (fieldMessages[locale] as Record<string, string>)[name])
    equal(new Set(texts.map((text) => text === undefined)).size, 1, name)
  }
})
