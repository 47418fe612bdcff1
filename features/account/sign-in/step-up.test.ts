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

/** A call that needs step-up authentication. */
const change = ({ call }: Visitor) => call(renewCodes, { body: {} })

/** What the refusal of a change asks for. */
async function proofsFor(browser: Visitor): Promise<Refusal['proofs']> {
  return (await refusedWith(errorCodes.stepUpRequired, change(browser))).proofs
}

/** A browser whose login is more than five minutes ago. */
async function longLoggedIn(user: TestUser): Promise<Visitor> {
  const browser = await logIn(user)
  await backdate('sessions', { userId: user.id }, '6 minutes')
  return browser
}

test('a code opens a change for five minutes, by the database’s clock', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  await backdate('sessions', { userId: ada.id }, '4 minutes 50 seconds')
  await change(laptop)
  await backdate('sessions', { userId: ada.id }, '20 seconds')
  deepEqual(await proofsFor(laptop), ['otp'])
  const sent = { body: { otp: codeOf(ada.secret) } }
  const { verifiedAt, methods } = await laptop.call(stepUpUser, sent)
  deepEqual(methods, ['otp'])
  ok(Math.abs(Date.parse(verifiedAt) - Date.now()) < 60_000)
  await change(laptop)
  await backdate('sessions', { userId: ada.id }, '5 minutes 1 second')
  deepEqual(await proofsFor(laptop), ['otp'])
})

test('step-up replaces the token of the session, and counts in no other session', async () => {
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

test('a code works once, also with twenty parallel calls, of one session and of twenty', async () => {
  const ada = await addUser()
  const laptop = await longLoggedIn(ada)
  const sent = { body: { otp: codeOf(ada.secret) } }
  for (const browsers of [
    Array.from({ length: 20 }, () => laptop),
    await Promise.all(Array.from({ length: 20 }, () => logIn(ada))),
  ]) {
    await forgetLastCode(ada)
    const answers = await Promise.allSettled(browsers.map(({ call }) => call(stepUpUser, sent)))
    equal(answers.filter(({ status }) => status === 'fulfilled').length, 1)
  }
})

test('a wrong code, a recovery code and a password beside a factor open nothing; five in a row end the session', async () => {
  const ada = await addUser()
  const [recoveryCode = ''] = await giveRecoveryCodes(ada)
  const laptop = await longLoggedIn(ada)
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

test('the password counts for as long as the account has no second factor', async () => {
  const ada = await addUser({ hasSecondFactor: false })
  const laptop = await longLoggedIn(ada)
  deepEqual(await proofsFor(laptop), ['password'])
  await refusedWith(
    errorCodes.stepUpFailed,
    laptop.call(stepUpUser, { body: { password: 'Wrong-Harbour-1' } }),
  )
  const sent = { body: { password: ada.password } }
  deepEqual((await laptop.call(stepUpUser, sent)).methods, ['pwd'])
  await change(laptop)
  await setCredentials(ada)
  deepEqual(await proofsFor(laptop), ['otp'])
  await refusedWith(errorCodes.stepUpFailed, laptop.call(stepUpUser, sent))
})

test('a login with a recovery code, a mailed link or a set-up is no step-up authentication', async () => {
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

test('a login with a code counts, and the audit log names the method of a step-up', async () => {
  const ada = await addUser()
  const laptop = await atCode(ada)
  await laptop.call(verifyCode, { body: { otp: codeOf(ada.secret) } })
  await change(laptop)
  await forgetLastCode(ada)
  await laptop.call(stepUpUser, { body: { otp: codeOf(ada.secret) } })
  const found = (await auditOf(ada.id)).find(({ action }) => action === 'step_up_succeeded')
  deepEqual((found?.data as { methods: string[] }).methods, ['otp'])
  equal((await laptop.call(getMe, {})).id, ada.id)
})

test('step-up requires a login, and a locked account takes no code in another browser only', async () => {
  const sent = { body: { otp: '000000' } }
  await refusedWith(commonErrors.notLoggedIn, (await visitor()).call(stepUpUser, sent))
  const ada = await addUser()
  const stranger = await atCode(ada)
  for (let count = 0; count < 5; count += 1)
    await refusedWith(errorCodes.wrongCode, stranger.call(verifyCode, sent))
  const laptop = await longLoggedIn(ada)
  await laptop.call(stepUpUser, { body: { otp: codeOf(ada.secret) } })
  await change(laptop)
})

test('a passkey opens a change; a used answer, one of another session and one of another user do not', async () => {
  const [ada, bob] = [await addUser(), await addUser()]
  const [own, foreign] = [await givePasskey(ada), await givePasskey(bob)]
  const laptop = await longLoggedIn(ada)
  const phone = await longLoggedIn(ada)
  deepEqual(await proofsFor(laptop), ['passkey', 'otp'])
  const options = await laptop.call(beginStepUp, { body: {} })
  const sent = { body: { passkey: own.assert(options) } }
  const { wrongPasskey, ceremonyExpired } = errorCodes
  await refusedWith(ceremonyExpired, phone.call(stepUpUser, sent))
  const others = { body: { passkey: foreign.assert(options) } }
  await refusedWith(wrongPasskey, laptop.call(stepUpUser, others))
  deepEqual((await laptop.call(stepUpUser, sent)).methods, ['hwk', 'user'])
  await change(laptop)
  await refusedWith(ceremonyExpired, laptop.call(stepUpUser, sent))
  equal((await auditOf(ada.id)).filter(({ action }) => action === 'passkey_refused').length, 3)
})

test('of parallel step-ups with one answer exactly one succeeds, and the passkey still works', async () => {
  const ada = await addUser()
  const own = await givePasskey(ada)
  const laptop = await longLoggedIn(ada)
  const sent = { body: { passkey: own.assert(await laptop.call(beginStepUp, { body: {} })) } }
  const answers = await Promise.allSettled(
    Array.from({ length: 4 }, () => laptop.call(stepUpUser, sent)),
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
