// covers mail:reset-password, mail:password-changed
import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import {
  changePassword,
  confirmPasswordReset,
  requestReset,
} from '../../features/account/password/contract.ts'
import { login } from '../../features/account/sign-in/contract.ts'
import { resetPassword } from '../../features/admin/users/contract.ts'
import { openBrowser } from './browser.ts'
import { passHumanCheck } from './credentials.ts'
import { tokenIn, type Mail } from './mails.ts'
import { expectErrorCode, isLoggedIn, logIn, mails, newUser, type User } from './people.ts'
import { place } from './place.ts'
import { admin } from './staff.ts'

const password = 'Tall-Compass-42'

test('a user sets a new password by the mailed link, which ends every session', async () => {
  const user = await newUser()
  const browser = openBrowser(place.url)
  const humanCheck = await passHumanCheck(browser)
  await browser.call(requestReset, { body: { email: user.email, humanCheck } })
  await expectNewPassword(user, await mails.next(user.email, /Set a new password/))
})

test('support mails a user the link to set a new password', async () => {
  const user = await newUser()
  await admin.browser.call(resetPassword, {
    params: { id: user.id },
    body: { reason: 'The user called' },
  })
  await expectNewPassword(user, await mails.next(user.email, /Set a new password/))
})

test('changing the password as a logged-in user ends every other session', async () => {
  const user = await newUser()
  const other = await logIn(user)
  await user.browser.call(changePassword, {
    body: { oldPassword: user.password, newPassword: password, confirmPassword: password },
  })
  equal(await isLoggedIn(other), false)
  equal(await isLoggedIn(user.browser), true)
  await mails.next(user.email, /password has been changed/)
  equal(await isLoggedIn(await logIn({ ...user, password })), true)
})

async function expectNewPassword(user: User, mail: Mail): Promise<void> {
  const token = tokenIn(mail, 'reset-password')
  const browser = openBrowser(place.url)
  const body = { token, password, confirmPassword: password }
  await browser.call(confirmPasswordReset, { body })
  await mails.next(user.email, /password has been changed/)
  equal(await isLoggedIn(user.browser), false)
  const { email, password: old } = user
  await expectErrorCode(
    errorCodes.invalidCredentials,
    browser.call(login, { body: { email, password: old } }),
  )
  equal(await isLoggedIn(await logIn({ ...user, password })), true)
}
