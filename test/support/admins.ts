import { ok } from 'node:assert/strict'
import { getAdminMe } from '#contract/admin.ts'
import type { Role } from '#contract/permission.ts'
import { startAdminSession } from '#domain/admin-session.ts'
import { addAdmin as add } from '#domain/admin.ts'
import { adminCookies } from '#server/cookies.ts'
import { db, transaction } from '#server/db.ts'
import { adminLogin } from '../../features/account/sign-in/contract.ts'
import { equip, visitor, type Somebody, type Visitor } from './people.ts'

type About = {
  roles?: readonly Role[]
  email?: string
  password?: string
  firstname?: string
  lastname?: string
  /** False: she has not set up her authenticator yet. */
  hasSecondFactor?: boolean
}

let count = 0

/** Somebody who administers the portal, with a password and an authenticator; a super admin unless it is said. */
export async function addAdmin(about: About = {}): Promise<Somebody> {
  count += 1
  const email = about.email ?? `admin${count}@portico.example`
  const password = about.password ?? 'First-Lighthouse-1'
  const id = await transaction(db, (tx) =>
    add(tx, {
      email,
      firstname: about.firstname ?? 'Grace',
      lastname: about.lastname ?? 'Hopper',
      preferredLanguage: 'en',
      roles: [...(about.roles ?? ['super_admin'])],
    }),
  )
  ok(id, `${email} is an admin already`)
  return equip({ id, email, password }, about.hasSecondFactor)
}

type Browser = Parameters<typeof visitor>[0] & {
  /** Whether she has shown a code within the last five minutes: true unless it is said. */
  hasRecentStepUp?: boolean
}

/** A browser in which an admin is logged in; only the tests of her login use its page. */
export async function logInAdmin(
  { id: adminId }: Pick<Somebody, 'id'>,
  { hasRecentStepUp: isFresh = true, ...about }: Browser = {},
): Promise<Visitor> {
  const browser = await visitor(about)
  const origin = {
    ipAddress: about.ipAddress ?? '192.0.2.1',
    userAgent: about.userAgent ?? '',
    requestId: '',
  }
  const methods = ['pwd', 'otp']
  const session = await transaction(db, (tx) =>
    startAdminSession(tx, { adminId, origin, methods, isFresh }),
  )
  ok(session, 'she may not log in')
  browser.cookies.set(adminCookies.session, session.token)
  const isLoggedIn = () =>
    browser.call(getAdminMe, {}).then(
      () => true,
      () => false,
    )
  return { ...browser, isLoggedIn }
}

/** The first step of her login. */
export function enterPassword(browser: Visitor, { email, password }: Somebody) {
  return browser.call(adminLogin, { body: { email, password } })
}
