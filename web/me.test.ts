import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { CallFailure } from '#contract/call.ts'
import { isAnswerOfSession } from './me.ts'

test('3W16: an overloaded server that refuses the session check of an admin ends no login', () => {
  const { notAvailable, tooManyRequests, adminNotLoggedIn } = errorCodes
  const errors = {
    busy: new Refusal(notAvailable),
    limited: new Refusal(tooManyRequests),
    unreachable: new CallFailure('network'),
    loggedOut: new Refusal(adminNotLoggedIn),
  }
  const answers = Object.entries(errors).filter(([, error]) => isAnswerOfSession(error))
  deepEqual(
    answers.map(([name]) => name),
    ['loggedOut'],
  )
})
