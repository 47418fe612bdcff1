import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { getMe } from '#contract/me.ts'
import { errorCodes } from '#contract/refusal.ts'
import { removeSecondFactor } from '#domain/credentials/second-factor.ts'
import { db, transaction } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { givePasskey, logInByPasskey } from '#test/passkeys.ts'
import {
  addUser,
  codeOf,
  giveRecoveryCodes,
  logIn,
  refusedWith,
  visitor,
  type TestUser,
  type Visitor,
} from '#test/people.ts'
import { ago, backdate, updateRows } from '#test/rows.ts'
import { atCode, newestLink, resetLinkFor } from '#test/second-factor.ts'
import { beginResetByLink, confirmReset, confirmResetByLink } from '../recovery/contract.ts'
import { logMeOut } from '../sessions/contract.ts'
import { login, verifyCode } from '../sign-in/contract.ts'
import { beginAuthenticator, confirmAuthenticator } from './contract.ts'

/** Adds a user whose only second factor is a passkey, logged in with it. */
async function addUserWithPasskeyOnly(): Promise<{ ada: TestUser; laptop: Visitor }> {
  const ada = await addUser()
  const authenticator = await givePasskey(ada)
  await transaction(db, (tx) => removeSecondFactor(tx, ada.id))
  const laptop = await visitor()
  await logInByPasskey(laptop, authenticator)
  return { ada, laptop }
}

const begin = ({ call }: Visitor) => call(beginAuthenticator, { body: {} })
const confirm = ({ call }: Visitor, secret: string) =>
  call(confirmAuthenticator, { body: { otp: codeOf(secret) } })

test('a user with only a passkey adds an authenticator app, whose codes log in', async () => {
  const { ada, laptop } = await addUserWithPasskeyOnly()
  const { secret } = await begin(laptop)
  equal((await laptop.call(getMe, {})).mfa.totp, false)
  equal((await confirm(laptop, secret)).recoveryCodes?.length, 10)
  equal((await laptop.call(getMe, {})).mfa.totp, true)
  const entry = (await auditOf(ada.id)).find(({ action }) => action === 'second_factor_set')
  deepEqual(entry?.data, { kind: 'totp' })
  const { rowCount } = await db.query(
    `select from one_time_links where user_id = $1 and kind = 'log-me-out'`,
    [ada.id],
  )
  equal(rowCount, 1)
  await updateRows('second_factors', { userId: ada.id }, { lastStep: 0 })
  const phone = await visitor()
  await phone.call(login, { body: { email: ada.email, password: ada.password } })
  await phone.call(verifyCode, { body: { otp: codeOf(secret) } })
  ok(await phone.isLoggedIn())
})

test('the link in the mail about a new app disables it and ends every session', async () => {
  const { ada, laptop } = await addUserWithPasskeyOnly()
  const { secret } = await begin(laptop)
  await confirm(laptop, secret)
  const token = (await newestLink(ada, 'log-me-out')) ?? ''
  await (await visitor()).call(logMeOut, { body: { token } })
  equal(await laptop.isLoggedIn(), false)
  const entries = await auditOf(ada.id)
  const disabled = entries.find(({ action }) => action === 'second_factor_disabled')
  deepEqual(disabled?.data, { reason: 'reported' })
  await refusesCode(ada, secret)
})

test('the link in the mail about a reset disables the app that replaced the old one', async () => {
  const ada = await addUser()
  const [recoveryCode = ''] = await giveRecoveryCodes(ada)
  const token = await resetLinkFor(ada)
  const phone = await visitor()
  const { secret } = await phone.call(beginResetByLink, { body: { token, recoveryCode } })
  await phone.call(confirmResetByLink, { body: { token, otp: codeOf(secret) } })
  const stop = (await newestLink(ada, 'log-me-out')) ?? ''
  await (await visitor()).call(logMeOut, { body: { token: stop } })
  equal(await phone.isLoggedIn(), false)
  await refusesCode(ada, secret)
})

/** Asserts that a code of a disabled authenticator is rejected like a wrong code. */
async function refusesCode(ada: TestUser, secret: string): Promise<void> {
  await updateRows('second_factors', { userId: ada.id }, { lastStep: 0 })
  const otp = codeOf(secret)
  await refusedWith(errorCodes.wrongCode, (await atCode(ada)).call(verifyCode, { body: { otp } }))
}

test('403003 an authenticator can be added only within five minutes of a login or step-up', async () => {
  const { ada, laptop } = await addUserWithPasskeyOnly()
  const { secret } = await begin(laptop)
  await updateRows('sessions', { userId: ada.id }, { verifiedAt: ago('6 minutes') })
  await refusedWith(errorCodes.stepUpRequired, begin(laptop))
  await refusedWith(errorCodes.stepUpRequired, confirm(laptop, secret))
})

test('409002 adding an authenticator does not replace an existing one', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  await refusedWith(errorCodes.secondFactorAlreadySet, begin(laptop))
})

test('if two sessions begin to add an authenticator, only the later one can confirm', async () => {
  const { ada, laptop } = await addUserWithPasskeyOnly()
  const phone = await visitor()
  await logInByPasskey(phone, await givePasskey(ada))
  const older = await begin(laptop)
  const newer = await begin(phone)
  await refusedWith(errorCodes.loginExpired, confirm(laptop, older.secret))
  await refusedWith(errorCodes.loginExpired, confirm(laptop, newer.secret))
  await confirm(phone, newer.secret)
})

test('a new key expires after half an hour or five wrong codes, and cannot be confirmed as a reset', async () => {
  const { ada, laptop } = await addUserWithPasskeyOnly()
  const first = await begin(laptop)
  const otp = codeOf(first.secret)
  await refusedWith(errorCodes.loginExpired, laptop.call(confirmReset, { body: { otp } }))
  await backdate('second_factors', { userId: ada.id }, '31 minutes')
  await refusedWith(errorCodes.loginExpired, confirm(laptop, first.secret))
  const { secret } = await begin(laptop)
  const wrong = codeOf(secret) === '000000' ? '000001' : '000000'
  for (let attempts = 0; attempts < 5; attempts += 1)
    await refusedWith(
      errorCodes.wrongCode,
      laptop.call(confirmAuthenticator, { body: { otp: wrong } }),
    )
  await refusedWith(errorCodes.loginExpired, confirm(laptop, secret))
  const refusals = (await auditOf(ada.id)).filter(
    ({ action }) => action === 'second_factor_set_refused',
  )
  equal(refusals.length, 5)
})
