import { deepEqual, equal, notEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { getMe } from '#contract/me.ts'
import { errorCodes, commonErrors } from '#contract/refusal.ts'
import { findSecondFactor } from '#domain/credentials/second-factor.ts'
import { db, rows } from '#server/db.ts'
import { cookies } from '#server/cookies.ts'
import { addUser, codeOf, giveRecoveryCodes, logIn, refusedWith, visitor } from '#test/people.ts'
import { backdate } from '#test/rows.ts'
import { atCode, failCodes, forgetLastCode, resetLinkFor } from '#test/second-factor.ts'
import { backdateReplacedToken } from '#test/time.ts'
import { verifyCode } from '../sign-in/contract.ts'
import { beginTwoFactor } from '../two-factor/contract.ts'
import { beginReset, beginResetByLink, confirmReset, confirmResetByLink } from './contract.ts'

test('AP-13 SC-05 RT-07 a code of the old and a code of the new authenticator replace the old one', async () => {
  const ada = await addUser()
  const [before = ''] = await giveRecoveryCodes(ada)
  const laptop = await logIn(ada)
  const { secret } = await laptop.call(beginReset, { body: { otp: codeOf(ada.secret) } })
  notEqual(secret, ada.secret)
  equal((await findSecondFactor(db, ada.id))?.secret, ada.secret)
  const { recoveryCodes } = await laptop.call(confirmReset, { body: { otp: codeOf(secret) } })
  equal(recoveryCodes.length, 10)
  equal((await findSecondFactor(db, ada.id))?.secret, secret)

  const phone = await atCode(ada)
  const old = { body: { recoveryCode: before } }
  await refusedWith(errorCodes.wrongCode, phone.call(verifyCode, old))
  await phone.call(verifyCode, { body: { recoveryCode: recoveryCodes[0] ?? '' } })
})

test('a reset ends every other session and renews the cookie of this one', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  const phone = await logIn(ada)
  const before = laptop.cookies.get(cookies.session) ?? ''
  const { secret } = await laptop.call(beginReset, { body: { otp: codeOf(ada.secret) } })
  equal(await phone.isLoggedIn(), true)
  await laptop.call(confirmReset, { body: { otp: codeOf(secret) } })
  equal(await phone.isLoggedIn(), false)
  equal(await laptop.isLoggedIn(), true)
  phone.cookies.set(cookies.session, before)
  await backdateReplacedToken(before, '1 minute')
  equal(await phone.isLoggedIn(), false)
})

test('a recovery code proves the first step exactly once, even with twenty concurrent calls', async () => {
  const ada = await addUser()
  const [recoveryCode = ''] = await giveRecoveryCodes(ada)
  const laptops = await Promise.all(Array.from({ length: 20 }, () => logIn(ada)))
  const body = { recoveryCode: recoveryCode.toLowerCase().replaceAll('-', ' ') }
  const answers = await Promise.allSettled(
    laptops.map((laptop) => laptop.call(beginReset, { body })),
  )
  equal(answers.filter((answer) => answer.status === 'fulfilled').length, 1)
})

test('a code of the old authenticator proves the first step exactly once, even with twenty concurrent calls', async () => {
  const ada = await addUser()
  const laptops = await Promise.all(Array.from({ length: 20 }, () => logIn(ada)))
  const body = { otp: codeOf(ada.secret) }
  const answers = await Promise.allSettled(
    laptops.map((laptop) => laptop.call(beginReset, { body })),
  )
  equal(answers.filter((answer) => answer.status === 'fulfilled').length, 1)
})

test('exactly one of a hundred concurrent second steps succeeds', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  const { secret } = await laptop.call(beginReset, { body: { otp: codeOf(ada.secret) } })
  const body = { otp: codeOf(secret) }
  const answers = await Promise.allSettled(
    Array.from({ length: 100 }, () => laptop.call(confirmReset, { body })),
  )
  equal(answers.filter((answer) => answer.status === 'fulfilled').length, 1)
  equal(await laptop.isLoggedIn(), true)
})

test('ER-10 VA-10 a wrong code is rejected at both steps, a malformed code is reported at its field', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  await refusedWith(errorCodes.wrongCode, laptop.call(beginReset, { body: { otp: '000000' } }))
  const refusal = await refusedWith(
    commonErrors.invalidInput,
    laptop.call(confirmReset, { body: { otp: '12345' } }),
  )
  deepEqual(refusal.faults, [{ code: commonErrors.invalidInput, field: 'otp', rule: 'sixDigits' }])
  const { secret } = await laptop.call(beginReset, { body: { otp: codeOf(ada.secret) } })
  await refusedWith(errorCodes.wrongCode, laptop.call(confirmReset, { body: { otp: '000000' } }))
  await laptop.call(confirmReset, { body: { otp: codeOf(secret) } })
})

test('a session and the password cannot replace the authenticator', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  const body = { password: ada.password } as unknown as { otp: string }
  await refusedWith(commonErrors.invalidInput, laptop.call(beginReset, { body }))
  await refusedWith(errorCodes.loginExpired, laptop.call(confirmReset, { body: { otp: '000000' } }))
})

test('ER-10 the second step must follow in the same session within half an hour', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  const phone = await logIn(ada)
  const { secret } = await laptop.call(beginReset, { body: { otp: codeOf(ada.secret) } })
  const body = { otp: codeOf(secret) }
  await refusedWith(errorCodes.loginExpired, phone.call(confirmReset, { body }))
  const token = await resetLinkFor(ada)
  const byLink = { token, otp: codeOf(secret) }
  await refusedWith(errorCodes.loginExpired, phone.call(confirmResetByLink, { body: byLink }))
  await backdate('second_factors', { userId: ada.id }, '31 minutes')
  await refusedWith(errorCodes.loginExpired, laptop.call(confirmReset, { body }))
})

test('a repeated first step creates another key and voids the previous one', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  const first = await laptop.call(beginReset, { body: { otp: codeOf(ada.secret) } })
  await forgetLastCode(ada)
  const second = await laptop.call(beginReset, { body: { otp: codeOf(ada.secret) } })
  notEqual(first.secret, second.secret)
  const stale = { body: { otp: codeOf(first.secret) } }
  await refusedWith(errorCodes.wrongCode, laptop.call(confirmReset, stale))
  await laptop.call(confirmReset, { body: { otp: codeOf(second.secret) } })
})

test('a reset requires a login', async () => {
  const body = { otp: '000000' }
  await refusedWith(commonErrors.notLoggedIn, (await visitor()).call(beginReset, { body }))
  await refusedWith(commonErrors.notLoggedIn, (await visitor()).call(confirmReset, { body }))
})

test('after a hundred wrong codes in a row only a recovery code logs in, until a reset', async () => {
  const ada = await addUser()
  const [login = '', proof = ''] = await giveRecoveryCodes(ada)
  await failCodes(ada, 99)
  const stranger = await atCode(ada, { ipAddress: '198.51.100.32' })
  await refusedWith(errorCodes.wrongCode, stranger.call(verifyCode, { body: { otp: '000000' } }))

  const laptop = await atCode(ada)
  const code = { body: { otp: codeOf(ada.secret) } }
  await refusedWith(errorCodes.wrongCode, laptop.call(verifyCode, code))
  await refusedWith(errorCodes.secondFactorAlreadySet, laptop.call(beginTwoFactor, { body: {} }))
  await laptop.call(verifyCode, { body: { recoveryCode: login } })
  equal((await laptop.call(getMe, {})).mfa.disabled, true)

  await refusedWith(errorCodes.wrongCode, laptop.call(beginReset, code))
  const { secret } = await laptop.call(beginReset, { body: { recoveryCode: proof } })
  await laptop.call(confirmReset, { body: { otp: codeOf(secret) } })
  const { mfa } = await laptop.call(getMe, {})
  deepEqual([mfa.disabled, mfa.totp], [false, true])
})

test("SC-10 the user's account shows when the authenticator was set up", async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  const { mfa } = await laptop.call(getMe, {})
  equal(Math.abs(Date.parse(mfa.since ?? '') - Date.now()) < 60_000, true)
  const grace = await logIn(await addUser({ hasSecondFactor: false }))
  const none = (await grace.call(getMe, {})).mfa
  const nothing = { totp: false, since: null, disabled: false, recoveryCodesLeft: 0, passkeys: 0 }
  deepEqual(none, nothing)
})

test('the database stores neither the new key nor the token in plain text', async () => {
  const ada = await addUser()
  const token = await resetLinkFor(ada)
  const body = { token, otp: codeOf(ada.secret) }
  const { secret } = await (await visitor()).call(beginResetByLink, { body })
  const stored = JSON.stringify([
    await rows(db)`select secret, verified_by, verification_method from second_factors`,
    await rows(db)`select data from audit_log`,
    await rows(db)`select created_by, token_hash::text from one_time_links`,
  ])
  for (const hidden of [secret, token]) equal(stored.includes(hidden), false)
})
