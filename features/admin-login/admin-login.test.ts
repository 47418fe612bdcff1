import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { getAdminMe } from '#contract/admin.ts'
import { getMe } from '#contract/me.ts'
import { permissions } from '#contract/permission.ts'
import { common } from '#contract/refusal.ts'
import { stepUp } from '#contract/step-up.ts'
import { findUnsent } from '#domain/mail.ts'
import { db, rows, sql } from '#server/db.ts'
import { addAdmin, logInAdmin } from '#test/admins.ts'
import { auditOf } from '#test/audit.ts'
import { addUser, codeOf, logIn, refusedWith, visitor, type Visitor } from '#test/people.ts'
import { older } from '#test/time.ts'
import { composeAccountLocked } from '../login/jobs.ts'
import {
  adminLogin,
  adminLogout,
  beginAdminTwoFactor,
  confirmAdminTwoFactor,
  refusals,
  verifyAdminCode,
} from './contract.ts'

type Admin = Awaited<ReturnType<typeof addAdmin>>

async function enterPassword(browser: Visitor, { email, password }: Admin) {
  return browser.call(adminLogin, { body: { email, password } })
}

test('AP-17 an admin logs in with her password and a code, and is told who she is and what she may do', async () => {
  const grace = await addAdmin({ roles: ['super_admin'] })
  const browser = await visitor()

  deepEqual(await enterPassword(browser, grace), { next: 'verify-mfa' })
  const { admin } = await browser.call(verifyAdminCode, { body: { otp: codeOf(grace.secret) } })

  deepEqual(admin, await browser.call(getAdminMe, {}))
  deepEqual(admin.roles, ['super_admin'])
  deepEqual(admin.permissions, [...permissions])
  const [row] = await auditOf(grace.id)
  equal(row?.action, 'login_succeeded')
  equal(row?.subSystem, 'admin')
})

test('AP-22 her cookie is her own: an admin and a person are logged in side by side, neither as the other', async () => {
  const grace = await addAdmin()
  const browser = await logIn(await addUser())
  await enterPassword(browser, grace)
  await browser.call(verifyAdminCode, { body: { otp: codeOf(grace.secret) } })

  equal((await browser.call(getAdminMe, {})).id, grace.id)
  equal(await browser.isLoggedIn(), true)

  await browser.call(adminLogout, {})
  equal(await browser.isLoggedIn(), true)
  await refusedWith(common.notLoggedIn, browser.call(getAdminMe, {}))
})

test('AP-17 nobody is told anything without an admin’s session, not even a person who is logged in', async () => {
  await refusedWith(common.notLoggedIn, (await visitor()).call(getAdminMe, {}))
  await refusedWith(common.notLoggedIn, (await logIn(await addUser())).call(getAdminMe, {}))
})

test('an admin’s cookie opens nothing in the partner area, under whatever name it is sent', async () => {
  const browser = await logInAdmin(await addAdmin())
  await refusedWith(common.notLoggedIn, browser.call(getMe, {}))
  browser.cookies.set('portico', browser.cookies.get('portico-admin') ?? '')
  await refusedWith(common.notLoggedIn, browser.call(getMe, {}))
})

test('a login that a person has begun is none in the admin area, and the other way round', async () => {
  const grace = await addAdmin()
  const browser = await visitor()
  await enterPassword(browser, grace)
  const attempt = browser.cookies.get('portico-admin-login') ?? ''
  const other = await visitor()
  other.cookies.set('portico-login', attempt)
  const answer = await other.fetch('/api/users/login/verify-mfa', {
    method: 'POST',
    body: JSON.stringify({ otp: codeOf(grace.secret) }),
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      'x-csrf-token': (await other.fetch('/api/csrf')).headers.get('x-csrf-token') ?? '',
    },
  })
  equal(answer.status, 401)
})

test('a wrong password, an unknown address and a person’s address are refused alike', async () => {
  const grace = await addAdmin()
  const ada = await addUser()
  const browser = await visitor()
  for (const body of [
    { email: grace.email, password: 'Wrong-Lighthouse-9' },
    { email: 'nobody@portico.example', password: grace.password },
    { email: ada.email, password: ada.password },
  ]) {
    await refusedWith(refusals.invalidCredentials, browser.call(adminLogin, { body }))
  }
  const [row] = await auditOf(grace.id)
  deepEqual([row?.action, row?.data['reason']], ['login_failed', 'password'])
})

test('an admin who was deactivated is told so once she has shown her password, and her session is over', async () => {
  const grace = await addAdmin()
  const open = await logInAdmin(grace)
  await db.query('update admins set active = false where id = $1', [grace.id])
  equal(await open.isLoggedIn(), false)
  await refusedWith(refusals.userInactive, enterPassword(await visitor(), grace))
})

test('a wrong code is refused, a used one is refused, and five end the attempt', async () => {
  const grace = await addAdmin()
  const browser = await visitor()
  await enterPassword(browser, grace)
  const wrong = { body: { otp: '000000' } }
  for (let round = 0; round < 5; round += 1) {
    await refusedWith(refusals.wrongCode, browser.call(verifyAdminCode, wrong))
  }
  await refusedWith(refusals.loginExpired, browser.call(verifyAdminCode, wrong))
})

test('of many at once with one code exactly one is logged in', async () => {
  const grace = await addAdmin()
  const browsers = await Promise.all(Array.from({ length: 5 }, () => visitor()))
  for (const browser of browsers) await enterPassword(browser, grace)
  const otp = codeOf(grace.secret)
  const results = await Promise.allSettled(
    browsers.map((browser) => browser.call(verifyAdminCode, { body: { otp } })),
  )
  equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('LI-01 ten failures block the address at the admin login too', async () => {
  const browser = await visitor({ ipAddress: '203.0.113.77' })
  const password = 'Wrong-Lighthouse-9'
  for (let number = 0; number < 10; number += 1) {
    await refusedWith(
      refusals.invalidCredentials,
      browser.call(adminLogin, { body: { email: `a${number}@portico.example`, password } }),
    )
  }
  const body = { email: 'a11@portico.example', password }
  const refusal = await refusedWith(refusals.addressBlocked, browser.call(adminLogin, { body }))
  ok((refusal.retryAfterSeconds ?? 0) > 500)
})

test('LI-01 five wrong passwords in a row close an admin’s account to browsers that she is not known in', async () => {
  const grace = await addAdmin()
  for (let round = 0; round < 5; round += 1) {
    const body = { email: grace.email, password: 'Wrong-Lighthouse-9' }
    await refusedWith(refusals.invalidCredentials, (await visitor()).call(adminLogin, { body }))
  }
  await refusedWith(refusals.invalidCredentials, enterPassword(await visitor(), grace))
  const [mail] = await rows<{ id: string }>(
    db,
    sql`select id from mails where to_address = ${grace.email} and kind = 'account-locked'`,
  )
  const written = await composeAccountLocked((await findUnsent(db, mail?.id ?? ''))!)
  match(written?.text ?? '', /http:\/\/localhost:8080\/admin\/login/)
  equal(written?.text.includes('/forgot-password'), false)
})

test('LI-03 an admin’s session ends after 15 minutes without use, and after 8 hours whatever she does', async () => {
  const idle = await addAdmin()
  const idleBrowser = await logInAdmin(idle)
  await older('admin_sessions', idle.id, '14 minutes')
  equal(await idleBrowser.isLoggedIn(), true)
  await older('admin_sessions', idle.id, '16 minutes')
  equal(await idleBrowser.isLoggedIn(), false)

  const busy = await addAdmin()
  const busyBrowser = await logInAdmin(busy)
  for (let hour = 0; hour < 7; hour += 1) await passAnHour(busy.id)
  equal(await busyBrowser.isLoggedIn(), true)
  await passAnHour(busy.id)
  equal(await busyBrowser.isLoggedIn(), false)
})

async function passAnHour(adminId: string): Promise<void> {
  await older('admin_sessions', adminId, '1 hour')
  await db.query('update admin_sessions set last_seen_at = now() where admin_id = $1', [adminId])
}

test('LI-03 every answer says when the session ends', async () => {
  const browser = await logInAdmin(await addAdmin())
  const answer = await browser.fetch('/api/admin/me')
  const seconds = Number(answer.headers.get('x-session-expires')) - Date.now() / 1000
  ok(seconds > 14 * 60 && seconds <= 15 * 60, String(seconds))
})

test('an admin without an authenticator sets one up on her first login, with ten recovery codes', async () => {
  const grace = await addAdmin({ hasSecondFactor: false })
  const browser = await visitor()
  deepEqual(await enterPassword(browser, grace), { next: 'configure-mfa' })
  const key = await browser.call(beginAdminTwoFactor, { body: {} })
  match(key.otpauthUrl, /^otpauth:\/\/totp\//)
  await refusedWith(
    refusals.wrongCode,
    browser.call(confirmAdminTwoFactor, { body: { otp: '000000' } }),
  )
  const { recoveryCodes, admin } = await browser.call(confirmAdminTwoFactor, {
    body: { otp: codeOf(key.secret) },
  })
  equal(admin.id, grace.id)
  equal(recoveryCodes.length, 10)

  const again = await visitor()
  deepEqual(await enterPassword(again, grace), { next: 'verify-mfa' })
  await refusedWith(refusals.secondFactorAlreadySet, again.call(beginAdminTwoFactor, { body: {} }))
  const [recoveryCode = ''] = recoveryCodes
  await again.call(verifyAdminCode, { body: { recoveryCode } })
  const third = await visitor()
  await enterPassword(third, grace)
  await refusedWith(refusals.wrongCode, third.call(verifyAdminCode, { body: { recoveryCode } }))
})

test('the second step without the first is refused', async () => {
  const browser = await visitor()
  await refusedWith(
    refusals.loginExpired,
    browser.call(verifyAdminCode, { body: { otp: '123456' } }),
  )
  await refusedWith(refusals.loginExpired, browser.call(beginAdminTwoFactor, { body: {} }))
  await refusedWith(
    refusals.loginExpired,
    browser.call(confirmAdminTwoFactor, { body: { otp: '123456' } }),
  )
})

test('logging in anew ends the session that was open in this browser', async () => {
  const grace = await addAdmin()
  const browser = await logInAdmin(grace)
  const old = browser.cookies.get('portico-admin') ?? ''
  await enterPassword(browser, grace)
  browser.cookies.set('portico-admin', old)
  equal(await browser.isLoggedIn(), false)
})

test('a fresh code is taken once; a wrong one is refused and recorded, and nobody else may show one', async () => {
  const grace = await addAdmin()
  const browser = await logInAdmin(grace, { hasFreshCode: false })
  const { rows: before } = await db.query(
    'select fresh_code_at from admin_sessions where admin_id = $1',
    [grace.id],
  )
  equal(before[0]?.fresh_code_at, null)
  await refusedWith(
    stepUp.refusals.wrongFreshCode,
    browser.call(stepUp, { body: { otp: '000000' } }),
  )
  const otp = codeOf(grace.secret)
  await browser.call(stepUp, { body: { otp } })
  await refusedWith(stepUp.refusals.wrongFreshCode, browser.call(stepUp, { body: { otp } }))
  deepEqual(
    (await auditOf(grace.id)).map(({ action }) => action),
    ['fresh_code_refused', 'fresh_code_shown', 'fresh_code_refused'],
  )
  await refusedWith(common.notLoggedIn, (await visitor()).call(stepUp, { body: { otp } }))
})

test('logging out in the admin area wants the token of that session', async () => {
  const browser = await logInAdmin(await addAdmin())
  const answer = await browser.fetch('/api/admin/logout', {
    headers: { 'x-requested-with': 'XMLHttpRequest' },
  })
  equal(answer.status, 403)
  equal(await browser.isLoggedIn(), true)
})

test('a path written in another way is guarded as the route it leads to', async () => {
  const browser = await logInAdmin(await addAdmin())
  const answer = await browser.fetch('/api/admin/logou%74', {
    headers: { 'x-requested-with': 'XMLHttpRequest' },
  })
  equal(answer.status, 403)
})
