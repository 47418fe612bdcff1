import { deepEqual, equal } from 'node:assert/strict'
import { errorCodes } from '#contract/refusal.ts'
import { login, verifyCode } from '../../features/account/sign-in/contract.ts'
import { beginResetByLink, confirmResetByLink } from '../../features/account/recovery/contract.ts'
import { openBrowser } from './browser.ts'
import { codeOf } from './credentials.ts'
import { tokenIn } from './mails.ts'
import { expectErrorCode, isLoggedIn, logIn, mails, type User } from './people.ts'
import { place } from './place.ts'

/** Follows the mailed link to a new authenticator; fails unless the user can log in only with the new authenticator. */
export async function replaceByMailedLink(user: User): Promise<void> {
  const mail = await mails.next(user.email, /Set up a new second factor/)
  const token = tokenIn(mail, 'reset-mfa')
  const phone = openBrowser(place.url)
  const { secret } = await phone.call(beginResetByLink, {
    body: { token, password: user.password },
  })
  const body = { token, otp: codeOf(secret) }
  const { recoveryCodes } = await phone.call(confirmResetByLink, { body })
  equal(recoveryCodes.length, 10)
  await expectNewFactor(user, { secret, password: user.password })
}

/** Fails unless the user can log in only with the new credentials and every older session has ended. */
export async function expectNewFactor(
  user: User,
  { secret, password }: { secret: string; password: string },
): Promise<void> {
  await mails.next(user.email, /two-factor authentication for .* was reset/)
  const later = await logIn({ ...user, secret, password })
  deepEqual([await isLoggedIn(later), await isLoggedIn(user.browser)], [true, false])
  const other = openBrowser(place.url)
  await other.call(login, { body: { email: user.email, password } })
  await expectErrorCode(
    errorCodes.wrongCode,
    other.call(verifyCode, { body: { otp: codeOf(user.secret) } }),
  )
}
