import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { Overloaded } from '#server/concurrency-limit.ts'
import { db, row, transaction, type Transaction } from '#server/db.ts'
import { addUser, codeOf, type TestUser } from '#test/people.ts'
import { statementsOf } from '#test/statements.ts'
import { createRecoveryCodes, setRecoveryCodes } from './recovery-code.ts'
import {
  createPendingFactor,
  disableSecondFactor,
  findPendingFactor,
  findSecondFactor,
  removeSecondFactor,
} from './second-factor.ts'
import {
  verifyCode,
  verifyFirstCode,
  verifyPassword,
  type FailureReason,
  type VerifiedCode,
} from './verification.ts'

let lastAddress = 0

/** Returns a check with its own IP address that collects the reasons of its failures. */
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

/** Returns the numbers of counted attempts of the IP address and of the account. */
async function countsOf({ origin, owner }: ReturnType<typeof checkFor>) {
  const counts = await row<{ address: number; account: number }>(db)`
    select coalesce(sum(n) filter (where key = ${origin.ipAddress}), 0)::int as address,
           coalesce(sum(n) filter (where key = ${owner.id}), 0)::int as account
    from rate_limits, unnest(counted) n`
  return [counts?.address, counts?.account]
}

/** Returns the number of counted attempts of a known browser. */
async function countOf(browserId: string): Promise<number> {
  const attempts = await row<{ count: number }>(db)`
    select coalesce(sum(n), 0)::int as count from rate_limits, unnest(counted) n where key = ${browserId}`
  return attempts?.count ?? 0
}

const consumeIn = ({ consume, method }: VerifiedCode) =>
  transaction(db, async (tx) => {
    await consume(tx)
    return method
  })

test('LI-01 a correct code is refunded, and a wrong one stays counted', async () => {
  const ada = await addUser()
  const check = checkFor(ada)
  equal(await verifyCode(db, check, { otp: codeOf(ada.secret) }, consumeIn), 'otp')
  deepEqual(await countsOf(check), [0, 0])
  await rejects(verifyCode(db, check, { otp: '000000' }, consumeIn), { code: errorCodes.wrongCode })
  deepEqual(await countsOf(check), [1, 1])
  deepEqual(check.reasons, ['code'])
})

test('P28: a used code is refused like a wrong one, but ten in ten minutes count only for account and browser', async () => {
  const ada = await addUser()
  const otp = codeOf(ada.secret)
  await verifyCode(db, checkFor(ada), { otp }, consumeIn)
  const check = checkFor(ada)
  const other = { ...checkFor(ada), browserId: 'a known browser' }
  for (let used = 0; used < 10; used += 1) {
    const refused = { code: errorCodes.wrongCode }
    await rejects(verifyCode(db, check, { otp }, consumeIn), refused)
    await rejects(verifyCode(db, other, { otp }, consumeIn), refused)
  }
  deepEqual(await countsOf(check), [0, 0])
  equal(await countOf('a known browser'), 0)
  for (const count of [1, 2]) {
    await rejects(verifyCode(db, check, { otp }, consumeIn), { code: errorCodes.wrongCode })
    deepEqual(await countsOf(check), [count, count])
  }
  await rejects(verifyCode(db, other, { otp }, consumeIn), { code: errorCodes.wrongCode })
  equal(await countOf('a known browser'), 1)
  deepEqual(
    check.reasons,
    Array.from({ length: 12 }, () => 'code'),
  )
})

test('P28: a used recovery code is refused like a wrong one, but not counted as a failure', async () => {
  const ada = await addUser()
  const codes = await createRecoveryCodes()
  await transaction(db, (tx) => setRecoveryCodes(tx, ada.id, codes))
  const recoveryCode = codes[0]?.code ?? ''
  equal(await verifyCode(db, checkFor(ada), { recoveryCode }, consumeIn), 'recovery')
  const check = checkFor(ada)
  await rejects(verifyCode(db, check, { recoveryCode }, consumeIn), { code: errorCodes.wrongCode })
  deepEqual(await countsOf(check), [0, 0])
})

test('P28: only one of nine concurrent uses of a code succeeds, and the others do not count as failures', async () => {
  const ada = await addUser()
  const check = { ...checkFor(ada), browserId: 'a busy browser' }
  const otp = codeOf(ada.secret)
  const attempts = await Promise.allSettled(
    Array.from({ length: 9 }, () => verifyCode(db, check, { otp }, consumeIn)),
  )
  equal(attempts.filter(({ status }) => status === 'fulfilled').length, 1)
  equal(await countOf('a busy browser'), 0)
})

test('P28: a used code runs the same statements as a wrong one', async () => {
  const ada = await addUser()
  const otp = codeOf(ada.secret)
  await verifyCode(db, checkFor(ada), { otp }, consumeIn)
  const workOf = (code: string) => {
    const work = verifyCode(db, checkFor(ada), { otp: code }, consumeIn)
    return statementsOf(() => rejects(work, { code: errorCodes.wrongCode }))
  }
  const [used, wrong] = [await workOf(otp), await workOf('000000')]
  deepEqual(used, wrong)
  ok(used.length > 5)
  const factor = await findSecondFactor(db, ada.id)
  equal(factor?.isDisabled, false)
})

test('P28: a used code stays counted on a locked account, like every code', async () => {
  const ada = await addUser()
  const otp = codeOf(ada.secret)
  await verifyCode(db, checkFor(ada), { otp }, consumeIn)
  for (let failures = 0; failures < 5; failures += 1) {
    const wrong = verifyCode(db, checkFor(ada), { otp: '000000' }, consumeIn)
    await rejects(wrong, { code: errorCodes.wrongCode })
  }
  const check = checkFor(ada)
  await rejects(verifyCode(db, check, { otp }, consumeIn), { code: errorCodes.wrongCode })
  deepEqual(await countsOf(check), [1, 5])
  deepEqual(check.reasons, ['account locked'])
})

test('S13: a correct code of a disabled authenticator is refused and counted like a wrong one', async () => {
  const ada = await addUser()
  await transaction(db, (tx) => disableSecondFactor(tx, ada.id))
  const check = checkFor(ada)
  let isBegun = false
  const work = verifyCode(db, check, { otp: codeOf(ada.secret) }, (code) => {
    isBegun = true
    return consumeIn(code)
  })
  await rejects(work, { code: errorCodes.wrongCode })
  equal(isBegun, false)
  deepEqual(await countsOf(check), [1, 1])
})

test('LI-01 an attempt is refunded if overload or a later check stops it', async () => {
  const ada = await addUser()
  const check = checkFor(ada)
  for (const error of [new Overloaded('hashes', 1), new Refusal(errorCodes.userInactive)]) {
    const work = verifyCode(db, check, { otp: codeOf(ada.secret) }, () => Promise.reject(error))
    await rejects(work, (thrown) => thrown === error)
    deepEqual(await countsOf(check), [0, 0])
  }
  deepEqual(check.reasons, [])
})

test('LI-01 a locked account refuses the correct password without changing its count', async () => {
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

test('a wrong first code of a new authenticator counts only for the IP address and has its own audit reason', async () => {
  const ada = await addUser()
  await transaction(db, (tx) => removeSecondFactor(tx, ada.id))
  await createPendingFactor(db, ada.id, 'test')
  const factor = await findPendingFactor(db, ada.id, 'test')
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
