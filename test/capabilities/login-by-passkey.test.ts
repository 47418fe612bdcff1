// covers mail:passkey-added, mail:passkey-removed
import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
} from '../../features/account/passkeys/contract.ts'
import { beginPasskeyLogin, passkeyLogin } from '../../features/account/sign-in/passkey-contract.ts'
import { signUp } from '../../features/account/sign-up/contract.ts'
import { beginFirstPasskey, confirmPasskey } from '../../features/account/two-factor/contract.ts'
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from '#test/software-authenticator.ts'
import { openBrowser } from './browser.ts'
import { firstPassword, passHumanCheck } from './credentials.ts'
import { expectErrorCode, isLoggedIn, mails, newInvitation, newUser } from './people.ts'
import { place } from './place.ts'

test('a user adds a passkey, logs in with only the passkey, and removes it', async () => {
  const user = await newUser()
  const authenticator = createSoftwareAuthenticator(place.url)
  const options = await user.browser.call(beginPasskey, { body: {} })
  const { passkey } = await user.browser.call(addPasskey, {
    body: { name: 'Laptop', response: authenticator.register(options) },
  })
  await mails.next(user.email, /passkey was added/)
  equal(await isLoggedIn(await logInBy(authenticator)), true)

  await user.browser.call(removePasskey, { params: { id: passkey.id }, body: {} })
  await mails.next(user.email, /passkey was removed/)
  equal((await user.browser.call(listPasskeys, {})).length, 0)
  await expectErrorCode(errorCodes.wrongPasskey, logInBy(authenticator))
})

test('an invited user joins with a passkey as the second factor', async () => {
  const { email, token } = await newInvitation()
  const browser = openBrowser(place.url)
  const humanCheck = await passHumanCheck(browser)
  const account = { token, email, password: firstPassword, confirmPassword: firstPassword }
  await browser.call(signUp, { body: { ...account, humanCheck, acceptTerms: true } })
  const authenticator = createSoftwareAuthenticator(place.url)
  const options = await browser.call(beginFirstPasskey, { body: {} })
  await browser.call(confirmPasskey, { body: { response: authenticator.register(options) } })
  equal(await isLoggedIn(browser), true)
  equal(await isLoggedIn(await logInBy(authenticator)), true)
})

async function logInBy(authenticator: SoftwareAuthenticator) {
  const browser = openBrowser(place.url)
  const options = await browser.call(beginPasskeyLogin, { body: {} })
  await browser.call(passkeyLogin, { body: { response: authenticator.assert(options) } })
  return browser
}
