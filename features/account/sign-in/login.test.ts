import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes, commonErrors } from '#contract/refusal.ts'
import { hashPassword, setPassword } from '#domain/password.ts'
import { db } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { enterCode, enterPassword } from '#test/logins.ts'
import { addUser, logIn, refusedWith, visitor } from '#test/people.ts'
import { setActive } from '#test/state.ts'
import { listSessions } from '../sessions/contract.ts'
import { logout } from './contract.ts'

test('AP-05 AP-07 ST-03 password and code log in, and the answer says who', async () => {
  const ada = await addUser()
  const laptop = await visitor()
  deepEqual(await enterPassword(laptop, ada), { next: 'verify-mfa' })
  equal(await laptop.isLoggedIn(), false)
  const { next, user } = await enterCode(laptop, ada)
  equal(next, 'done')
  equal(user.email, ada.email)
  equal(await laptop.isLoggedIn(), true)
})

test('her address may be written in capitals and with spaces around', async () => {
  const ada = await addUser()
  const laptop = await visitor()
  await enterPassword(laptop, { ...ada, email: `  ${ada.email.toUpperCase()} ` })
})

test('ER-04 a wrong password and an unknown address are refused alike', async () => {
  const ada = await addUser()
  const laptop = await visitor()
  const wrong = await refusedWith(
    errorCodes.invalidCredentials,
    enterPassword(laptop, { ...ada, password: 'Wrong-Harbour-1' }),
  )
  const unknown = await refusedWith(
    errorCodes.invalidCredentials,
    enterPassword(laptop, { ...ada, email: 'nobody@quay.example' }),
  )
  deepEqual(wrong.faults, unknown.faults)
})

test('ER-04 an address that is none is said so by its field', async () => {
  const refusal = await refusedWith(
    commonErrors.invalidInput,
    enterPassword(await visitor(), { email: 'ada', password: 'x' }),
  )
  deepEqual(refusal.faults, [
    { code: commonErrors.invalidInput, field: 'email', rule: 'invalidEmail' },
  ])
})

test('the code is asked for with a password alone in no other way', async () => {
  const ada = await addUser()
  await refusedWith(errorCodes.loginExpired, enterCode(await visitor(), ada))
})

test('a login ends with its password: one that was set meanwhile completes none that was begun with the old one', async () => {
  const ada = await addUser()
  const thief = await visitor()
  await enterPassword(thief, ada)
  // As if it was set between the comparison of the old one and the beginning of the attempt.
  await setPassword(db, ada.id, await hashPassword('Second-Harbour-2'))
  await refusedWith(errorCodes.loginExpired, enterCode(thief, ada))
})

test('a login gives new cookies, and the old session in this browser is over', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  const before = laptop.cookies.get('portico')
  await enterPassword(laptop, ada)
  equal(await laptop.isLoggedIn(), false)
  await enterCode(laptop, ada)
  notEqual(laptop.cookies.get('portico'), before)
  laptop.cookies.set('portico', before ?? '')
  equal(await laptop.isLoggedIn(), false)
})

test('ST-02 AP-10 logging out ends the session itself, not only its cookie', async () => {
  const laptop = await logIn(await addUser())
  const cookie = laptop.cookies.get('portico') ?? ''
  await laptop.call(logout, {})
  equal(laptop.cookies.has('portico'), false)
  laptop.cookies.set('portico', cookie)
  await refusedWith(commonErrors.notLoggedIn, laptop.call(listSessions, {}))
})

test('AP-10 logging out twice, or without being logged in, is no fault', async () => {
  const laptop = await logIn(await addUser())
  await laptop.call(logout, {})
  await laptop.call(logout, {})
  await (await visitor()).call(logout, {})
})

test('AP-10 a link or picture on another site cannot log anybody out', async () => {
  const laptop = await logIn(await addUser())
  const answer = await laptop.fetch('/api/users/logout', {
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  equal(answer.status, 403)
  equal(await laptop.isLoggedIn(), true)
})

test('ST-06 whoever was deactivated is told so once her password is right, and not before', async () => {
  const ada = await addUser()
  await setActive('users', ada.id, false)
  const laptop = await visitor()
  await refusedWith(
    errorCodes.invalidCredentials,
    enterPassword(laptop, { ...ada, password: 'Wrong-Harbour-1' }),
  )
  await refusedWith(errorCodes.userInactive, enterPassword(laptop, ada))
})

test('a company that was deactivated keeps its people out', async () => {
  const ada = await addUser({ company: 'Closed Ltd' })
  await setActive('partners', 'Closed Ltd', false)
  await refusedWith(errorCodes.partnerInactive, enterPassword(await visitor(), ada))
})

test('whoever is deactivated between password and code does not get in', async () => {
  const ada = await addUser()
  const laptop = await visitor()
  await enterPassword(laptop, ada)
  await setActive('users', ada.id, false)
  await refusedWith(errorCodes.userInactive, enterCode(laptop, ada))
})

test('every login, also a failed one, is in the audit log with address and request id', async () => {
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
