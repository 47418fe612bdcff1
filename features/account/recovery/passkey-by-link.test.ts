import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import type { RegistrationOptions } from '#contract/passkey.ts'
import { commonErrors, errorCodes } from '#contract/refusal.ts'
import { userLogins } from '#domain/sign-in/login.ts'
import { config } from '#server/config.ts'
import { db, row, scalar } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { logInByPasskey } from '#test/passkeys.ts'
import {
  addUser,
  codeOf,
  giveRecoveryCodes,
  logIn,
  refusedWith,
  visitor,
  type TestUser,
} from '#test/people.ts'
import { atCode, resetLinkFor } from '#test/second-factor.ts'
import { createSoftwareAuthenticator } from '#test/software-authenticator.ts'
import { verifyCode } from '../sign-in/contract.ts'
import { beginResetByLink, confirmPasskeyByLink, confirmResetByLink } from './contract.ts'

const { ceremonyExpired, invalidLink, loginExpired, wrongCode } = errorCodes

/** Runs the first step of a reset; returns its key and the response of a new software passkey. */
async function atSecondStep(ada: TestUser, code: object = { otp: codeOf(ada.secret) }) {
  const token = await resetLinkFor(ada)
  const phone = await visitor()
  const key = await phone.call(beginResetByLink, { body: { token, ...code } as never })
  const authenticator = createSoftwareAuthenticator(config.passkeys.users.origins[0] ?? '')
  const response = authenticator.register(key.passkey as RegistrationOptions)
  return { token, phone, key, authenticator, body: { token, response } }
}

test('a user without the phone replaces the authenticator by a passkey, by mailed link and recovery code', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  const [recoveryCode = ''] = await giveRecoveryCodes(ada)
  const { phone, authenticator, body } = await atSecondStep(ada, { recoveryCode })
  const { user, recoveryCodes } = await phone.call(confirmPasskeyByLink, { body })
  deepEqual([recoveryCodes.length, user.mfa.totp, user.mfa.passkeys], [10, false, 1])
  deepEqual([await phone.isLoggedIn(), await laptop.isLoggedIn()], [true, false])
  const session = await row(db)`
    select methods, verified_methods from sessions where user_id = ${ada.id}`
  deepEqual(session, { methods: ['hwk', 'user'], verifiedMethods: [] })
  const old = { body: { otp: codeOf(ada.secret) } }
  await refusedWith(wrongCode, (await atCode(ada)).call(verifyCode, old))
  await logInByPasskey(await visitor(), authenticator)
  const actions = (await auditOf(ada.id)).map(({ action }) => action)
  ok(actions.includes('passkey_added') && actions.includes('second_factor_reset'))
  const links = await scalar<number>(db)`
    select count(*)::int from one_time_links
    where user_id = ${ada.id} and kind = 'log-me-out' and passkey_id is not null`
  equal(links, 2)
})

test('a link without a first step adds no passkey, and a used link adds no second one', async () => {
  const ada = await addUser()
  const { token, phone, body } = await atSecondStep(await addUser())
  const stranger = { token: await resetLinkFor(ada), response: body.response }
  await refusedWith(loginExpired, phone.call(confirmPasskeyByLink, { body: stranger }))
  const begin = { token: stranger.token, otp: codeOf(ada.secret) }
  await phone.call(beginResetByLink, { body: begin })
  await refusedWith(ceremonyExpired, phone.call(confirmPasskeyByLink, { body: stranger }))
  await phone.call(confirmPasskeyByLink, { body })
  await refusedWith(invalidLink, phone.call(confirmPasskeyByLink, { body }))
  await refusedWith(invalidLink, phone.call(confirmResetByLink, { body: { token, otp: '000000' } }))
})

test('exactly one of a passkey and an authenticator confirmed concurrently replaces the old factor', async () => {
  const { token, phone, key, body } = await atSecondStep(await addUser())
  const otp = { token, otp: codeOf(key.secret) }
  const answers = await Promise.allSettled([
    phone.call(confirmPasskeyByLink, { body }),
    phone.call(confirmResetByLink, { body: otp }),
    phone.call(confirmPasskeyByLink, { body }),
  ])
  equal(answers.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('with passkeys off, a reset neither offers nor accepts a passkey', async (t) => {
  const { phone, body } = await atSecondStep(await addUser())
  const bob = await addUser()
  const { mode } = userLogins.passkeys
  t.after(() => (userLogins.passkeys.mode = mode))
  userLogins.passkeys.mode = 'off'
  await refusedWith(commonErrors.notFound, phone.call(confirmPasskeyByLink, { body }))
  const begin = { token: await resetLinkFor(bob), otp: codeOf(bob.secret) }
  equal((await phone.call(beginResetByLink, { body: begin })).passkey, undefined)
})
