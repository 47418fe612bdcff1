import { codeOf, type TestUser, type Visitor } from './people.ts'
import { adminLogin } from '../../features/account/sign-in/admin-contract.ts'
import { login, verifyCode } from '../../features/account/sign-in/contract.ts'

export const wrong = 'Wrong-Harbour-1'

/** Sends the first step of a login, with the user's password or another. */
export function enterPassword(
  browser: Visitor,
  { email, password = 'First-Harbour-1' }: { email: string; password?: string },
  typed = password,
) {
  return browser.call(login, { body: { email, password: typed } })
}

export async function enterCode(browser: Visitor, user: TestUser, steps = 0) {
  return browser.call(verifyCode, { body: { otp: codeOf(user.secret, steps) } })
}

/** Sends the first step of an admin's login. */
export function enterAdminPassword(browser: Visitor, { email, password }: TestUser) {
  return browser.call(adminLogin, { body: { email, password } })
}
