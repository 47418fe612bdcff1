import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { stepUp } from '#contract/admin.ts'
import { getMe } from '#contract/me.ts'
import { commonErrors, errorCodes, type Refusal } from '#contract/refusal.ts'
import { beginAdminStepUp, beginStepUp, stepUpUser } from '#contract/step-up.ts'
import { db, row } from '#server/db.ts'
import { cookies } from '#server/cookies.ts'
import { auditOf } from '#test/audit.ts'
import {
  addAdmin,
  addUser,
  codeOf,
  giveRecoveryCodes,
  logIn,
  logInAdmin,
  refusedWith,
  setCredentials,
  visitor,
  type TestUser,
  type Visitor,
} from '#test/people.ts'
import { giveAdminPasskey, givePasskey } from '#test/passkeys.ts'
import { backdate } from '#test/rows.ts'
import { atCode, forgetLastCode, resetLinkFor } from '#test/second-factor.ts'
import { backdateReplacedToken } from '#test/time.ts'
import { beginResetByLink, confirmResetByLink } from '../recovery/contract.ts'
import { beginTwoFactor, confirmTwoFactor, renewCodes } from '../two-factor/contract.ts'
import { verifyCode } from './contract.ts'

/** Makes a change that requires step-up authentication. */
const change = ({ call }: Visitor) => call(renewCodes, { body: {} })

/** Returns the proofs that the refusal of a change offers. */
async function proofsFor(browser: Visitor): Promise<Refusal['proofs']> {
  return (await refusedWith(errorCodes.stepUpRequired, change(browser))).proofs
}

/** Returns a browser that logged in six minutes ago. */
async function logInSixMinutesAgo(user: TestUser): Promise<Visitor> {
  const browser = await logIn(user)
  await backdate('sessions', { userId: user.id }, '6 minutes')
  return browser
}

test('a code allows changes for five minutes, measured by the database’s clock', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  await backdate('sessions', { userId: ada.id }, '4 minutes 50 seconds')
  await change(laptop)
  await backdate('sessions', { userId: ada.id }, '20 seconds')
  deepEqual(await proofsFor(laptop), ['otp'])
  const request = { body: { otp: codeOf(ada.secret) } }
  const { verifiedAt, methods } = await laptop.call(stepUpUser, request)
  deepEqual(methods, ['otp'])
  ok(Math.abs(Date.parse(verifiedAt) - Date.now()) < 60_000)
  await change(laptop)
  await backdate('sessions', { userId: ada.id }, '5 minutes 1 second')
  deepEqual(await proofsFor(laptop), ['otp'])
})

test("a step-up replaces the session's token and does not apply to other sessions", async () => {
  const ada = await addUser()
  const [laptop, phone] = [await logIn(ada), await logIn(ada)]
  await backdate('sessions', { userId: ada.id }, '6 minutes')
  const before = laptop.cookies.get(cookies.session) ?? ''
  await laptop.call(stepUpUser, { body: { otp: codeOf(ada.secret) } })
  notEqual(laptop.cookies.get(cookies.session), before)
  await change(laptop)
  deepEqual(await proofsFor(phone), ['otp'])
  const thief = await visitor()
  thief.cookies.set(cookies.session, before)
  await refusedWith(commonErrors.invalidCsrfToken, change(thief))
  await backdateReplacedToken(before, '61 seconds')
  await refusedWith(commonErrors.notLoggedIn, change(thief))
})

test('a code works once, even with twenty concurrent calls in one session or in twenty', async () => {
  const ada = await addUser()
  const laptop = await logInSixMinutesAgo(ada)
  const request = { body: { otp: codeOf(ada.secret) } }
  for (const browsers of [
    Array.from({ length: 20 }, () => laptop),
    await Promise.all(Array.from({ length: 20 }, () => logIn(ada))),
  ]) {
    await forgetLastCode(ada)
    const answers = await Promise.allSettled(browsers.map(({ call }) => call(stepUpUser, request)))
    equal(answers.filter(({ status }) => status === 'fulfilled').length, 1)
  }
})

test('a wrong code, a recovery code and a password are refused if a factor exists; five in a row end the session', async () => {
  const ada = await addUser()
  const [recoveryCode = ''] = await giveRecoveryCodes(ada)
  const laptop = await logInSixMinutesAgo(ada)
  const wrong = [{ otp: '000000' }, { password: ada.password }, { password: 'Wrong-Harbour-1' }]
  for (const body of wrong) {
    const { faults } = await refusedWith(errorCodes.stepUpFailed, laptop.call(stepUpUser, { body }))
    deepEqual(faults, [{ code: errorCodes.stepUpFailed, field: Object.keys(body)[0] }])
  }
  await refusedWith(
    commonErrors.invalidInput,
    laptop.call(stepUpUser, { body: { recoveryCode } as unknown as { otp: string } }),
  )
  deepEqual(await proofsFor(laptop), ['otp'])
  const body = { otp: '000000' }
  for (let count = 0; count < 2; count += 1)
    await refusedWith(errorCodes.stepUpFailed, laptop.call(stepUpUser, { body }))
  equal(await laptop.isLoggedIn(), false)
  const actions = (await auditOf(ada.id)).map(({ action }) => action)
  equal(actions.filter((action) => action === 'step_up_refused').length, 5)
  equal(actions.at(-1), 'session_ended')
})

test('a password is accepted only while the account has no second factor', async () => {
  const ada = await addUser({ hasSecondFactor: false })
  const laptop = await logInSixMinutesAgo(ada)
  deepEqual(await proofsFor(laptop), ['password'])
  await refusedWith(
    errorCodes.stepUpFailed,
    laptop.call(stepUpUser, { body: { password: 'Wrong-Harbour-1' } }),
  )
  const request = { body: { password: ada.password } }
  deepEqual((await laptop.call(stepUpUser, request)).methods, ['pwd'])
  await change(laptop)
  await setCredentials(ada)
  deepEqual(await proofsFor(laptop), ['otp'])
  await refusedWith(errorCodes.stepUpFailed, laptop.call(stepUpUser, request))
})

test('a login with a recovery code, a mailed link or a set-up does not count as step-up authentication', async () => {
  const [ada, bob, eve] = [
    await addUser(),
    await addUser(),
    await addUser({ hasSecondFactor: false }),
  ]
  const [recoveryCode = ''] = await giveRecoveryCodes(ada)
  const byCode = await atCode(ada)
  await byCode.call(verifyCode, { body: { recoveryCode } })
  deepEqual(await proofsFor(byCode), ['otp'])

  const byLink = await visitor()
  const token = await resetLinkFor(bob)
  const old = { body: { token, otp: codeOf(bob.secret) } }
  const { secret } = await byLink.call(beginResetByLink, old)
  await byLink.call(confirmResetByLink, { body: { token, otp: codeOf(secret) } })
  deepEqual(await proofsFor(byLink), ['otp'])

  const bySetUp = await atCode(eve)
  const key = await bySetUp.call(beginTwoFactor, { body: {} })
  await bySetUp.call(confirmTwoFactor, { body: { otp: codeOf(key.secret) } })
  deepEqual(await proofsFor(bySetUp), ['otp'])
  const stored = await row<{ verifiedMethods: string[] }>(db)`
    select verified_methods from sessions where user_id = ${eve.id}`
  deepEqual(stored?.verifiedMethods, [])
  await forgetLastCode(eve)
  await bySetUp.call(stepUpUser, { body: { otp: codeOf(key.secret) } })
  await change(bySetUp)
})

test('a login with a code counts as step-up, and the audit log contains the method of a step-up', async () => {
  const ada = await addUser()
  const laptop = await atCode(ada)
  await laptop.call(verifyCode, { body: { otp: codeOf(ada.secret) } })
  await change(laptop)
  await forgetLastCode(ada)
  await laptop.call(stepUpUser, { body: { otp: codeOf(ada.secret) } })
  const entry = (await auditOf(ada.id)).find(({ action }) => action === 'step_up_succeeded')
  deepEqual((entry?.data as { methods: string[] }).methods, ['otp'])
  equal((await laptop.call(getMe, {})).id, ada.id)
})

test('a step-up requires a login, and works in a known browser while the account is locked for others', async () => {
  const request = { body: { otp: '000000' } }
  await refusedWith(commonErrors.notLoggedIn, (await visitor()).call(stepUpUser, request))
  const ada = await addUser()
  const stranger = await atCode(ada)
  for (let count = 0; count < 5; count += 1)
    await refusedWith(errorCodes.wrongCode, stranger.call(verifyCode, request))
  const laptop = await logInSixMinutesAgo(ada)
  await laptop.call(stepUpUser, { body: { otp: codeOf(ada.secret) } })
  await change(laptop)
})

test('a passkey allows a change; a used response and one of another session or user are refused', async () => {
  const [ada, bob] = [await addUser(), await addUser()]
  const [own, foreign] = [await givePasskey(ada), await givePasskey(bob)]
  const laptop = await logInSixMinutesAgo(ada)
  const phone = await logInSixMinutesAgo(ada)
  deepEqual(await proofsFor(laptop), ['passkey', 'otp'])
  const options = await laptop.call(beginStepUp, { body: {} })
  const request = { body: { passkey: own.assert(options) } }
  const { wrongPasskey, ceremonyExpired } = errorCodes
  await refusedWith(ceremonyExpired, phone.call(stepUpUser, request))
  const others = { body: { passkey: foreign.assert(options) } }
  await refusedWith(wrongPasskey, laptop.call(stepUpUser, others))
  deepEqual((await laptop.call(stepUpUser, request)).methods, ['hwk', 'user'])
  await change(laptop)
  await refusedWith(ceremonyExpired, laptop.call(stepUpUser, request))
  equal((await auditOf(ada.id)).filter(({ action }) => action === 'passkey_refused').length, 3)
})

test('exactly one of four concurrent step-ups with one response succeeds, and the passkey stays enabled', async () => {
  const ada = await addUser()
  const own = await givePasskey(ada)
  const laptop = await logInSixMinutesAgo(ada)
  const request = { body: { passkey: own.assert(await laptop.call(beginStepUp, { body: {} })) } }
  const answers = await Promise.allSettled(
    Array.from({ length: 4 }, () => laptop.call(stepUpUser, request)),
  )
  equal(answers.filter(({ status }) => status === 'fulfilled').length, 1)
  const fresh = own.assert(await laptop.call(beginStepUp, { body: {} }))
  await laptop.call(stepUpUser, { body: { passkey: fresh } })
})

test('an admin steps up by passkey', async () => {
  const grace = await addAdmin()
  const own = await giveAdminPasskey(grace)
  const office = await logInAdmin(grace, { hasRecentStepUp: false })
  const passkey = own.assert(await office.call(beginAdminStepUp, { body: {} }))
  await office.call(stepUp, { body: { passkey } })
  const stored = await row<{ isFresh: boolean; methods: string[] }>(db)`
    select step_up_at is not null as is_fresh, methods from admin_sessions where admin_id = ${grace.id}`
  deepEqual(stored, { isFresh: true, methods: ['pwd', 'otp', 'hwk', 'user'] })
})
