import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { Overloaded } from '#server/concurrency-limit.ts'
import { db, row, transaction, type Transaction } from '#server/db.ts'
import { addUser, codeOf, type TestUser } from '#test/people.ts'
import { createPendingFactor, findPendingFactor, removeSecondFactor } from './second-factor.ts'
import {
  verifyCode,
  verifyFirstCode,
  verifyPassword,
  type FailureReason,
  type VerifiedCode,
} from './verification.ts'

let lastAddress = 0

/** A check from an IP address of its own, which collects the reasons of its failures. */
function checkFor(owner: TestUser) {
  lastAddress += 1
  const reasons: FailureReason[] = []
  return {
    origin: { ipAddress: `203.0.113.${lastAddress}`, userAgent: '', requestId: '' },
    owner: { id: owner.id, email: owner.email },
    errors: { limited: errorCodes.addressBlocked, wrong: errorCodes.wrongCode },
    reasons,
    onFailure: async (_: Transaction, reason: FailureReason) => {
      reasons.push(reason)
    },
  }
}

/** Attempts that are counted for the IP address and for the account. */
async function countsOf({ origin, owner }: ReturnType<typeof checkFor>) {
  const counts = await row<{ address: number; account: number }>(db)`
    select coalesce(sum(cardinality(tries)) filter (where key = ${origin.ipAddress}), 0)::int as address,
           coalesce(sum(cardinality(tries)) filter (where key = ${owner.id}), 0)::int as account
    from rate_limits`
  return [counts?.address, counts?.account]
}

const consumeIn = ({ consume, method }: VerifiedCode) =>
  transaction(db, async (tx) => {
    await consume(tx)
    return method
  })

test('LI-01 a right code is refunded, a wrong one stays counted', async () => {
  const ada = await addUser()
  const check = checkFor(ada)
  equal(await verifyCode(db, check, { otp: codeOf(ada.secret) }, consumeIn), 'otp')
  deepEqual(await countsOf(check), [0, 0])
  await rejects(verifyCode(db, check, { otp: '000000' }, consumeIn), { code: errorCodes.wrongCode })
  deepEqual(await countsOf(check), [1, 1])
  deepEqual(check.reasons, ['code'])
})

test('LI-01 a code that was used before counts as a failure', async () => {
  const ada = await addUser()
  const check = checkFor(ada)
  const otp = codeOf(ada.secret)
  await verifyCode(db, check, { otp }, consumeIn)
  await rejects(verifyCode(db, check, { otp }, consumeIn), { code: errorCodes.wrongCode })
  deepEqual(await countsOf(check), [1, 1])
})

test('LI-01 an attempt is refunded when overload or a later rule stops it', async () => {
  const ada = await addUser()
  const check = checkFor(ada)
  for (const error of [
    new Overloaded('password hashes', 1),
    new Refusal(errorCodes.userInactive),
  ]) {
    const work = verifyCode(db, check, { otp: codeOf(ada.secret) }, () => Promise.reject(error))
    await rejects(work, (thrown) => thrown === error)
    deepEqual(await countsOf(check), [0, 0])
  }
  deepEqual(check.reasons, [])
})

test('LI-01 a locked account refuses the right password too, which changes no count of it', async () => {
  const ada = await addUser()
  const wrong = { password: 'Wrong-Harbour-1', accept: 'any' } as const
  for (let failures = 0; failures < 5; failures += 1) {
    await rejects(verifyPassword(db, checkFor(ada), wrong), { code: errorCodes.wrongCode })
  }
  const check = checkFor(ada)
  const right = { password: ada.password, accept: 'any' } as const
  await rejects(verifyPassword(db, check, right), { code: errorCodes.wrongCode })
  deepEqual(check.reasons, ['account locked'])
  deepEqual(await countsOf(check), [1, 5])
})

test('a wrong first code of a new authenticator counts for the IP address only, under a reason of its own', async () => {
  const ada = await addUser()
  await transaction(db, (tx) => removeSecondFactor(tx, ada.id))
  await createPendingFactor(db, ada.id)
  const factor = await findPendingFactor(db, ada.id)
  ok(factor)
  const check = checkFor(ada)
  const { origin, errors, onFailure } = check
  const first = { origin, errors, onFailure }
  await rejects(verifyFirstCode(db, first, factor, '000000'), { code: errorCodes.wrongCode })
  deepEqual(check.reasons, ['first code'])
  deepEqual(await countsOf(check), [1, 0])
  ok((await verifyFirstCode(db, first, factor, codeOf(factor.secret))) > 0)
  deepEqual(await countsOf(check), [1, 0])
})
