import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { getAdminMe, stepUp } from '#contract/admin.ts'
import { getMe } from '#contract/me.ts'
import { commonErrors, errorCodes } from '#contract/refusal.ts'
import { adminCookies } from '#server/cookies.ts'
import { db } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { enterAdminPassword, enterPassword } from '#test/logins.ts'
import { giveAdminPasskey, logInAdminByPasskey } from '#test/passkeys.ts'
import { addAdmin, addUser, codeOf, logIn, logInAdmin, refusedWith, visitor } from '#test/people.ts'
import { backdate, now, updateRows } from '#test/rows.ts'
import { backdateReplacedToken } from '#test/time.ts'
import { confirmAdminTwoFactor, confirmTwoFactor } from '../two-factor/contract.ts'
import { adminLogout, verifyAdminCode } from './admin-contract.ts'
import { verifyCode } from './contract.ts'

test('AP-22 an admin and a user can be logged in side by side in one browser, each with their own cookie', async () => {
  const grace = await addAdmin()
  const browser = await logIn(await addUser())
  await enterAdminPassword(browser, grace)
  await browser.call(verifyAdminCode, { body: { otp: codeOf(grace.secret) } })

  equal((await browser.call(getAdminMe, {})).id, grace.id)
  equal(await browser.isLoggedIn(), true)

  await browser.call(adminLogout, {})
  equal(await browser.isLoggedIn(), true)
  await refusedWith(commonErrors.notLoggedIn, browser.call(getAdminMe, {}))
})

test("a login replaces the browser's session only when it is completed, not after its first step", async () => {
  const [grace, mary] = [await addAdmin(), await addAdmin()]
  const authenticator = await giveAdminPasskey(mary)
  const browser = await logInAdmin(grace)
  const before = browser.cookies.get(adminCookies.session)
  await enterAdminPassword(browser, mary)
  await logInAdminByPasskey(browser, authenticator)
  equal((await browser.call(getAdminMe, {})).id, grace.id)
  equal(browser.cookies.get(adminCookies.session), before)

  await browser.call(verifyAdminCode, { body: { password: mary.password } })
  equal((await browser.call(getAdminMe, {})).id, mary.id)
  equal(
    (await auditOf(grace.id)).some(({ action }) => action === 'logged_out'),
    true,
  )
  const old = await visitor()
  old.cookies.set(adminCookies.session, before ?? '')
  await refusedWith(commonErrors.notLoggedIn, old.call(getAdminMe, {}))
})

test('AP-17 the admin area accepts only an admin’s session, not a user’s', async () => {
  await refusedWith(commonErrors.notLoggedIn, (await visitor()).call(getAdminMe, {}))
  await refusedWith(commonErrors.notLoggedIn, (await logIn(await addUser())).call(getAdminMe, {}))
})

test('an admin’s session cookie is rejected in the partner area, under any cookie name', async () => {
  const browser = await logInAdmin(await addAdmin())
  await refusedWith(commonErrors.notLoggedIn, browser.call(getMe, {}))
  browser.cookies.set('portico', browser.cookies.get('portico-admin') ?? '')
  await refusedWith(commonErrors.notLoggedIn, browser.call(getMe, {}))
})

test('LI-03 an admin’s session expires after 15 minutes without use, and after 8 hours even if in use', async () => {
  const idle = await addAdmin()
  const idleBrowser = await logInAdmin(idle)
  await backdate('admin_sessions', { adminId: idle.id }, '14 minutes')
  equal(await idleBrowser.isLoggedIn(), true)
  await backdate('admin_sessions', { adminId: idle.id }, '16 minutes')
  equal(await idleBrowser.isLoggedIn(), false)

  const busy = await addAdmin()
  const busyBrowser = await logInAdmin(busy)
  for (let hour = 0; hour < 7; hour += 1) await passAnHour(busy.id)
  equal(await busyBrowser.isLoggedIn(), true)
  await passAnHour(busy.id)
  equal(await busyBrowser.isLoggedIn(), false)
})

async function passAnHour(adminId: string): Promise<void> {
  await backdate('admin_sessions', { adminId: adminId }, '1 hour')
  await updateRows('admin_sessions', { adminId }, { lastSeenAt: now })
}

test('LI-03 every response contains the expiry of the session', async () => {
  const browser = await logInAdmin(await addAdmin())
  const answer = await browser.fetch('/api/admin/me')
  const seconds = Number(answer.headers.get('x-session-expires')) - Date.now() / 1000
  ok(seconds > 14 * 60 && seconds <= 15 * 60, String(seconds))
})

test("a completed login ends the browser's previous session", async () => {
  const grace = await addAdmin()
  const browser = await logInAdmin(grace)
  const old = browser.cookies.get('portico-admin') ?? ''
  await enterAdminPassword(browser, grace)
  await browser.call(verifyAdminCode, { body: { otp: codeOf(grace.secret) } })
  browser.cookies.set('portico-admin', old)
  equal(await browser.isLoggedIn(), false)
})

test("a step-up accepts a code once; wrong codes are rejected and recorded; it requires an admin's session", async () => {
  const grace = await addAdmin()
  const browser = await logInAdmin(grace, { hasRecentStepUp: false })
  const { rows: before } = await db.query(
    'select step_up_at from admin_sessions where admin_id = $1',
    [grace.id],
  )
  equal(before[0]?.step_up_at, null)
  await refusedWith(stepUp.refusals.stepUpFailed, browser.call(stepUp, { body: { otp: '000000' } }))
  const otp = codeOf(grace.secret)
  await browser.call(stepUp, { body: { otp } })
  await refusedWith(stepUp.refusals.stepUpFailed, browser.call(stepUp, { body: { otp } }))
  deepEqual(
    (await auditOf(grace.id)).map(({ action }) => action),
    ['step_up_refused', 'step_up_succeeded', 'step_up_refused'],
  )
  await refusedWith(commonErrors.notLoggedIn, (await visitor()).call(stepUp, { body: { otp } }))
})

test('S2: a right code replaces the token of the session, a wrong code does not', async () => {
  const grace = await addAdmin()
  const browser = await logInAdmin(grace)
  const token = () => browser.cookies.get('portico-admin') ?? ''
  const before = token()
  await refusedWith(stepUp.refusals.stepUpFailed, browser.call(stepUp, { body: { otp: '000000' } }))
  equal(token(), before)
  await browser.call(stepUp, { body: { otp: codeOf(grace.secret) } })
  notEqual(token(), before)
  equal(await browser.isLoggedIn(), true)
  const thief = await visitor()
  thief.cookies.set('portico-admin', before)
  await backdateReplacedToken(before, '61 seconds')
  await refusedWith(commonErrors.notLoggedIn, thief.call(getAdminMe, {}))
})

test('an admin logout without the CSRF token answers 403', async () => {
  const browser = await logInAdmin(await addAdmin())
  const answer = await browser.fetch('/api/admin/logout', {
    headers: { 'x-requested-with': 'XMLHttpRequest' },
  })
  equal(answer.status, 403)
  equal(await browser.isLoggedIn(), true)
})

test('S1: a user’s login attempt is invalid in the admin area, and an admin’s in the partner area', async () => {
  const [ada, grace] = [await addUser(), await addAdmin()]
  const browser = await visitor()
  await enterPassword(browser, ada)
  await enterAdminPassword(browser, grace)
  const [userAttempt = '', adminAttempt = ''] = ['portico-login', 'portico-admin-login'].map(
    (name) => browser.cookies.get(name),
  )
  browser.cookies.set('portico-login', adminAttempt)
  browser.cookies.set('portico-admin-login', userAttempt)
  for (const { secret } of [ada, grace]) {
    const request = { body: { otp: codeOf(secret) } }
    await refusedWith(errorCodes.loginExpired, browser.call(verifyAdminCode, request))
    await refusedWith(errorCodes.loginExpired, browser.call(verifyCode, request))
    // The refusal names no account, and does not reveal that it has a second factor.
    await refusedWith(errorCodes.loginExpired, browser.call(confirmAdminTwoFactor, request))
    await refusedWith(errorCodes.loginExpired, browser.call(confirmTwoFactor, request))
  }
})

test('S1: the session of a deactivated admin is invalid', async () => {
  const grace = await addAdmin()
  const browser = await logInAdmin(grace)
  equal(await browser.isLoggedIn(), true)
  await updateRows('admins', { id: grace.id }, { active: false })
  await refusedWith(commonErrors.notLoggedIn, browser.call(getAdminMe, {}))
})
