// covers mail:two-factor-changed, mail:recovery-codes-created, mail:codes-running-low
// covers mail:account-locked, mail:user-locked
import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { beginReset, confirmReset } from '../../features/account/recovery/contract.ts'
import { lockAccount } from '../../features/account/lost-device/contract.ts'
import { login, verifyCode } from '../../features/account/sign-in/contract.ts'
import { renewCodes } from '../../features/account/two-factor/contract.ts'
import { openBrowser } from './browser.ts'
import { codeOf } from './credentials.ts'
import { expectErrorCode, isLoggedIn, logIn, mails, newUser } from './people.ts'
import { place } from './place.ts'

test('a logged-in user replaces the authenticator with a recovery code, and is emailed', async () => {
  const user = await newUser()
  const { call } = user.browser
  const [recoveryCode = ''] = user.recoveryCodes
  const { secret } = await call(beginReset, { body: { recoveryCode } })
  await call(confirmReset, { body: { otp: codeOf(secret) } })
  await mails.next(user.email, /two-factor authentication .* was reset/)
  equal(await isLoggedIn(await logIn({ ...user, secret })), true)
})

test('new recovery codes replace the old ones, and the user is emailed', async () => {
  const user = await newUser()
  const { recoveryCodes } = await user.browser.call(renewCodes, { body: {} })
  await mails.next(user.email, /recovery codes have been created/)
  const browser = openBrowser(place.url)
  const { email, password } = user
  await browser.call(login, { body: { email, password } })
  const [old = '', renewed = ''] = [user.recoveryCodes[0], recoveryCodes[0]]
  await expectErrorCode(
    errorCodes.wrongCode,
    browser.call(verifyCode, { body: { recoveryCode: old } }),
  )
  await browser.call(verifyCode, { body: { recoveryCode: renewed } })
  equal(await isLoggedIn(browser), true)
})

test('a user with few recovery codes left, and a user locked out after wrong passwords, are emailed', async () => {
  const user = await newUser()
  const { email, password } = user
  for (const recoveryCode of user.recoveryCodes.slice(0, 8)) {
    const browser = openBrowser(place.url)
    await browser.call(login, { body: { email, password } })
    await browser.call(verifyCode, { body: { recoveryCode } })
  }
  await mails.next(email, /low on .* recovery codes/)
  for (let attempt = 0; attempt < 12; attempt += 1)
    await openBrowser(place.url)
      .call(login, { body: { email, password: 'Wrong-Lantern-7' } })
      .catch(() => undefined)
  await mails.next(email, /Too many failed login attempts/)
})

test('a user locks the account, which ends every session', async () => {
  const user = await newUser()
  const other = await logIn(user)
  await user.browser.call(lockAccount, { body: {} })
  deepEqual([await isLoggedIn(user.browser), await isLoggedIn(other)], [false, false])
  await mails.next(user.email, /account is locked/)
})
