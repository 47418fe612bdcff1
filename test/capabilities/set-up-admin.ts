import { equal } from 'node:assert/strict'
import { getAdminMe } from '#contract/admin.ts'
import { adminLogin } from '../../features/account/sign-in/admin-contract.ts'
import { setUpAdmin } from '../../features/account/sign-up/contract.ts'
import {
  beginAdminTwoFactor,
  confirmAdminTwoFactor,
} from '../../features/account/two-factor/contract.ts'
import { openBrowser, type Browser } from './browser.ts'
import { codeOf, firstPassword } from './credentials.ts'

export type Admin = {
  id: string
  email: string
  password: string
  secret: string
  browser: Browser
}

/** Sets up an admin by the mailed link: sets a password and an authenticator, and starts the first session. */
export async function setUpAdminBy(
  url: string,
  { email, token, password = firstPassword }: { email: string; token: string; password?: string },
): Promise<Admin> {
  const browser = openBrowser(url)
  await browser.call(setUpAdmin, { body: { token, password, confirmPassword: password } })
  const { next } = await browser.call(adminLogin, { body: { email, password } })
  equal(next, 'configure-mfa')
  const { secret } = await browser.call(beginAdminTwoFactor, { body: {} })
  await browser.call(confirmAdminTwoFactor, { body: { otp: codeOf(secret) } })
  const { id } = await browser.call(getAdminMe, {})
  return { id, email, password, secret, browser }
}
