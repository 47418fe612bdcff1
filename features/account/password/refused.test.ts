// own process: counts failures by address
import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes, commonErrors } from '#contract/refusal.ts'
import { findMatchingPassword } from '#test/matching-password.ts'
import { db } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { addUser, logIn, refusedWith, visitor } from '#test/people.ts'
import { first, second, change } from '#test/password-changes.ts'
import { newPlatform } from '#test/platform.ts'

const password = (number: number) => `Harbour-number-${number}`

test('VA-12 ER-09 a wrong old password is rejected with a fault at its field', async () => {
  const ada = await addUser({ password: first })
  const refusal = await refusedWith(
    errorCodes.wrongOldPassword,
    change(await logIn(ada), 'Wrong-Harbour-9', second),
  )
  deepEqual(refusal.faults, [{ code: errorCodes.wrongOldPassword, field: 'oldPassword' }])
  ok(await findMatchingPassword(db, ada.id, first))
  const [row] = await auditOf(ada.id)
  deepEqual([row?.action, row?.data], ['password_change_refused', { reason: 'old password' }])
})

test('LI-01 after five wrong old passwords in a row the right one is rejected with the same error', async () => {
  const laptop = await logIn(await addUser({ password: first }))
  for (const number of [1, 2, 3, 4, 5]) {
    await refusedWith(
      errorCodes.wrongOldPassword,
      change(laptop, `Wrong-Harbour-${number}`, second),
    )
  }
  await refusedWith(errorCodes.wrongOldPassword, change(laptop, first, second))
})

test('LI-01 only ten of thirty concurrent wrong old passwords from one IP address are checked', async () => {
  const laptop = await logIn(await addUser({ password: first }), { ipAddress: '203.0.113.9' })
  await laptop.isLoggedIn()
  const attempts = Array.from({ length: 30 }, (_, number) =>
    change(laptop, `Wrong-Harbour-${number}`, second),
  )
  const answers = await Promise.allSettled(attempts)
  const codes = answers.map((answer) => answer.status === 'rejected' && answer.reason.code)
  equal(codes.filter((code) => code === errorCodes.wrongOldPassword).length, 10)
  equal(codes.filter((code) => code === errorCodes.tooManyRequests).length, 20)
})

test('VA-03 ER-09 the current password and the four previous passwords are rejected', async () => {
  const laptop = await logIn(await addUser({ password: password(0) }))
  for (const number of [0, 1, 2, 3, 4]) await change(laptop, password(number), password(number + 1))
  const refusal = await refusedWith(
    errorCodes.recentPassword,
    change(laptop, password(5), password(5)),
  )
  equal(refusal.faults[0]?.field, 'newPassword')
  await refusedWith(errorCodes.recentPassword, change(laptop, password(5), password(1)))
  await change(laptop, password(5), password(0))
})

test('VA-01 VA-02 VA-04 VA-05 ER-09 each violated rule is reported by its own code at the field for the new password', async () => {
  const ada = await addUser({ email: 'ada.lovelace+work@quay.example', password: first })
  const laptop = await logIn(ada)
  await refusedWith(errorCodes.tooShort, change(laptop, first, 'Harbour-100'))
  await refusedWith(errorCodes.notStrong, change(laptop, first, 'harbour-wall-1'))
  await refusedWith(errorCodes.personalPassword, change(laptop, first, 'My-Lovelace-House-1'))
  await refusedWith(errorCodes.commonPassword, change(laptop, first, 'P@ssw0rd-2026!'))
  const refusal = await refusedWith(errorCodes.notStrong, change(laptop, first, 'my-byron-house'))
  deepEqual(
    refusal.faults.map(({ field, rule }) => [field, rule]),
    [
      ['newPassword', 'noUppercase'],
      ['newPassword', 'noNumber'],
      ['newPassword', 'personalPassword'],
    ],
  )
})

test('S10: a password that combines a year with the name of the product, a platform or the company is rejected as too common', async () => {
  await newPlatform()
  const ada = await addUser({ password: first, company: 'Hub Trading Ltd' })
  const laptop = await logIn(ada)
  for (const common of [
    'Portico-2026!Ab',
    'HubTrading-2026!',
    'Platform-2026!A1',
    '1qaz@WSX3edc$RFV',
  ])
    await refusedWith(errorCodes.commonPassword, change(laptop, first, common))
  await change(laptop, first, 'Trading-in-the-hub-1')
})

test('VA-06 a password change accepts a special character at the start, which only sign-up rejects', async () => {
  await change(await logIn(await addUser({ password: first })), first, '-Harbour-of-1843')
})

test('VA-07 ER-09 a different confirmation is reported at its field', async () => {
  const laptop = await logIn(await addUser({ password: first }))
  const refusal = await refusedWith(
    errorCodes.passwordsDiffer,
    change(laptop, first, second, 'Second-Harbour-3'),
  )
  equal(refusal.faults[0]?.field, 'confirmPassword')
})

test('a password change requires a login', async () => {
  await refusedWith(commonErrors.notLoggedIn, change(await visitor(), first, second))
})
