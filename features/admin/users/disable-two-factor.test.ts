import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { getMe } from '#contract/me.ts'
import { errorCodes } from '#contract/refusal.ts'
import { markVerified } from '#domain/credentials/password.ts'
import { db, row, run, transaction } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { mailbox } from '#test/mailbox.ts'
import {
  addAdmin,
  addUser,
  codeOf,
  giveRecoveryCodes,
  logIn,
  logInAdmin,
  refusedWith,
  visitor,
  type TestUser,
} from '#test/people.ts'
import { atCode, newestLink, resetLinkFor } from '#test/second-factor.ts'
import { givePasskey, isEnabled, logInByPasskey } from '#test/passkeys.ts'
import { addRow } from '#test/rows.ts'
import { startWorker } from '../../../app/worker.ts'
import {
  beginReset,
  beginResetByLink,
  confirmReset,
  confirmResetByLink,
} from '../../account/recovery/contract.ts'
import { login, verifyCode } from '../../account/sign-in/contract.ts'
import {
  beginFirstPasskey as beginSetUpPasskey,
  beginTwoFactor,
  confirmTwoFactor,
} from '../../account/two-factor/contract.ts'
import { disablePasskey, disableTwoFactor, getUser, resetTwoFactor } from './contract.ts'

const admin = await addAdmin({ roles: ['support'] })
const support = await logInAdmin(admin)
const reason = 'Phone stolen'

function disable({ id }: TestUser) {
  return support.call(disableTwoFactor, { params: { id }, body: { reason } })
}

test('S13: disabling a stolen authenticator immediately ends sessions, login attempts and links, and mails the user', async () => {
  const ada = await addUser()
  const [laptop, thief] = [await logIn(ada), await atCode(ada)]
  const token = await resetLinkFor(ada)
  deepEqual(await disable(ada), { ended: 1 })
  equal(await laptop.isLoggedIn(), false)
  const otp = { body: { otp: codeOf(ada.secret) } }
  await refusedWith(errorCodes.loginExpired, thief.call(verifyCode, otp))
  const byLink = { token, otp: codeOf(ada.secret) }
  const stranger = await visitor()
  await refusedWith(errorCodes.invalidLink, stranger.call(beginResetByLink, { body: byLink }))
  const { secondFactor } = await support.call(getUser, { params: { id: ada.id } })
  equal(secondFactor, 'disabled')
  const entry = (await auditOf(ada.id)).at(-1)
  deepEqual(
    [entry?.action, entry?.actorId, entry?.data],
    ['second_factor_disabled', admin.id, { reason, endedSessions: 1 }],
  )
  const worker = await startWorker()
  const mail = await mailbox.waitFor(ada.email, /disabled/, 20_000)
  await worker.stop()
  match(mail.text, /Our support team has disabled the authenticator/)
})

test('S13: with a disabled authenticator the password alone never leads to a set-up', async () => {
  const ada = await addUser()
  const [first = '', second = ''] = await giveRecoveryCodes(ada)
  await markVerified(db, ada.id)
  await disable(ada)
  const thief = await visitor({ ipAddress: '198.51.100.61' })
  const { next } = await thief.call(login, { body: { email: ada.email, password: ada.password } })
  equal(next, 'verify-mfa')
  const { secondFactorAlreadySet, wrongCode } = errorCodes
  await refusedWith(secondFactorAlreadySet, thief.call(beginTwoFactor, { body: {} }))
  const confirmed = { body: { otp: codeOf(ada.secret) } }
  await refusedWith(secondFactorAlreadySet, thief.call(confirmTwoFactor, confirmed))
  await refusedWith(wrongCode, thief.call(verifyCode, confirmed))
  await refusedWith(wrongCode, thief.call(verifyCode, { body: { otp: '000000' } }))
  // A wrong code is counted, but does not enable the authenticator.
  await refusedWith(wrongCode, thief.call(verifyCode, confirmed))

  const stored = await row<{ secret: string }>(db)`
    select secret from second_factors where user_id = ${ada.id} and confirmed_at is not null`
  equal(typeof stored?.secret, 'string')

  const owner = await atCode(ada)
  await owner.call(verifyCode, { body: { recoveryCode: first } })
  const { secret } = await owner.call(beginReset, { body: { recoveryCode: second } })
  await owner.call(confirmReset, { body: { otp: codeOf(secret) } })
  const { mfa } = await owner.call(getMe, {})
  deepEqual([mfa.totp, mfa.disabled], [true, false])
})

test("S13: after an admin's reset link the password is enough to set up a new authenticator", async () => {
  const ada = await addUser()
  await disable(ada)
  await support.call(resetTwoFactor, { params: { id: ada.id }, body: { reason } })
  const token = (await newestLink(ada, 'reset-mfa')) ?? ''
  const owner = await visitor({ ipAddress: '198.51.100.62' })
  const password = { token, password: ada.password }
  const { secret } = await owner.call(beginResetByLink, { body: password })
  await owner.call(confirmResetByLink, { body: { token, otp: codeOf(secret) } })
  equal(await owner.isLoggedIn(), true)
})

test("S13: disabling a user's factors also disables passkeys, even without an authenticator", async () => {
  for (const hasSecondFactor of [true, false]) {
    const ada = await addUser({ hasSecondFactor })
    const phone = await givePasskey(ada)
    await givePasskey(ada)
    const details = () => support.call(getUser, { params: { id: ada.id } })
    const before = await details()
    deepEqual(
      [before.secondFactor, before.hasAuthenticator, before.passkeys],
      ['set', hasSecondFactor, 2],
    )
    const owner = await visitor({ ipAddress: '198.51.100.63' })
    await logInByPasskey(owner, phone)
    deepEqual(await disable(ada), { ended: 1 })
    equal(await owner.isLoggedIn(), false)
    equal(await isEnabled(phone), false)
    const after = await details()
    deepEqual([after.secondFactor, after.passkeys], ['disabled', 0])

    const thief = await visitor({ ipAddress: '198.51.100.64' })
    await refusedWith(errorCodes.wrongPasskey, logInByPasskey(thief, phone))
    const { next } = await thief.call(login, { body: { email: ada.email, password: ada.password } })
    equal(next, 'verify-mfa')
    const { secondFactorAlreadySet } = errorCodes
    await refusedWith(secondFactorAlreadySet, thief.call(beginTwoFactor, { body: {} }))
    await refusedWith(secondFactorAlreadySet, thief.call(beginSetUpPasskey, { body: {} }))
  }
})

test("S13: an admin's reset link lets a user set up a new factor, while disabled passkeys stay disabled", async () => {
  const ada = await addUser({ hasSecondFactor: false })
  const phone = await givePasskey(ada)
  await disable(ada)
  await support.call(resetTwoFactor, { params: { id: ada.id }, body: { reason } })
  const token = (await newestLink(ada, 'reset-mfa')) ?? ''
  const owner = await visitor({ ipAddress: '198.51.100.65' })
  const { secret } = await owner.call(beginResetByLink, { body: { token, password: ada.password } })
  await owner.call(confirmResetByLink, { body: { token, otp: codeOf(secret) } })
  equal(await isEnabled(phone), false)
  const { secondFactor } = await support.call(getUser, { params: { id: ada.id } })
  equal(secondFactor, 'set')
})

test('S13: a single passkey is disabled: its sessions end, the user is mailed, and another passkey still logs in', async () => {
  const ada = await addUser()
  const [phone, key] = [await givePasskey(ada), await givePasskey(ada)]
  const browser = await visitor({ ipAddress: '198.51.100.66' })
  await logInByPasskey(browser, phone)
  const { workingPasskeys, recoveryCodes } = await support.call(getUser, { params: { id: ada.id } })
  deepEqual([workingPasskeys.length, recoveryCodes], [2, 0])
  const passkeyId = workingPasskeys[0]?.id ?? ''
  const request = { params: { id: ada.id, passkeyId }, body: { reason: 'Phone lost' } }
  deepEqual(await support.call(disablePasskey, request), { ended: 1 })
  equal(await browser.isLoggedIn(), false)
  deepEqual([await isEnabled(phone), await isEnabled(key)], [false, true])
  const thief = await visitor({ ipAddress: '198.51.100.67' })
  await refusedWith(errorCodes.wrongPasskey, logInByPasskey(thief, phone))
  await logInByPasskey(await visitor({ ipAddress: '198.51.100.68' }), key)
  const entry = (await auditOf(ada.id)).find(({ action }) => action === 'passkey_disabled')
  deepEqual(
    [entry?.actorId, entry?.data],
    [admin.id, { passkeyId, reason: 'Phone lost', endedSessions: 1 }],
  )
  await refusedWith(errorCodes.notFound, support.call(disablePasskey, request))
  const worker = await startWorker()
  const mail = await mailbox.waitFor(ada.email, /A passkey for your/, 20_000)
  await worker.stop()
  match(mail.text, new RegExp(`disabled your passkey “${workingPasskeys[0]?.name}”`))
})

test('S13: a passkey cannot be disabled with the id of another user', async () => {
  const [ada, eve] = [await addUser(), await addUser()]
  const phone = await givePasskey(ada)
  const { workingPasskeys } = await support.call(getUser, { params: { id: ada.id } })
  const passkeyId = workingPasskeys[0]?.id ?? ''
  for (const params of [
    { id: eve.id, passkeyId },
    { id: ada.id, passkeyId: 'nothing' },
  ]) {
    const call = support.call(disablePasskey, { params, body: { reason } })
    await refusedWith(errorCodes.notFound, call)
  }
  equal(await isEnabled(phone), true)
})

test('S13: a passkey that is added concurrently is disabled with the others', async () => {
  const ada = await addUser()
  await givePasskey(ada)
  const id = crypto.randomUUID()
  const disabled = await transaction(db, async (tx) => {
    await run(tx)`select from accounts where id = ${ada.id} for no key update`
    await addRow('passkeys', { id, userId: ada.id }, tx)
    const disabling = disable(ada)
    await delay(200)
    return () => disabling
  })
  await disabled()
  const { passkeys } = await support.call(getUser, { params: { id: ada.id } })
  equal(passkeys, 0)
})

test('S13: disabling the factors of a user without any answers 404, and a repeated call is a no-op', async () => {
  const ada = await addUser({ hasSecondFactor: false })
  await refusedWith(errorCodes.notFound, disable(ada))
  const eve = await addUser()
  deepEqual(await Promise.all([disable(eve), disable(eve)]), [{ ended: 0 }, { ended: 0 }])
})
