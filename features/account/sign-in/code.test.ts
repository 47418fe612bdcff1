import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { db, rows } from '#server/db.ts'
import { enterCode, enterPassword } from '#test/logins.ts'
import { addUser, codeOf, giveRecoveryCodes, refusedWith, visitor } from '#test/people.ts'
import { backdate } from '#test/rows.ts'
import { verifyCode } from './contract.ts'

test('ER-10 VA-10 a wrong code is rejected, and the right code works after it', async () => {
  const ada = await addUser()
  const laptop = await visitor()
  await enterPassword(laptop, ada)
  await refusedWith(errorCodes.wrongCode, laptop.call(verifyCode, { body: { otp: '000000' } }))
  await enterCode(laptop, ada)
})

test('ST-07 after five wrong codes the login must start again', async () => {
  const ada = await addUser()
  const laptop = await visitor()
  await enterPassword(laptop, ada)
  for (const otp of ['000001', '000002', '000003', '000004', '000005']) {
    await refusedWith(errorCodes.wrongCode, laptop.call(verifyCode, { body: { otp } }))
  }
  await refusedWith(errorCodes.loginExpired, enterCode(laptop, ada))
})

test('ST-07 exactly five of twenty concurrent wrong codes are checked', async () => {
  const ada = await addUser()
  const laptop = await visitor()
  await enterPassword(laptop, ada)
  const attempts = Array.from({ length: 20 }, (_, number) => String(100_000 + number))
  const answers = await Promise.allSettled(
    attempts.map((otp) => laptop.call(verifyCode, { body: { otp } })),
  )
  const codes = answers.map((answer) =>
    answer.status === 'rejected' ? (answer.reason as { code: number }).code : 0,
  )
  equal(codes.filter((code) => code === errorCodes.wrongCode).length, 5)
  equal(codes.filter((code) => code === errorCodes.loginExpired).length, 15)
})

test('ST-07 a login attempt expires ten minutes after the password', async () => {
  const ada = await addUser()
  const laptop = await visitor()
  await enterPassword(laptop, ada)
  await backdate('login_attempts', { userId: ada.id }, '9 minutes')
  await refusedWith(errorCodes.wrongCode, laptop.call(verifyCode, { body: { otp: '000000' } }))
  await backdate('login_attempts', { userId: ada.id }, '1 minute 1 second')
  await refusedWith(errorCodes.loginExpired, enterCode(laptop, ada))
})

test('a code works once: it is rejected when repeated, even in another browser', async () => {
  const ada = await addUser()
  const laptop = await visitor()
  const phone = await visitor()
  await enterPassword(laptop, ada)
  await enterPassword(phone, ada)
  const otp = codeOf(ada.secret)
  await laptop.call(verifyCode, { body: { otp } })
  await refusedWith(errorCodes.wrongCode, phone.call(verifyCode, { body: { otp } }))
})

test('exactly one of twenty browsers that use the same code concurrently logs in', async () => {
  const ada = await addUser()
  const browsers = await Promise.all(Array.from({ length: 20 }, () => visitor()))
  for (const browser of browsers) await enterPassword(browser, ada)
  const otp = codeOf(ada.secret)
  const answers = await Promise.allSettled(
    browsers.map((browser) => browser.call(verifyCode, { body: { otp } })),
  )
  equal(answers.filter((answer) => answer.status === 'fulfilled').length, 1)
})

test('the previous code is accepted; older codes and the next ones are rejected', async () => {
  const ada = await addUser()
  const laptop = await visitor()
  await enterPassword(laptop, ada)
  await refusedWith(errorCodes.wrongCode, enterCode(laptop, ada, -3))
  await refusedWith(errorCodes.wrongCode, enterCode(laptop, ada, 2))
  await enterCode(laptop, ada, -1).catch(() => enterCode(laptop, ada))
})

test('S1: a login attempt becomes one session, even if a code and recovery codes are used concurrently', async () => {
  const ada = await addUser()
  const recoveryCodes = await giveRecoveryCodes(ada)
  const laptop = await visitor()
  await enterPassword(laptop, ada)
  const codes = recoveryCodes.slice(0, 3).map((recoveryCode) => ({ recoveryCode }))
  const answers = await Promise.allSettled(
    [...codes, { otp: codeOf(ada.secret) }].map((body) => laptop.call(verifyCode, { body })),
  )
  equal(answers.filter((answer) => answer.status === 'fulfilled').length, 1)
  const sessions = await rows(db)`select id from sessions where user_id = ${ada.id}`
  equal(sessions.length, 1)
})
