import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { checkLink } from '#contract/link.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { inviteUser, passHumanCheck, visitor } from '#test/people.ts'
import { signUp } from './contract.ts'

test('3W4: an invitation confirms its own address only, and limits guesses', async () => {
  const grace = await inviteUser()
  const browser = await visitor()
  const check = (user: string) => browser.call(checkLink, { body: { token: grace.token, user } })
  equal((await check(grace.email.toUpperCase())).user, grace.email)
  equal((await check('boss@evil.example')).user, undefined)
  equal((await browser.call(checkLink, { body: { token: grace.token } })).user, undefined)
  const body = {
    token: grace.token,
    email: 'boss@evil.example',
    password: 'Quiet-Harbour-1',
    confirmPassword: 'Quiet-Harbour-1',
    humanCheck: await passHumanCheck(browser),
    acceptTerms: true as const,
  }
  const error: unknown = await browser.call(signUp, { body }).catch((thrown: unknown) => thrown)
  ok(error instanceof Refusal)
  deepEqual(
    error.faults.map(({ field, rule }) => [field, rule]),
    [['email', 'notInvited']],
  )
  await rejects(
    async () => {
      for (let guess = 0; guess < 100; guess += 1) await check(`boss${guess}@evil.example`)
    },
    { code: errorCodes.tooManyRequests },
  )
})
