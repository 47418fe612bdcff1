import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { checkLink } from '#contract/link.ts'
import { errorCodes } from '#contract/refusal.ts'
import { markVerified } from '#domain/credentials/password.ts'
import { db, rows } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { addUser, codeOf, giveRecoveryCodes, logIn, refusedWith, visitor } from '#test/people.ts'
import { addRow, fromNow } from '#test/rows.ts'
import { atCode, resetLinkFor } from '#test/second-factor.ts'
import { verifyCode } from '../sign-in/contract.ts'
import { beginResetByLink, confirmResetByLink } from './contract.ts'

test('AP-13 ST-03 a user without the phone sets up a new one by mailed link and recovery code, and is logged in', async () => {
  const ada = await addUser()
  const [recoveryCode = ''] = await giveRecoveryCodes(ada)
  const token = await resetLinkFor(ada)
  const phone = await visitor()
  const { secret } = await phone.call(beginResetByLink, { body: { token, recoveryCode } })
  const body = { token, otp: codeOf(secret) }
  const { next, user, recoveryCodes } = await phone.call(confirmResetByLink, { body })
  equal(next, 'done')
  equal(user.email, ada.email)
  deepEqual([recoveryCodes.length, user.mfa.recoveryCodesLeft], [10, 10])
  equal(await phone.isLoggedIn(), true)

  const laptop = await atCode(ada)
  const old = { body: { otp: codeOf(ada.secret) } }
  await refusedWith(errorCodes.wrongCode, laptop.call(verifyCode, old))
  await laptop.call(verifyCode, { body: { recoveryCode: recoveryCodes[9] ?? '' } })
})

test('SC-05 a code of the old authenticator also proves the first step', async () => {
  const ada = await addUser()
  const token = await resetLinkFor(ada)
  const phone = await visitor()
  const first = { token, otp: codeOf(ada.secret) }
  const { secret } = await phone.call(beginResetByLink, { body: first })
  await phone.call(confirmResetByLink, { body: { token, otp: codeOf(secret) } })
  equal(await phone.isLoggedIn(), true)
})

test('a password is never enough for a link that no admin created, even if the user is verified', async () => {
  const ada = await addUser()
  await markVerified(db, ada.id)
  const token = await resetLinkFor(ada)
  const body = { token, password: ada.password }
  const phone = await visitor({ ipAddress: '198.51.100.1' })
  equal((await phone.call(checkLink, { body: { token } })).passwordProves, false)
  await refusedWith(errorCodes.invalidCredentials, phone.call(beginResetByLink, { body }))
})

test('a password is enough for a link that an admin created', async () => {
  const ada = await addUser()
  const token = await resetLinkFor(ada, 'admin:00000000-0000-7000-8000-000000000000')
  const phone = await visitor({ ipAddress: '198.51.100.2' })
  equal((await phone.call(checkLink, { body: { token } })).passwordProves, true)
  const wrong = { token, password: 'Wrong-Harbour-1' }
  await refusedWith(errorCodes.invalidCredentials, phone.call(beginResetByLink, { body: wrong }))
  await phone.call(beginResetByLink, { body: { token, password: ada.password } })
})

test('ER-07 a wrong password is reported as invalid credentials, a wrong code as wrong code', async () => {
  const ada = await addUser()
  await markVerified(db, ada.id)
  await giveRecoveryCodes(ada)
  const token = await resetLinkFor(ada)
  const phone = await visitor({ ipAddress: '198.51.100.3' })
  const password = { token, password: 'Wrong-Harbour-1' }
  const refusal = await refusedWith(
    errorCodes.invalidCredentials,
    phone.call(beginResetByLink, { body: password }),
  )
  deepEqual(refusal.faults, [{ code: errorCodes.invalidCredentials, field: 'password' }])
  const recoveryCode = 'AAAA-BBBB-CCCC-DDDD'
  const recovery = await refusedWith(
    errorCodes.wrongCode,
    phone.call(beginResetByLink, { body: { token, recoveryCode } }),
  )
  equal(recovery.faults[0]?.field, 'recoveryCode')
  const otp = await refusedWith(
    errorCodes.wrongCode,
    phone.call(beginResetByLink, { body: { token, otp: '000000' } }),
  )
  equal(otp.faults[0]?.field, 'otp')
})

test('a reset ends every session and every login begun with the old authenticator', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  const halfway = await atCode(ada)
  const token = await resetLinkFor(ada)
  await addRow('one_time_links', {
    kind: 'reset-password',
    tokenHash: '\\x00',
    userId: ada.id,
    email: ada.email,
    createdBy: 'user',
    expiresAt: fromNow('1 hour'),
  })
  const phone = await visitor()
  const begin = { token, otp: codeOf(ada.secret) }
  const { secret } = await phone.call(beginResetByLink, { body: begin })
  equal(await laptop.isLoggedIn(), true)
  await phone.call(confirmResetByLink, { body: { token, otp: codeOf(secret) } })
  equal(await laptop.isLoggedIn(), false)
  await refusedWith(
    errorCodes.loginExpired,
    halfway.call(verifyCode, { body: { otp: codeOf(secret) } }),
  )
  const open = await rows<{ kind: string }>(db)`
    select distinct kind from one_time_links
    where user_id = ${ada.id} and used_at is null and voided_at is null`
  deepEqual(
    open.map(({ kind }) => kind),
    ['log-me-out'],
  )
})

test('the audit log records both steps, but no token, key or recovery code', async () => {
  const ada = await addUser()
  const laptop = await atCode(ada)
  const token = await resetLinkFor(ada)
  const wrong = { token, otp: '000000' }
  await refusedWith(errorCodes.wrongCode, laptop.call(beginResetByLink, { body: wrong }))
  const body = { token, otp: codeOf(ada.secret) }
  const { secret } = await laptop.call(beginResetByLink, { body })
  await refusedWith(errorCodes.wrongCode, laptop.call(confirmResetByLink, { body: wrong }))
  const done = { token, otp: codeOf(secret) }
  const { recoveryCodes } = await laptop.call(confirmResetByLink, { body: done })
  const entries = await auditOf(ada.id)
  deepEqual(
    entries.map(({ action }) => action),
    [
      'second_factor_reset_refused',
      'second_factor_reset_begun',
      'second_factor_reset_refused',
      'second_factor_reset',
      'login_succeeded',
    ],
  )
  const text = JSON.stringify([entries, await rows(db)`select data from mails`])
  for (const hidden of [token, secret, recoveryCodes[0] ?? '']) {
    equal(text.includes(hidden), false)
  }
})
