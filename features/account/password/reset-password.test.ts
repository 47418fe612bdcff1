import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { checkLink } from '#contract/link.ts'
import { errorCodes, commonErrors } from '#contract/refusal.ts'
import { createLink, mailedToken } from '#domain/sign-in/link.ts'
import { listPasskeys } from '#domain/passkeys/passkey.ts'
import { findMatchingPassword } from '#test/matching-password.ts'
import { addUser as add } from '#domain/accounts/user.ts'
import { db } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { givePasskey } from '#test/passkeys.ts'
import { addUser, codeOf, logIn, refusedWith, visitor } from '#test/people.ts'
import { confirm, linkFor, second } from '#test/password-links.ts'
import { ago, now, updateRows } from '#test/rows.ts'
import { resetLinkFor } from '#test/second-factor.ts'
import { backdateCounts } from '#test/time.ts'
import { beginResetByLink, confirmResetByLink } from '../recovery/contract.ts'
import { login, verifyCode } from '../sign-in/contract.ts'
import { changePassword } from './contract.ts'

const password = (number: number) => `Harbour-number-${number}`

test('AP-12 SC-04 a mailed link sets a new password, and the old password no longer works', async () => {
  const ada = await addUser()
  await confirm(await visitor(), await linkFor(ada))
  ok(await findMatchingPassword(db, ada.id, second))
  equal(await findMatchingPassword(db, ada.id, ada.password), undefined)
})

test('a password reset ends every session of the user and starts none', async () => {
  const ada = await addUser()
  const browsers = [await logIn(ada), await logIn(ada)]
  const laptop = await visitor()
  await confirm(laptop, await linkFor(ada))
  for (const browser of [...browsers, laptop]) equal(await browser.isLoggedIn(), false)
})

test('LI-01 after a password reset, an earlier lockout by wrong passwords does not delay a login', async () => {
  const ada = await addUser()
  for (const number of [1, 2, 3, 4, 5]) {
    const body = { email: ada.email, password: `Wrong-Harbour-${number}` }
    await refusedWith(errorCodes.invalidCredentials, (await visitor()).call(login, { body }))
  }
  const right = { email: ada.email, password: ada.password }
  await refusedWith(errorCodes.invalidCredentials, (await visitor()).call(login, { body: right }))
  await confirm(await visitor(), await linkFor(ada))
  await (await visitor()).call(login, { body: { email: ada.email, password: second } })
})

test('a password reset ends a login that waits for its code', async () => {
  const ada = await addUser()
  const phone = await visitor()
  await phone.call(login, { body: { email: ada.email, password: ada.password } })
  await confirm(await visitor(), await linkFor(ada))
  await refusedWith(errorCodes.loginExpired, phone.call(verifyCode, { body: { otp: '000000' } }))
})

test('a password reset voids the user’s other links, except those that only end sessions', async () => {
  const ada = await addUser()
  const token = await linkFor(ada)
  const about = { userId: ada.id, email: ada.email, createdBy: 'user' }
  const other = await createLink(db, { ...about, kind: 'reset-mfa' })
  const stop = await createLink(db, { ...about, kind: 'log-me-out' })
  await confirm(await visitor(), token)
  equal(await mailedToken(db, other), undefined)
  ok(await mailedToken(db, stop))
})

test('a password reset lists the enabled passkeys of the last 30 days, and removes none', async () => {
  const ada = await addUser()
  for (const name of ['old', 'new', 'copied']) {
    await givePasskey(ada)
    await updateRows('passkeys', { userId: ada.id, name: 'Laptop' }, { name })
  }
  await updateRows('passkeys', { userId: ada.id }, { createdAt: ago('29 days') })
  await updateRows('passkeys', { userId: ada.id, name: 'old' }, { createdAt: ago('31 days') })
  await updateRows('passkeys', { userId: ada.id, name: 'copied' }, { disabledAt: now })
  const { recentPasskeys } = await confirm(await visitor(), await linkFor(ada))
  deepEqual(
    recentPasskeys.map(({ name }) => name),
    ['new'],
  )
  equal((await listPasskeys(db, ada.id)).length, 3)
  const bob = await confirm(await visitor(), await linkFor(await addUser()))
  deepEqual(bob, { recentPasskeys: [] })
})

test("U3: a password set by link keeps an admin's authenticator link valid, but ends resets begun with the old password", async () => {
  const ada = await addUser()
  const token = await resetLinkFor(ada, 'admin:00000000-0000-7000-8000-000000000000')
  const phone = await visitor()
  await phone.call(beginResetByLink, { body: { token, password: ada.password } })
  await confirm(phone, await linkFor(ada))
  const unfinished = phone.call(confirmResetByLink, { body: { token, otp: '000000' } })
  await refusedWith(errorCodes.loginExpired, unfinished)
  const old = phone.call(beginResetByLink, { body: { token, password: ada.password } })
  await refusedWith(errorCodes.invalidCredentials, old)
  const { secret } = await phone.call(beginResetByLink, {
    body: { token, otp: codeOf(ada.secret) },
  })
  await phone.call(confirmResetByLink, { body: { token, otp: codeOf(secret) } })
  equal(await phone.isLoggedIn(), true)
})

test('U3: a password change in a session voids an authenticator link that an admin created', async () => {
  const ada = await addUser()
  const token = await resetLinkFor(ada, 'admin:00000000-0000-7000-8000-000000000000')
  const laptop = await logIn(ada)
  const body = { oldPassword: ada.password, newPassword: second, confirmPassword: second }
  await laptop.call(changePassword, { body })
  await refusedWith(errorCodes.invalidLink, laptop.call(checkLink, { body: { token } }))
})

test('VA-01 VA-02 VA-04 VA-05 ER-06 all violated rules are reported together, each by its own code', async () => {
  const ada = await addUser({ email: 'ada.lovelace+reset@quay.example' })
  const token = await linkFor(ada)
  const laptop = await visitor()
  await refusedWith(errorCodes.tooShort, confirm(laptop, token, 'Harbour-100'))
  await refusedWith(commonErrors.invalidInput, confirm(laptop, token, `Aa1-${'x'.repeat(253)}`))
  await refusedWith(errorCodes.notStrong, confirm(laptop, token, 'harbour-wall-1'))
  await refusedWith(errorCodes.personalPassword, confirm(laptop, token, 'Ada-of-the-1st'))
  await refusedWith(errorCodes.personalPassword, confirm(laptop, token, 'The-Lovelace-1'))
  const refusal = await refusedWith(errorCodes.notStrong, confirm(laptop, token, 'my-byron-house'))
  deepEqual(
    refusal.faults.map(({ field, rule }) => [field, rule]),
    [
      ['password', 'noUppercase'],
      ['password', 'noNumber'],
      ['password', 'personalPassword'],
    ],
  )
  await confirm(laptop, token, '-Harbour-of-1843')
})

test('VA-01 a password of 256 characters with emoji matches in every Unicode form', async () => {
  const ada = await addUser()
  const long = `Ａa1-${'🦉'.repeat(252)}`
  await confirm(await visitor(), await linkFor(ada), long)
  ok(await findMatchingPassword(db, ada.id, long.normalize('NFKC')))
})

test('VA-03 ER-06 the current password and the four previous passwords are rejected; the sixth is accepted', async () => {
  const ada = await addUser({ password: password(0) })
  const laptop = await visitor()
  for (const number of [1, 2, 3, 4, 5]) await confirm(laptop, await linkFor(ada), password(number))
  const token = await linkFor(ada)
  const refusal = await refusedWith(errorCodes.recentPassword, confirm(laptop, token, password(5)))
  deepEqual(refusal.faults, [
    { code: errorCodes.recentPassword, field: 'password', rule: 'recentPassword' },
  ])
  await refusedWith(errorCodes.recentPassword, confirm(laptop, token, password(1)))
  await confirm(laptop, token, password(0))
})

test('a common password is rejected, even with additional characters', async () => {
  const token = await linkFor(await addUser())
  const laptop = await visitor()
  for (const password of ['P@ssw0rd-2026!', 'Welcome123456!', '１２Qwerty1234！！']) {
    await refusedWith(errorCodes.commonPassword, confirm(laptop, token, password))
  }
})

test('VA-07 a different confirmation is reported at its field', async () => {
  const token = await linkFor(await addUser())
  const refusal = await refusedWith(
    errorCodes.passwordsDiffer,
    confirm(await visitor(), token, second, 'Second-Harbour-3'),
  )
  deepEqual(refusal.faults, [
    { code: errorCodes.passwordsDiffer, field: 'confirmPassword', rule: 'passwordsDiffer' },
  ])
})

test('ER-06 ST-06 the link of a deactivated user answers userInactive and changes nothing', async () => {
  const ada = await addUser()
  const token = await linkFor(ada)
  await updateRows('users', { id: ada.id }, { active: false })
  await refusedWith(errorCodes.userInactive, confirm(await visitor(), token))
  ok(await findMatchingPassword(db, ada.id, ada.password))
  deepEqual(
    (await auditOf(ada.id)).map(({ action, data }) => [action, data['reason']]),
    [['password_reset_refused', 'user inactive']],
  )
})

test('the link of a user of a deactivated company answers partnerInactive', async () => {
  const ada = await addUser({ company: 'Laid up Ltd' })
  const token = await linkFor(ada)
  await updateRows('partners', { name: 'Laid up Ltd' }, { active: false })
  await refusedWith(errorCodes.partnerInactive, confirm(await visitor(), token))
})

test('RT-05 a user without a password sets the first one by the same kind of link', async () => {
  const mona = { email: 'mona@quay.example', firstname: 'Mona', lastname: 'Nile' }
  const id = (await add(db, { ...mona, partnerId: null, preferredLanguage: 'ar' })) ?? ''
  const token = await linkFor({ id, email: mona.email })
  const laptop = await visitor()
  const { firstname, lastname, hasPassword } = await laptop.call(checkLink, { body: { token } })
  deepEqual(
    { firstname, lastname, hasPassword },
    { firstname: 'Mona', lastname: 'Nile', hasPassword: false },
  )
  await confirm(laptop, token)
  ok(await findMatchingPassword(db, id, second))
})

test('the audit log records the reset with IP address and request id, but no token or password', async () => {
  const ada = await addUser()
  await logIn(ada)
  const token = await linkFor(ada)
  await confirm(await visitor({ ipAddress: '198.51.100.7' }), token)
  const [row] = await auditOf(ada.id)
  equal(row?.action, 'password_reset')
  equal(row?.ipAddress, '198.51.100.7')
  equal(row?.data['endedSessions'], 1)
  match(row?.requestId ?? '', /^.{36}$/)
  ok(!JSON.stringify(row).includes(token) && !JSON.stringify(row).includes(second))
})

test('X4: a link is rate-limited after comparing ten passwords with the current one within ten minutes', async () => {
  const ada = await addUser()
  const token = await linkFor(ada)
  const laptop = await visitor()
  for (let count = 0; count < 10; count += 1)
    await refusedWith(errorCodes.recentPassword, confirm(laptop, token, ada.password))
  const refusal = await refusedWith(errorCodes.tooManyRequests, confirm(laptop, token, second))
  ok(refusal.retryAfterSeconds && refusal.retryAfterSeconds > 590)
  await refusedWith(errorCodes.tooShort, confirm(laptop, token, 'Harbour-1'))
  await backdateCounts(ada.id, '10 minutes')
  await confirm(laptop, token)
})
