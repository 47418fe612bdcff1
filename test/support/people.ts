import { ok, rejects } from 'node:assert/strict'
import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { Secret, TOTP } from 'otpauth'
import { createCall, type Call } from '#contract/call.ts'
import { getChallenge } from '#contract/human-check.ts'
import type { Locale } from '#contract/locale.ts'
import { getMe } from '#contract/me.ts'
import { Refusal } from '#contract/refusal.ts'
import { mailedToken } from '#domain/link.ts'
import { partnerNamed } from '#domain/partner.ts'
import { hashPassword, setPassword } from '#domain/password.ts'
import { createPendingFactor, confirmSecondFactor } from '#domain/second-factor.ts'
import { startSession } from '#domain/session.ts'
import { addUser as add } from '#domain/user.ts'
import { cookies } from '#server/cookies.ts'
import { db, transaction } from '#server/db.ts'
import { invite } from '../../features/admin/invitations/invite.ts'
import { newBrowser, type Browser } from './browser.ts'

export type Somebody = { id: string; email: string; password: string; secret: string }

type About = {
  email?: string
  password?: string
  firstname?: string
  lastname?: string
  company?: string | null
  preferredLanguage?: Locale
  /** False: she has not set up her authenticator yet. */
  hasSecondFactor?: boolean
}

let count = 0

/** Somebody with an account, an authenticator and a company. */
export async function addUser(about: About = {}): Promise<Somebody> {
  count += 1
  const email = about.email ?? `person${count}@quay.example`
  const password = about.password ?? 'First-Harbour-1'
  const partnerId =
    about.company === null ? null : await partnerNamed(db, about.company ?? 'Harbour Ltd')
  const id = await add(db, {
    partnerId,
    email,
    firstname: about.firstname ?? 'Ada',
    lastname: about.lastname ?? 'Byron',
    preferredLanguage: about.preferredLanguage ?? 'en',
  })
  ok(id, `${email} has an account already`)
  return equip({ id, email, password }, about.hasSecondFactor)
}

/** Gives an account its password and, unless it is said otherwise, an authenticator. */
export async function equip(
  account: Omit<Somebody, 'secret'>,
  hasSecondFactor = true,
): Promise<Somebody> {
  await setPassword(db, account.id, await hashPassword(account.password))
  if (!hasSecondFactor) return { ...account, secret: '' }
  const factor = await createPendingFactor(db, account.id)
  await confirmSecondFactor(db, factor, 0)
  return { ...account, secret: factor.secret }
}

export type Visitor = Browser & { call: Call; isLoggedIn: () => Promise<boolean> }

/** A browser in which nobody is logged in. */
export async function visitor(
  about: { ipAddress?: string; userAgent?: string } = {},
): Promise<Visitor> {
  const browser = await newBrowser(about)
  const call = createCall({ fetch: browser.fetch, base: (path) => `/api${path}` })
  const isLoggedIn = () =>
    call(getMe, {}).then(
      () => true,
      () => false,
    )
  return { ...browser, call, isLoggedIn }
}

/** A browser in which somebody is logged in; only the tests of login use its page. */
export async function logIn(
  somebody: Somebody,
  about: Parameters<typeof visitor>[0] = {},
): Promise<Visitor> {
  const browser = await visitor(about)
  const origin = {
    ipAddress: about.ipAddress ?? '192.0.2.1',
    userAgent: about.userAgent ?? '',
    requestId: '',
  }
  const methods = ['pwd', 'otp']
  const session = await transaction(db, (tx) =>
    startSession(tx, { userId: somebody.id, origin, methods }),
  )
  ok(session, 'she may not log in')
  browser.cookies.set(cookies.session, session.token)
  return browser
}

/** The six digits that an authenticator with this secret shows now, or so many steps away. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  })
}

/** Somebody is invited; the token of her mailed link. */
export async function inviteSomebody(
  about: About & { subsystems?: string[] } = {},
): Promise<{ token: string; email: string }> {
  count += 1
  const email = about.email ?? `guest${count}@quay.example`
  const { linkId } = await invite(
    db,
    { kind: 'system' },
    {
      email,
      firstname: about.firstname ?? 'Grace',
      lastname: about.lastname ?? 'Hopper',
      company: about.company ?? 'Harbour Ltd',
      subsystems: about.subsystems ?? [],
      preferredLanguage: about.preferredLanguage ?? 'en',
    },
  )
  return { token: (await mailedToken(db, linkId)) ?? '', email }
}

/** Passes the human check as the widget would. */
export async function passHumanCheck(browser: Visitor): Promise<string> {
  const challenge = (await browser.call(getChallenge, {})) as unknown as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

export async function refusedWith(code: number, promise: Promise<unknown>): Promise<Refusal> {
  let refusal: Refusal | undefined
  await rejects(promise, (error) => {
    ok(error instanceof Refusal, `not a refusal: ${String(error)}`)
    ok(error.code === code, `refused with ${error.code}, not ${code}`)
    refusal = error
    return true
  })
  return refusal!
}
