import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes, commonErrors } from '#contract/refusal.ts'
import { hashPassword, setPassword } from '#domain/credentials/password.ts'
import { db } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { enterCode, enterPassword } from '#test/logins.ts'
import { addUser, logIn, refusedWith, visitor } from '#test/people.ts'
import { updateRows } from '#test/rows.ts'
import { backdateReplacedToken } from '#test/time.ts'
import { endOthers, listSessions } from '../sessions/contract.ts'
import { logout } from './contract.ts'

test('AP-05 AP-07 ST-03 password and code log in, and the response contains the user', async () => {
  const ada = await addUser()
  const laptop = await visitor()
  deepEqual(await enterPassword(laptop, ada), { next: 'verify-mfa', methods: ['otp'] })
  equal(await laptop.isLoggedIn(), false)
  const { next, user } = await enterCode(laptop, ada)
  equal(next, 'done')
  equal(user.email, ada.email)
  equal(await laptop.isLoggedIn(), true)
})

test('the email address is accepted with capitals and surrounding spaces', async () => {
  const ada = await addUser()
  const laptop = await visitor()
  await enterPassword(laptop, { ...ada, email: `  ${ada.email.toUpperCase()} ` })
})

test('ER-04 a wrong password and an unknown email address are rejected with the same faults', async () => {
  const ada = await addUser()
  const laptop = await visitor()
  const wrongRefusal = await refusedWith(
    errorCodes.invalidCredentials,
    enterPassword(laptop, { ...ada, password: 'Wrong-Harbour-1' }),
  )
  const unknownRefusal = await refusedWith(
    errorCodes.invalidCredentials,
    enterPassword(laptop, { ...ada, email: 'nobody@quay.example' }),
  )
  deepEqual(wrongRefusal.faults, unknownRefusal.faults)
})

test('ER-04 an invalid email address is reported at its field', async () => {
  const refusal = await refusedWith(
    commonErrors.invalidInput,
    enterPassword(await visitor(), { email: 'ada', password: 'x' }),
  )
  deepEqual(refusal.faults, [
    { code: commonErrors.invalidInput, field: 'email', rule: 'invalidEmail' },
  ])
})

test('the code step requires the password step', async () => {
  const ada = await addUser()
  await refusedWith(errorCodes.loginExpired, enterCode(await visitor(), ada))
})

test('a new password ends logins begun with the old one', async () => {
  const ada = await addUser()
  const thief = await visitor()
  await enterPassword(thief, ada)
  // Simulates a password set between the check of the old one and the start of the attempt.
  await setPassword(db, ada.id, await hashPassword('Second-Harbour-2'))
  await refusedWith(errorCodes.loginExpired, enterCode(thief, ada))
})

test("a login renews the session's cookie; the old cookie allows no changes, and allows reads for at most a minute", async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  const before = laptop.cookies.get('portico') ?? ''
  await enterPassword(laptop, ada)
  equal(await laptop.isLoggedIn(), true)
  await enterCode(laptop, ada)
  notEqual(laptop.cookies.get('portico'), before)
  laptop.cookies.set('portico', before)
  await refusedWith(commonErrors.invalidCsrfToken, laptop.call(endOthers, { body: {} }))
  await backdateReplacedToken(before, '61 seconds')
  equal(await laptop.isLoggedIn(), false)
})

test('ST-02 AP-10 a logout ends the session itself, not only its cookie', async () => {
  const laptop = await logIn(await addUser())
  const cookie = laptop.cookies.get('portico') ?? ''
  await laptop.call(logout, {})
  equal(laptop.cookies.has('portico'), false)
  laptop.cookies.set('portico', cookie)
  await refusedWith(commonErrors.notLoggedIn, laptop.call(listSessions, {}))
})

test('AP-10 a repeated logout and a logout without a session succeed', async () => {
  const laptop = await logIn(await addUser())
  await laptop.call(logout, {})
  await laptop.call(logout, {})
  await (await visitor()).call(logout, {})
})

test('AP-10 a link or image on another site cannot log a user out', async () => {
  const laptop = await logIn(await addUser())
  const answer = await laptop.fetch('/api/users/logout', {
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  equal(answer.status, 403)
  equal(await laptop.isLoggedIn(), true)
})

test('ST-06 a deactivated user gets userInactive only after the right password', async () => {
  const ada = await addUser()
  await updateRows('users', { id: ada.id }, { active: false })
  const laptop = await visitor()
  await refusedWith(
    errorCodes.invalidCredentials,
    enterPassword(laptop, { ...ada, password: 'Wrong-Harbour-1' }),
  )
  await refusedWith(errorCodes.userInactive, enterPassword(laptop, ada))
})

test('the users of a deactivated company cannot log in', async () => {
  const ada = await addUser({ company: 'Closed Ltd' })
  await updateRows('partners', { name: 'Closed Ltd' }, { active: false })
  await refusedWith(errorCodes.partnerInactive, enterPassword(await visitor(), ada))
})

test('a user who is deactivated between password and code cannot log in', async () => {
  const ada = await addUser()
  const laptop = await visitor()
  await enterPassword(laptop, ada)
  await updateRows('users', { id: ada.id }, { active: false })
  await refusedWith(errorCodes.userInactive, enterCode(laptop, ada))
})

test('the audit log records successful and failed logins with IP address and request id', async () => {
  const ada = await addUser()
  const laptop = await visitor({ ipAddress: '198.51.100.7' })
  await refusedWith(
    errorCodes.invalidCredentials,
    enterPassword(laptop, { ...ada, password: 'Wrong-Harbour-1' }),
  )
  await enterPassword(laptop, ada)
  await enterCode(laptop, ada)
  const rows = await auditOf(ada.id)
  deepEqual(
    rows.map((row) => row.action),
    ['login_failed', 'login_succeeded'],
  )
  ok(rows.every((row) => row.ipAddress === '198.51.100.7' && row.requestId.length === 36))
  equal(JSON.stringify(rows).includes(ada.password), false)
})
