import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { renderMail } from '#contract/mail.ts'
import { config } from '#server/config.ts'
import { getAdminMe } from '#contract/admin.ts'
import { permissions } from '#contract/permission.ts'
import { errorCodes } from '#contract/refusal.ts'
import { findUnsentMail } from '#domain/mail/mail.ts'
import { db, rows } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { enterAdminPassword } from '#test/logins.ts'
import { addAdmin, addUser, codeOf, logInAdmin, refusedWith, visitor } from '#test/people.ts'
import { updateRows } from '#test/rows.ts'
import { beginAdminTwoFactor, confirmAdminTwoFactor } from '../two-factor/contract.ts'
import { adminLogin, verifyAdminCode } from './admin-contract.ts'
import { composeAccountLocked } from './email.ts'

test('AP-17 an admin logs in with password and code, and the response contains name and permissions', async () => {
  const grace = await addAdmin({ roles: ['super_admin'] })
  const browser = await visitor()

  deepEqual(await enterAdminPassword(browser, grace), { next: 'verify-mfa', methods: ['otp'] })
  const { admin } = await browser.call(verifyAdminCode, { body: { otp: codeOf(grace.secret) } })

  deepEqual(admin, await browser.call(getAdminMe, {}))
  deepEqual(admin.roles, ['super_admin'])
  deepEqual(admin.permissions, [...permissions])
  const [row] = await auditOf(grace.id)
  equal(row?.action, 'login_succeeded')
  equal(row?.subSystem, 'admin')
})

test('a login attempt of an admin cannot be continued in the partner area', async () => {
  const grace = await addAdmin()
  const browser = await visitor()
  await enterAdminPassword(browser, grace)
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

test('a wrong password, an unknown email address and a user’s address are rejected with the same error', async () => {
  const grace = await addAdmin()
  const ada = await addUser()
  const browser = await visitor()
  for (const body of [
    { email: grace.email, password: 'Wrong-Lighthouse-9' },
    { email: 'nobody@portico.example', password: grace.password },
    { email: ada.email, password: ada.password },
  ]) {
    await refusedWith(errorCodes.invalidCredentials, browser.call(adminLogin, { body }))
  }
  const [row] = await auditOf(grace.id)
  deepEqual([row?.action, row?.data['reason']], ['login_failed', 'password'])
})

test('a deactivated admin loses the open session and gets userInactive after the right password', async () => {
  const grace = await addAdmin()
  const open = await logInAdmin(grace)
  await updateRows('admins', { id: grace.id }, { active: false })
  equal(await open.isLoggedIn(), false)
  await refusedWith(errorCodes.userInactive, enterAdminPassword(await visitor(), grace))
})

test('a wrong code is rejected, and five wrong codes end the attempt', async () => {
  const grace = await addAdmin()
  const browser = await visitor()
  await enterAdminPassword(browser, grace)
  const wrong = { body: { otp: '000000' } }
  for (let round = 0; round < 5; round += 1) {
    await refusedWith(errorCodes.wrongCode, browser.call(verifyAdminCode, wrong))
  }
  await refusedWith(errorCodes.loginExpired, browser.call(verifyAdminCode, wrong))
})

test('exactly one of five concurrent logins with one code succeeds', async () => {
  const grace = await addAdmin()
  const browsers = await Promise.all(Array.from({ length: 5 }, () => visitor()))
  for (const browser of browsers) await enterAdminPassword(browser, grace)
  const otp = codeOf(grace.secret)
  const results = await Promise.allSettled(
    browsers.map((browser) => browser.call(verifyAdminCode, { body: { otp } })),
  )
  equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('LI-01 ten failures block the IP address at the admin login too', async () => {
  const browser = await visitor({ ipAddress: '203.0.113.77' })
  const password = 'Wrong-Lighthouse-9'
  for (let number = 0; number < 10; number += 1) {
    await refusedWith(
      errorCodes.invalidCredentials,
      browser.call(adminLogin, { body: { email: `a${number}@portico.example`, password } }),
    )
  }
  const body = { email: 'a11@portico.example', password }
  const refusal = await refusedWith(errorCodes.addressBlocked, browser.call(adminLogin, { body }))
  ok((refusal.retryAfterSeconds ?? 0) > 500)
})

test('LI-01 five wrong passwords in a row lock an admin’s account for unknown browsers', async () => {
  const grace = await addAdmin()
  for (let round = 0; round < 5; round += 1) {
    const body = { email: grace.email, password: 'Wrong-Lighthouse-9' }
    await refusedWith(errorCodes.invalidCredentials, (await visitor()).call(adminLogin, { body }))
  }
  await refusedWith(errorCodes.invalidCredentials, enterAdminPassword(await visitor(), grace))
  const [mail] = await rows<{ id: string }>(db)`
    select id from mails where to_address = ${grace.email} and kind = 'account-locked'`
  const unsent = (await findUnsentMail(db, mail?.id ?? ''))!
  const content = await composeAccountLocked(unsent)
  const rendered = content && renderMail(content, config.brand)
  match(rendered?.text ?? '', /http:\/\/localhost:8080\/admin\/login/)
  equal(rendered?.text.includes('/forgot-password'), false)
  // Admins get a new password from another admin.
  const ofCodes = await composeAccountLocked({ ...unsent, data: { ...unsent.data, what: 'code' } })
  const { text } = renderMail(ofCodes!, config.brand)
  match(text, /Ask another admin to reset your admin account now/)
  equal(/Set a new password/.test(text), false)
})

test('an admin without an authenticator sets one up at the first login and gets ten recovery codes', async () => {
  const grace = await addAdmin({ hasSecondFactor: false })
  const browser = await visitor()
  deepEqual(await enterAdminPassword(browser, grace), { next: 'configure-mfa' })
  const key = await browser.call(beginAdminTwoFactor, { body: {} })
  match(key.otpauthUrl, /^otpauth:\/\/totp\//)
  await refusedWith(
    errorCodes.wrongCode,
    browser.call(confirmAdminTwoFactor, { body: { otp: '000000' } }),
  )
  const { recoveryCodes, admin } = await browser.call(confirmAdminTwoFactor, {
    body: { otp: codeOf(key.secret) },
  })
  equal(admin.id, grace.id)
  equal(recoveryCodes.length, 10)

  const again = await visitor()
  deepEqual(await enterAdminPassword(again, grace), {
    next: 'verify-mfa',
    methods: ['otp', 'recovery'],
  })
  await refusedWith(
    errorCodes.secondFactorAlreadySet,
    again.call(beginAdminTwoFactor, { body: {} }),
  )
  const [recoveryCode = ''] = recoveryCodes
  await again.call(verifyAdminCode, { body: { recoveryCode } })
  const third = await visitor()
  await enterAdminPassword(third, grace)
  await refusedWith(errorCodes.wrongCode, third.call(verifyAdminCode, { body: { recoveryCode } }))
})

test('X6: a key created by one login attempt of an admin is invalid in another', async () => {
  const grace = await addAdmin({ hasSecondFactor: false })
  const [thief, laptop] = [await visitor(), await visitor()]
  await enterAdminPassword(thief, grace)
  const { secret: copy } = await thief.call(beginAdminTwoFactor, { body: {} })
  await enterAdminPassword(laptop, grace)
  const { secret } = await laptop.call(beginAdminTwoFactor, { body: {} })
  notEqual(secret, copy)
  const otp = codeOf(copy)
  await refusedWith(errorCodes.loginExpired, thief.call(confirmAdminTwoFactor, { body: { otp } }))
  await laptop.call(confirmAdminTwoFactor, { body: { otp: codeOf(secret) } })
  await enterAdminPassword(thief, grace)
  await refusedWith(errorCodes.wrongCode, thief.call(verifyAdminCode, { body: { otp } }))
})

test('the second step without the first is rejected', async () => {
  const browser = await visitor()
  await refusedWith(
    errorCodes.loginExpired,
    browser.call(verifyAdminCode, { body: { otp: '123456' } }),
  )
  await refusedWith(errorCodes.loginExpired, browser.call(beginAdminTwoFactor, { body: {} }))
  await refusedWith(
    errorCodes.loginExpired,
    browser.call(confirmAdminTwoFactor, { body: { otp: '123456' } }),
  )
})

test('a percent-encoded path is protected like its route', async () => {
  const browser = await logInAdmin(await addAdmin())
  const answer = await browser.fetch('/api/admin/logou%74', {
    headers: { 'x-requested-with': 'XMLHttpRequest' },
  })
  equal(answer.status, 403)
})
