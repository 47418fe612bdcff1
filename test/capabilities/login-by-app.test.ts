import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { login, logout, verifyCode } from '../../features/account/sign-in/contract.ts'
import { openBrowser } from './browser.ts'
import { codeOf } from './credentials.ts'
import { expectErrorCode, newUser, isLoggedIn } from './people.ts'
import { place } from './place.ts'
import { forgetUsedCode } from './time.ts'

test('a user logs in with password and code, and logs out', async () => {
  const user = await newUser()
  await forgetUsedCode(user.id)
  const { email, password } = user
  const browser = openBrowser(place.url)
  await expectErrorCode(
    errorCodes.invalidCredentials,
    browser.call(login, { body: { email, password: 'Wrong-Harbour-1' } }),
  )
  equal((await browser.call(login, { body: { email, password } })).next, 'verify-mfa')
  equal(await isLoggedIn(browser), false)
  await browser.call(verifyCode, { body: { otp: codeOf(user.secret) } })
  equal(await isLoggedIn(browser), true)
  await browser.call(logout, {})
  equal(await isLoggedIn(browser), false)
})

test('a user logs in with a recovery code, which works once', async () => {
  const user = await newUser()
  const { email, password } = user
  const [recoveryCode = ''] = user.recoveryCodes
  const browser = openBrowser(place.url)
  await browser.call(login, { body: { email, password } })
  await browser.call(verifyCode, { body: { recoveryCode } })
  equal(await isLoggedIn(browser), true)

  const other = openBrowser(place.url)
  await other.call(login, { body: { email, password } })
  await expectErrorCode(errorCodes.wrongCode, other.call(verifyCode, { body: { recoveryCode } }))
})
