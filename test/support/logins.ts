import { codeOf, type Somebody, type Visitor } from './people.ts'
import { login, verifyCode } from '../../features/account/sign-in/contract.ts'

export const wrong = 'Wrong-Harbour-1'

type Known = { email: string; password?: string }

/** The first step of a login, with her own password unless another is typed. */
export function givePassword(
  browser: Visitor,
  { email, password = 'First-Harbour-1' }: Known,
  typed = password,
) {
  return browser.call(login, { body: { email, password: typed } })
}

export async function giveCode(browser: Visitor, somebody: Somebody, steps = 0) {
  return browser.call(verifyCode, { body: { otp: codeOf(somebody.secret, steps) } })
}
