// own process: counts failures by address
import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes, commonErrors } from '#contract/refusal.ts'
import { db, rows } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { addUser, codeOf, logIn, refusedWith, visitor, type Visitor } from '#test/people.ts'
import { changePassword } from '../password/contract.ts'
import { login, logout, verifyCode } from '../sign-in/contract.ts'
import { reportSession, listSessions } from './contract.ts'

test('"this was not me" ends every other session and login, and blocks the password', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  const [thief, phone] = [await logIn(ada), await logIn(ada)]
  const halfway = await visitor()
  await halfway.call(login, { body: { email: ada.email, password: ada.password } })
  const id = await currentOf(thief)
  await laptop.call(reportSession, { params: { id }, body: {} })
  for (const browser of [thief, phone]) equal(await browser.isLoggedIn(), false)
  equal(await laptop.isLoggedIn(), true)
  await refusedWith(
    errorCodes.loginExpired,
    halfway.call(verifyCode, { body: { otp: codeOf(ada.secret) } }),
  )
  await refusedWith(
    errorCodes.invalidCredentials,
    (await visitor()).call(login, { body: { email: ada.email, password: ada.password } }),
  )
  const [row] = (await auditOf(id)).filter(({ action }) => action === 'session_reported')
  equal(row?.action, 'session_reported')
})

test('after "this was not me" the user sets a new password in the same session and logs in with it', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  const id = await currentOf(await logIn(ada))
  await laptop.call(reportSession, { params: { id }, body: {} })
  const newPassword = 'Second-Harbour-2'
  const body = { oldPassword: ada.password, newPassword, confirmPassword: newPassword }
  await laptop.call(changePassword, { body })
  const { next } = await (
    await visitor()
  ).call(login, {
    body: { email: ada.email, password: newPassword },
  })
  equal(next, 'verify-mfa')
})

test('"this was not me" mails a link to set a new password, and removes the other known browsers', async () => {
  const ada = await addUser()
  const laptop = await visitor()
  await laptop.call(login, { body: { email: ada.email, password: ada.password } })
  await laptop.call(verifyCode, { body: { otp: codeOf(ada.secret) } })
  const thief = await logIn(ada)
  const id = await currentOf(thief)
  await laptop.call(reportSession, { params: { id }, body: {} })
  const mails = await rows(db)`select kind from mails where to_address = ${ada.email}`
  deepEqual(mails, [{ kind: 'reset-password' }])
  const browsers = await rows(db)`select id from known_browsers where user_id = ${ada.id}`
  equal(browsers.length, 1)
})

test('"this was not me" also works for a session that has ended in the meantime', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  const thief = await visitor()
  await thief.call(login, { body: { email: ada.email, password: ada.password } })
  await thief.call(verifyCode, { body: { otp: codeOf(ada.secret) } })
  const id = await currentOf(thief)
  await thief.call(logout, {})
  await laptop.call(reportSession, { params: { id }, body: {} })
  await refusedWith(
    errorCodes.invalidCredentials,
    thief.call(login, { body: { email: ada.email, password: ada.password } }),
  )
})

test('the current session, a session of another user and an unknown session cannot be reported', async () => {
  const laptop = await logIn(await addUser())
  const stranger = await logIn(await addUser())
  for (const id of [await currentOf(laptop), await currentOf(stranger), 'nothing']) {
    await refusedWith(
      commonErrors.notFound,
      laptop.call(reportSession, { params: { id }, body: {} }),
    )
  }
  deepEqual([await laptop.isLoggedIn(), await stranger.isLoggedIn()], [true, true])
})

test('S1: an ended session of another user cannot be reported', async () => {
  const laptop = await logIn(await addUser())
  const eve = await addUser()
  const stranger = await visitor()
  await stranger.call(login, { body: { email: eve.email, password: eve.password } })
  await stranger.call(verifyCode, { body: { otp: codeOf(eve.secret) } })
  const id = await currentOf(stranger)
  await stranger.call(logout, {})
  await refusedWith(commonErrors.notFound, laptop.call(reportSession, { params: { id }, body: {} }))
})

async function currentOf(browser: Visitor): Promise<string> {
  const sessions = await browser.call(listSessions, {})
  return sessions.find((session) => session.current)?.id ?? ''
}
