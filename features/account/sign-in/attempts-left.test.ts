import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { config } from '#server/config.ts'
import { db, scalar } from '#server/db.ts'
import { enterPassword, wrong } from '#test/logins.ts'
import { addUser, refusedWith, startUserSession, visitor, type Visitor } from '#test/people.ts'
import { backdateCounts } from '#test/time.ts'
import { verifyCode } from './contract.ts'

const { addressBlocked } = errorCodes

/** Returns the number of attempts that a response says are left, or the error code if it does not contain one. */
async function leftAfter(call: Promise<unknown>): Promise<unknown> {
  const refusal = await call.catch((error: unknown) => error)
  if (!(refusal instanceof Refusal)) return 'no refusal'
  return refusal.faults[0]?.attemptsLeft ?? refusal.code
}

async function guesses(browser: Visitor, email: string, times: number): Promise<unknown[]> {
  const answers: unknown[] = []
  while (answers.length < times)
    answers.push(await leftAfter(enterPassword(browser, { email }, wrong)))
  return answers
}

const withoutCount = (times: number) =>
  Array.from({ length: times }, () => errorCodes.invalidCredentials)

test('the response to a wrong password contains the number of attempts left from three down, also for unknown addresses', async () => {
  const ada = await addUser()
  for (const email of [ada.email, 'nobody@quay.example']) {
    const answers = await guesses(await visitor(), email, 11)
    deepEqual(answers, [...withoutCount(6), 3, 2, 1, 0, addressBlocked])
  }
})

test('failures from other addresses are not counted in the attempts left, even if they lock the account', async () => {
  const ada = await addUser()
  for (let count = 0; count < 6; count += 1)
    deepEqual(await guesses(await visitor(), ada.email, 1), withoutCount(1))
})

test('a known browser sees its own attempts left, for passwords and for codes', async () => {
  const ada = await addUser()
  const { browserToken = '' } = await startUserSession(ada)
  const laptop = await visitor()
  laptop.cookies.set('portico-browser', browserToken)
  await guesses(await visitor(), ada.email, 8)
  deepEqual(await guesses(laptop, ada.email, 8), [...withoutCount(6), 3, 2])
  const answers: unknown[] = []
  for (let count = 0; count < 8; count += 1) {
    if (count % 4 === 0) await enterPassword(laptop, ada)
    answers.push(await leftAfter(laptop.call(verifyCode, { body: { otp: '000001' } })))
  }
  deepEqual(answers.slice(5), [errorCodes.wrongCode, 3, 2])
})

test('C2: ten failures block a known browser for half an hour, and the response says so', async () => {
  const ada = await addUser()
  const { browserToken = '' } = await startUserSession(ada)
  const laptop = await visitor()
  laptop.cookies.set('portico-browser', browserToken)
  await guesses(laptop, ada.email, 10)
  const { faults, retryAfterSeconds } = await refusedWith(
    addressBlocked,
    enterPassword(laptop, ada),
  )
  deepEqual(faults, [{ code: addressBlocked, rule: 'browserBlocked' }])
  ok((retryAfterSeconds ?? 0) > 29 * 60)
  const browserId = await scalar<string>(db)`
    select id from known_browsers where user_id = ${ada.id}`
  await backdateCounts(browserId ?? '', '29 minutes 50 seconds')
  await refusedWith(addressBlocked, enterPassword(laptop, ada))
  await backdateCounts(browserId ?? '', '10 seconds')
  await enterPassword(laptop, ada)
})

test('with the uniform first step no response contains the attempts left', async () => {
  config.loginUniform = true
  const ada = await addUser()
  const laptop = await visitor()
  for (let count = 0; count < 4; count += 1) await enterPassword(laptop, ada, wrong)
  const answers: unknown[] = []
  for (let count = 0; count < 5; count += 1)
    answers.push(await leftAfter(laptop.call(verifyCode, { body: { otp: '000001' } })))
  config.loginUniform = false
  deepEqual(answers, withoutCount(5))
})
