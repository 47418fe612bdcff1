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

/** Attempts that are counted for a known browser. */
async function countOf(browserId: string): Promise<number> {
  const found = await row<{ count: number }>(db)`
    select coalesce(sum(cardinality(tries)), 0)::int as count from rate_limits where key = ${browserId}`
  return found?.count ?? 0
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

test('P28: a used code is refused like a wrong one, but ten in ten minutes count for account and browser alone', async () => {
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

test('P28: a used recovery code is refused in the same way', async () => {
  const ada = await addUser()
  const codes = await createRecoveryCodes()
  await transaction(db, (tx) => setRecoveryCodes(tx, ada.id, codes))
  const recoveryCode = codes[0]?.code ?? ''
  equal(await verifyCode(db, checkFor(ada), { recoveryCode }, consumeIn), 'recovery')
  const check = checkFor(ada)
  await rejects(verifyCode(db, check, { recoveryCode }, consumeIn), { code: errorCodes.wrongCode })
  deepEqual(await countsOf(check), [0, 0])
})

test('P28: of nine parallel uses of one code one succeeds, and the others are not counted as failures', async () => {
  const ada = await addUser()
  const check = { ...checkFor(ada), browserId: 'a busy browser' }
  const otp = codeOf(ada.secret)
  const tries = await Promise.allSettled(
    Array.from({ length: 9 }, () => verifyCode(db, check, { otp }, consumeIn)),
  )
  equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
  equal(await countOf('a busy browser'), 0)
})

test('P28: a used code costs the same statements as a wrong one', async () => {
  const ada = await addUser()
  const otp = codeOf(ada.secret)
  await verifyCode(db, checkFor(ada), { otp }, consumeIn)
  const workOf = (sent: string) => {
    const work = verifyCode(db, checkFor(ada), { otp: sent }, consumeIn)
    return statementsOf(() => rejects(work, { code: errorCodes.wrongCode }))
  }
  const [used, wrong] = [await workOf(otp), await workOf('000000')]
  deepEqual(used, wrong)
  ok(used.length > 5)
  const factor = await findSecondFactor(db, ada.id)
  equal(factor?.isDisabled, false)
})

test('P28: on a locked account a used code stays counted, as every code does', async () => {
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

test('S13: the right code of a disabled authenticator counts as a wrong one, and nothing begins', async () => {
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

test('LI-01 an attempt is refunded when overload or a later rule stops it', async () => {
  const ada = await addUser()
  const check = checkFor(ada)
  for (const error of [new Overloaded('hashes', 1), new Refusal(errorCodes.userInactive)]) {
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
