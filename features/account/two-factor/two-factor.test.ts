import { equal, notEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { rows, db } from '#server/db.ts'
import { addUser, codeOf, refusedWith, visitor, type TestUser, type Visitor } from '#test/people.ts'
import {
  confirmSecondFactor,
  createPendingFactor,
  findPendingFactor,
} from '#domain/credentials/second-factor.ts'
import { backdate } from '#test/rows.ts'
import { login, verifyCode } from '../sign-in/contract.ts'
import { beginTwoFactor, confirmTwoFactor } from './contract.ts'

async function atPassword(user: TestUser): Promise<Visitor> {
  const browser = await visitor()
  await browser.call(login, { body: { email: user.email, password: user.password } })
  return browser
}

test('AP-11 a user without an authenticator sets one up, and its first code logs in', async () => {
  const ada = await addUser({ hasSecondFactor: false })
  const laptop = await visitor()
  const { next } = await laptop.call(login, { body: { email: ada.email, password: ada.password } })
  equal(next, 'configure-mfa')
  const { secret } = await laptop.call(beginTwoFactor, { body: {} })
  await laptop.call(confirmTwoFactor, { body: { otp: codeOf(secret) } })
  equal(await laptop.isLoggedIn(), true)
})

test('SC-06 a reloaded page shows the same key; half an hour later it shows a new one', async () => {
  const ada = await addUser({ hasSecondFactor: false })
  const laptop = await atPassword(ada)
  const first = await laptop.call(beginTwoFactor, { body: {} })
  equal((await laptop.call(beginTwoFactor, { body: {} })).secret, first.secret)
  await backdate('second_factors', { userId: ada.id }, '31 minutes')
  notEqual((await laptop.call(beginTwoFactor, { body: {} })).secret, first.secret)
})

test('X6: each login attempt gets its own key, and a new key voids older ones', async () => {
  const ada = await addUser({ hasSecondFactor: false })
  const thief = await atPassword(ada)
  const { secret: copy } = await thief.call(beginTwoFactor, { body: {} })
  const laptop = await atPassword(ada)
  const { secret } = await laptop.call(beginTwoFactor, { body: {} })
  notEqual(secret, copy)
  const old = { body: { otp: codeOf(copy) } }
  await refusedWith(errorCodes.loginExpired, thief.call(beginTwoFactor, { body: {} }))
  await refusedWith(errorCodes.loginExpired, thief.call(confirmTwoFactor, old))
  await refusedWith(errorCodes.wrongCode, laptop.call(confirmTwoFactor, old))
  await laptop.call(confirmTwoFactor, { body: { otp: codeOf(secret) } })
  const phone = await atPassword(ada)
  await refusedWith(errorCodes.wrongCode, phone.call(verifyCode, { body: { otp: codeOf(copy) } }))
})

test("X6: of two concurrent attempts only the later one's key is valid, and only in that attempt", async () => {
  const ada = await addUser({ hasSecondFactor: false })
  const older = await createPendingFactor(db, ada.id, 'one')
  const { secret } = await createPendingFactor(db, ada.id, 'two')
  notEqual(secret, older.secret)
  equal(await findPendingFactor(db, ada.id, 'one'), undefined)
  equal(await confirmSecondFactor(db, older, 1), false)
  equal((await findPendingFactor(db, ada.id, 'two'))?.secret, secret)
})

test('ER-10 a wrong first code is rejected, and five of them end the login', async () => {
  const laptop = await atPassword(await addUser({ hasSecondFactor: false }))
  const { secret } = await laptop.call(beginTwoFactor, { body: {} })
  for (const otp of ['000001', '000002', '000003', '000004', '000005']) {
    await refusedWith(errorCodes.wrongCode, laptop.call(confirmTwoFactor, { body: { otp } }))
  }
  await refusedWith(
    errorCodes.loginExpired,
    laptop.call(confirmTwoFactor, { body: { otp: codeOf(secret) } }),
  )
})

test('a password alone never replaces an existing authenticator', async () => {
  const laptop = await atPassword(await addUser())
  await refusedWith(errorCodes.secondFactorAlreadySet, laptop.call(beginTwoFactor, { body: {} }))
  await refusedWith(
    errorCodes.secondFactorAlreadySet,
    laptop.call(confirmTwoFactor, { body: { otp: '000000' } }),
  )
})

test('the set-up requires the password step', async () => {
  await refusedWith(errorCodes.loginExpired, (await visitor()).call(beginTwoFactor, { body: {} }))
})

test('the code that confirmed the authenticator does not log in a second time', async () => {
  const ada = await addUser({ hasSecondFactor: false })
  const laptop = await atPassword(ada)
  const { secret } = await laptop.call(beginTwoFactor, { body: {} })
  const otp = codeOf(secret)
  await laptop.call(confirmTwoFactor, { body: { otp } })
  const phone = await atPassword(ada)
  await refusedWith(errorCodes.wrongCode, phone.call(verifyCode, { body: { otp } }))
})

test('a recovery code logs in exactly once, even in twenty browsers concurrently', async () => {
  const ada = await addUser({ hasSecondFactor: false })
  const laptop = await atPassword(ada)
  const { secret } = await laptop.call(beginTwoFactor, { body: {} })
  const { recoveryCodes } = await laptop.call(confirmTwoFactor, { body: { otp: codeOf(secret) } })
  const recoveryCode = recoveryCodes[0]?.toLowerCase().replaceAll('-', ' ') ?? ''
  const browsers: Visitor[] = []
  while (browsers.length < 20) browsers.push(await atPassword(ada))
  const answers = await Promise.allSettled(
    browsers.map((browser) => browser.call(verifyCode, { body: { recoveryCode } })),
  )
  equal(answers.filter((answer) => answer.status === 'fulfilled').length, 1)
})

test('the database stores neither the key nor a recovery code in plain text', async () => {
  const ada = await addUser({ hasSecondFactor: false })
  const laptop = await atPassword(ada)
  const { secret } = await laptop.call(beginTwoFactor, { body: {} })
  const { recoveryCodes } = await laptop.call(confirmTwoFactor, { body: { otp: codeOf(secret) } })
  const stored = JSON.stringify([
    await rows(db)`select secret from second_factors`,
    await rows(db)`select prefix, hash from recovery_codes`,
    await rows(db)`select data from audit_log`,
  ])
  equal(stored.includes(secret), false)
  equal(
    recoveryCodes.some((code) => stored.includes(code.replaceAll('-', ''))),
    false,
  )
})
