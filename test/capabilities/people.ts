import { equal } from 'node:assert/strict'
import { getMe } from '#contract/me.ts'
import { login, verifyCode } from '../../features/account/sign-in/contract.ts'
import { signUp } from '../../features/account/sign-up/contract.ts'
import { beginTwoFactor, confirmTwoFactor } from '../../features/account/two-factor/contract.ts'
import { addPartner } from '../../features/admin/companies/contract.ts'
import { addInvitation } from '../../features/admin/invitations/contract.ts'
import { openBrowser, unique, type Browser } from './browser.ts'
import { codeOf, firstPassword, passHumanCheck } from './credentials.ts'
import { mailsAt, tokenIn } from './mails.ts'
import { place } from './place.ts'
import { admin } from './staff.ts'
import { withUserStepUp } from './step-up.ts'
import { forgetUsedCode } from './time.ts'

export const mails = mailsAt(place.mailboxUrl)

export type User = {
  id: string
  email: string
  password: string
  secret: string
  recoveryCodes: string[]
  companyId: string
  /** A logged-in browser. Its calls perform a step-up when required. */
  browser: Browser
}

type CompanyOptions = { name?: string; subsystems?: string[] | null }

/** Adds a company, by default with every platform. */
export async function newCompany(
  options: CompanyOptions = {},
): Promise<{ id: string; name: string }> {
  const { name = `Company ${unique()}`, subsystems = null } = options
  const body = { name, active: true, subsystems, ipAllowRules: [] }
  const { id } = await admin.browser.call(addPartner, { body })
  return { id, name }
}

type UserOptions = {
  companyId?: string
  email?: string
  /** Ids of the user's platforms. */
  platforms?: string[]
}

/**
 * Invites a user, by default to a new company; returns the invitation with its address and the token of the mailed
 * link.
 */
export async function newInvitation(options: UserOptions = {}) {
  const { companyId = (await newCompany()).id, platforms = [] } = options
  const { email = `user-${unique()}@harbour.example` } = options
  const { id } = await admin.browser.call(addInvitation, {
    body: {
      email,
      firstname: 'Ada',
      lastname: 'Byron',
      partnerId: companyId,
      subsystems: platforms,
      preferredLanguage: 'en',
    },
  })
  const mail = await mails.next(email, /invit/)
  return { id, email, companyId, token: tokenIn(mail, 'sign-up') }
}

/** Joins by the link of an invitation: sets a password and an authenticator, and starts the first session. */
export async function join(
  { email, token, companyId }: { email: string; token: string; companyId: string },
  password = firstPassword,
): Promise<User> {
  const browser = openBrowser(place.url)
  const humanCheck = await passHumanCheck(browser)
  const account = { token, email, password, confirmPassword: password }
  await browser.call(signUp, { body: { ...account, humanCheck, acceptTerms: true } })
  const { secret } = await browser.call(beginTwoFactor, { body: {} })
  const { user, recoveryCodes } = await browser.call(confirmTwoFactor, {
    body: { otp: codeOf(secret) },
  })
  const { id } = user
  return withUserStepUp({ id, email, password, secret, recoveryCodes, companyId, browser })
}

/** Invites a user, who joins. */
export async function newUser(options: UserOptions = {}): Promise<User> {
  return join(await newInvitation(options))
}

/** Logs in with password and code in a new browser. */
export async function logIn(user: Pick<User, 'id' | 'email' | 'password' | 'secret'>) {
  const browser = openBrowser(place.url)
  const { email, password, secret } = user
  await forgetUsedCode(user.id)
  await browser.call(login, { body: { email, password } })
  await browser.call(verifyCode, { body: { otp: codeOf(secret) } })
  return browser
}

/** Returns true if the browser has a user's session. */
export async function isLoggedIn(browser: Browser): Promise<boolean> {
  return browser.call(getMe, {}).then(
    () => true,
    () => false,
  )
}

/** Fails unless the call is rejected with this error code. */
export async function expectErrorCode(code: number, call: Promise<unknown>): Promise<void> {
  const answer = await call.then(
    () => 200,
    (error: { code?: number }) => error.code ?? String(error),
  )
  equal(answer, code)
}
