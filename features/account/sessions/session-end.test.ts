// own process: counts failures by address
import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { getAdminMe } from '#contract/admin.ts'
import { getMe } from '#contract/me.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { deleteSessionEnds } from '#domain/sessions/session-end.ts'
import { endAdminSessionsOf } from '#domain/sessions/admin-session.ts'
import { endSessionsOf } from '#domain/sessions/session.ts'
import { expireSessions } from '#domain/sessions/session-timeout.ts'
import { cookies } from '#server/cookies.ts'
import { db, transaction } from '#server/db.ts'
import { addAdmin, addUser, logIn, logInAdmin, visitor, type Visitor } from '#test/people.ts'
import { ago, backdate, deleteRows, updateRows } from '#test/rows.ts'
import { endOthers, endSession, listSessions } from './contract.ts'
import { changePassword } from '../password/contract.ts'
import { logout } from '../sign-in/contract.ts'

test('M7: a call after the idle timeout reports endedIdle, before and after the session is purged', async () => {
  const ada = await addUser()
  const [laptop, phone] = [await logIn(ada), await logIn(ada)]
  await backdate('sessions', { userId: ada.id }, '16 minutes')
  deepEqual(await endOf(laptop), { code: commonErrors.notLoggedIn, rule: 'endedIdle' })
  await expireSessions(db)
  deepEqual(await endOf(phone), { code: commonErrors.notLoggedIn, rule: 'endedIdle' })
})

test('M7: a call after the maximum duration reports endedExpired', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  await backdate('sessions', { userId: ada.id }, '13 hours')
  equal((await endOf(laptop)).rule, 'endedExpired')
})

test('M7: a call after the user ended the session elsewhere reports endedElsewhere, for one session or all others', async () => {
  const ada = await addUser()
  const [laptop, phone, tablet] = [await logIn(ada), await logIn(ada), await logIn(ada)]
  const id = (await phone.call(listSessions, {})).find(({ current }) => current)?.id ?? ''
  await laptop.call(endSession, { params: { id }, body: {} })
  equal((await endOf(phone)).rule, 'endedElsewhere')
  await laptop.call(endOthers, { body: {} })
  equal((await endOf(tablet)).rule, 'endedElsewhere')
})

test('M7: a call after a password change in another session reports endedPassword', async () => {
  const ada = await addUser()
  const [laptop, phone] = [await logIn(ada), await logIn(ada)]
  const newPassword = 'Second-Harbour-2'
  await laptop.call(changePassword, {
    body: { oldPassword: ada.password, newPassword, confirmPassword: newPassword },
  })
  equal((await endOf(phone)).rule, 'endedPassword')
})

test('M7: a call reports endedInactive for a deactivated account, and endedBySupport if support ended the session', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  await updateRows('users', { id: ada.id }, { active: false })
  equal((await endOf(laptop)).rule, 'endedInactive')

  const grace = await addUser()
  const phone = await logIn(grace)
  await transaction(db, (tx) => endSessionsOf(tx, grace.id, 'endedBySupport'))
  equal((await endOf(phone)).rule, 'endedBySupport')
})

test("M7: only the browser with the session's cookie gets the reason; a logout gives no reason", async () => {
  const ada = await addUser()
  const [laptop, phone] = [await logIn(ada), await logIn(ada)]
  await laptop.call(endOthers, { body: {} })
  const stranger = await visitor()
  deepEqual(await endOf(stranger), { code: commonErrors.notLoggedIn })
  stranger.cookies.set(cookies.session, 'x'.repeat(43))
  deepEqual(await endOf(stranger), { code: commonErrors.notLoggedIn })
  const oldCookies = new Map(laptop.cookies)
  await laptop.call(logout, {})
  for (const cookie of oldCookies) laptop.cookies.set(...cookie)
  deepEqual(await endOf(laptop), { code: commonErrors.notLoggedIn })
  equal((await endOf(phone)).rule, 'endedElsewhere')
})

test('M7: the reason for the end of a session is deleted after a day', async () => {
  const ada = await addUser()
  const [laptop, phone] = [await logIn(ada), await logIn(ada)]
  await laptop.call(endOthers, { body: {} })
  await updateRows('session_ends', {}, { endedAt: ago('25 hours') })
  deepEqual(await endOf(phone), { code: commonErrors.notLoggedIn })
  await deleteSessionEnds(db)
  equal(await deleteRows('session_ends', {}), 0)
})

test('M7: an ended session of an admin reports its reason', async () => {
  const grace = await addAdmin()
  const [idle, ended] = [await logInAdmin(grace), await logInAdmin(grace)]
  await endAdminSessionsOf(db, grace.id, 'endedBySupport')
  equal((await endOf(ended, getAdminMe)).rule, 'endedBySupport')
  const again = await logInAdmin(grace)
  await backdate('admin_sessions', { adminId: grace.id }, '16 minutes')
  equal((await endOf(again, getAdminMe)).rule, 'endedIdle')
  equal((await endOf(idle, getAdminMe)).rule, 'endedBySupport')
})

/** Returns the fault of the first response without a session; that response also deletes the cookie. */
async function endOf(browser: Visitor, endpoint: typeof getMe | typeof getAdminMe = getMe) {
  let fault
  await rejects(browser.call(endpoint as typeof getMe, {}), (error) => {
    fault = error instanceof Refusal ? error.faults[0] : undefined
    return fault !== undefined
  })
  return fault as unknown as { code: number; rule?: string }
}
