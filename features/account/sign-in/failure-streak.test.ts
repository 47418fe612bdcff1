// own process: counts failures by address
import { deepEqual, doesNotMatch, doesNotReject, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { stepUp } from '#contract/admin.ts'
import { locales } from '#contract/locale.ts'
import { errorCodes } from '#contract/refusal.ts'
import { stepUpUser } from '#contract/step-up.ts'
import { db, rows, row } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { enterPassword, wrong } from '#test/logins.ts'
import { mailbox } from '#test/mailbox.ts'
import {
  addAdmin,
  addUser,
  codeOf,
  createMailedToken,
  logIn,
  logInAdmin,
  refusedWith,
  startSessionOfAdmin,
  startUserSession,
  visitor,
  type TestUser,
  type Visitor,
} from '#test/people.ts'
import { addRow, deleteRows, updateRows } from '#test/rows.ts'
import { backdateCounts } from '#test/time.ts'
import { startWorker } from '../../../app/worker.ts'
import { getUser } from '../../admin/users/contract.ts'
import { confirmPasswordReset } from '../password/contract.ts'
import { beginReset } from '../recovery/contract.ts'
import { verifyCode } from './contract.ts'

/** Sends the queued mail about the failures; returns its text. */
async function mailTo({ email }: { email: string }): Promise<string> {
  const worker = await startWorker()
  const { text } = await mailbox.waitFor(email, /(?:)/, 20_000)
  await worker.stop()
  return text
}

/** Returns a browser that is known to the user, without a session. */
async function knownBrowserOf(user: TestUser): Promise<Visitor> {
  const browser = await visitor()
  const { browserToken } = await startUserSession(user)
  browser.cookies.set('portico-browser', browserToken ?? '')
  return browser
}

async function fail(browser: Visitor, user: { email: string }): Promise<void> {
  await refusedWith(errorCodes.invalidCredentials, enterPassword(browser, user, wrong))
}

/** Sets the count of failures in a row. */
async function setStreak(key: string, failures: number): Promise<void> {
  await deleteRows('failure_streaks', { key })
  await addRow('failure_streaks', { key, failures })
}

function findMailsTo({ email }: { email: string }) {
  return rows<{ effect: string; what: string }>(db)`
    select data ->> 'effect' as effect, data ->> 'what' as what from mails
    where to_address = ${email} and kind = 'account-locked' order by id`
}

async function actionsOf(id: string): Promise<string[]> {
  const entries = await auditOf(id)
  return entries.map(({ action }) => action).filter((action) => !/login|reset/.test(action))
}

test('X7: failures in a row are counted across browsers; every fifth is reported by mail, at most once a day', async () => {
  const ada = await addUser()
  const laptop = await knownBrowserOf(ada)
  for (let count = 0; count < 3; count += 1) await fail(laptop, ada)
  await fail(await visitor(), ada)
  deepEqual(await findMailsTo(ada), [])
  await fail(laptop, ada)
  deepEqual(await findMailsTo(ada), [{ effect: 'none', what: 'password' }])
  for (let count = 0; count < 5; count += 1) await fail(laptop, ada)
  equal((await findMailsTo(ada)).length, 1)
  await backdateCounts(`failures ${ada.id}`, '24 hours')
  await deleteRows('rate_limits', { name: 'browserPassword' })
  for (let count = 0; count < 5; count += 1) await fail(laptop, ada)
  equal((await findMailsTo(ada)).length, 2)
})

test('X7: a completed login resets the failures in a row', async () => {
  const ada = await addUser()
  const laptop = await knownBrowserOf(ada)
  for (let count = 0; count < 4; count += 1) await fail(laptop, ada)
  await enterPassword(laptop, ada)
  await laptop.call(verifyCode, { body: { otp: codeOf(ada.secret) } })
  for (let count = 0; count < 4; count += 1) await fail(laptop, ada)
  deepEqual(await findMailsTo(ada), [])
})

test('X7: five wrong codes in a session end that session and no other', async () => {
  const body = { otp: '000000' }
  for (const [code, guess] of [
    [errorCodes.stepUpFailed, (browser: Visitor) => browser.call(stepUpUser, { body })],
    [errorCodes.wrongCode, (browser: Visitor) => browser.call(beginReset, { body })],
  ] as const) {
    const ada = await addUser()
    const [stolen, other] = [await logIn(ada), await logIn(ada)]
    for (let count = 0; count < 5; count += 1) {
      ok(await stolen.isLoggedIn())
      await refusedWith(code, guess(stolen))
    }
    equal(await stolen.isLoggedIn(), false)
    ok(await other.isLoggedIn())
    ok((await actionsOf(ada.id)).includes('session_ended'))
    deepEqual(await findMailsTo(ada), [{ effect: 'ended', what: 'code' }])
  }
})

test('X7: five wrong codes in a row at the step-up end an admin’s session; a right code resets the count', async () => {
  const grace = await addAdmin()
  const office = await logInAdmin(grace)
  const { browserToken } = await startSessionOfAdmin(grace)
  office.cookies.set('portico-browser', browserToken ?? '')
  const guess = (otp: string) => office.call(stepUp, { body: { otp } })
  for (let count = 0; count < 4; count += 1)
    await refusedWith(errorCodes.stepUpFailed, guess('000000'))
  await guess(codeOf(grace.secret))
  for (let count = 0; count < 4; count += 1)
    await refusedWith(errorCodes.stepUpFailed, guess('000000'))
  ok(await office.isLoggedIn())
  await refusedWith(errorCodes.stepUpFailed, guess('000000'))
  equal(await office.isLoggedIn(), false)
})

test('X7: the hundredth wrong code disables the authenticator and notifies the user by mail', async () => {
  const ada = await addUser()
  await updateRows('second_factors', { userId: ada.id }, { failures: 99 })
  const laptop = await logIn(ada)
  for (let count = 0; count < 2; count += 1)
    await refusedWith(errorCodes.stepUpFailed, laptop.call(stepUpUser, { body: { otp: '000000' } }))
  deepEqual(await findMailsTo(ada), [{ effect: 'disabled', what: 'code' }])
  const actions = await actionsOf(ada.id)
  equal(actions.filter((action) => action === 'second_factor_disabled').length, 1)
  match(await mailTo(ada), /your authenticator app no longer works/)
})

test('X7: after 100 failures in a row the password works only in known browsers, until a reset by mail', async () => {
  const ada = await addUser()
  const laptop = await knownBrowserOf(ada)
  await setStreak(ada.id, 99)
  await fail(await visitor(), ada)
  const restrictedRefusal = await refusedWith(
    errorCodes.invalidCredentials,
    enterPassword(await visitor(), ada),
  )
  const unknownRefusal = await refusedWith(
    errorCodes.invalidCredentials,
    enterPassword(await visitor(), { email: 'nobody@quay.example' }),
  )
  deepEqual(
    { ...restrictedRefusal, stack: '', requestId: '' },
    { ...unknownRefusal, stack: '', requestId: '' },
  )
  await backdateCounts(ada.id, '2 days')
  await refusedWith(errorCodes.invalidCredentials, enterPassword(await visitor(), ada))
  await enterPassword(laptop, ada)

  deepEqual(await findMailsTo(ada), [{ effect: 'restricted', what: 'password' }])
  const mail = await mailTo(ada)
  match(mail, /After 100 failed attempts in a row, .* only in browsers/)
  // Waiting does not end a restriction.
  doesNotMatch(mail, /try again later/)
  equal((await actionsOf(ada.id)).filter((action) => action === 'account_restricted').length, 1)
  const office = await logInAdmin(await addAdmin())
  const before = await office.call(getUser, { params: { id: ada.id } })
  deepEqual([before.failuresInARow, before.newBrowsersRefused], [100, true])

  const token = await createMailedToken(ada, 'reset-password')
  const password = 'Second-Harbour-2'
  const phone = await visitor()
  await phone.call(confirmPasswordReset, { body: { token, password, confirmPassword: password } })
  await doesNotReject(enterPassword(phone, { ...ada, password }))
  const after = await office.call(getUser, { params: { id: ada.id } })
  deepEqual([after.failuresInARow, after.newBrowsersRefused], [0, false])
})

test('X7: a browser with 100 failures of its own is no longer a known browser', async () => {
  const ada = await addUser()
  const [stolen, laptop] = [await knownBrowserOf(ada), await knownBrowserOf(ada)]
  await fail(stolen, ada)
  const first = await row<{ key: string }>(db)`
    select key from failure_streaks
    where key in (select id::text from known_browsers where user_id = ${ada.id})`
  await setStreak(first?.key ?? '', 99)
  await setStreak(ada.id, 100)
  await fail(stolen, ada)
  await refusedWith(errorCodes.invalidCredentials, enterPassword(stolen, ada))
  await enterPassword(laptop, ada)
  ok((await actionsOf(ada.id)).includes('known_browser_forgotten'))
})

test('X7: the mail is in the user’s language', async () => {
  for (const preferredLanguage of locales) {
    const ada = await addUser({ preferredLanguage })
    await setStreak(ada.id, 99)
    await fail(await visitor(), ada)
    const text = await mailTo(ada)
    match(text, /100/)
    ok(!/[{}]/.test(text))
  }
})
