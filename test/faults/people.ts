import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { Secret, TOTP } from 'otpauth'
import { setTimeout as wait } from 'node:timers/promises'
import { createCall, type Call } from '#contract/call.ts'
import { getChallenge } from '#contract/human-check.ts'
import { getMe } from '#contract/me.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { mailedToken } from '#domain/link.ts'
import { db } from '#server/db.ts'
import { invite } from '../../features/admin/invitations/invite.ts'
import { login, verifyCode } from '../../features/account/sign-in/contract.ts'
import { signUp } from '../../features/account/sign-up/contract.ts'
import { beginTwoFactor, confirmTwoFactor } from '../../features/account/two-factor/contract.ts'

export type Guest = { email: string; token: string }
export type Person = { email: string; password: string; secret: string }

export const password = 'First-Harbour-1'
let count = 0

/** A browser somewhere of its own, which talks to whatever server it is pointed at. */
export function browser(urlOf: () => string): { call: Call; cookies: Map<string, string> } {
  count += 1
  const cookies = new Map<string, string>()
  const ipAddress = `198.18.${count >> 8}.${count & 255}`
  const call = createCall({
    base: (path) => `${urlOf()}/api${path}`,
    timeoutMs: 45_000,
    fetch: async (input, init = {}) => {
      const answer = await fetch(input, {
        ...init,
        headers: {
          ...Object.fromEntries(new Headers(init.headers)),
          'x-forwarded-for': ipAddress,
          origin: 'http://localhost:8080',
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
      })
      for (const cookie of answer.headers.getSetCookie()) {
        const [pair = ''] = cookie.split(';')
        cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
      }
      return answer
    },
  })
  return { call, cookies }
}

/** Somebody is asked to join; her mail is a job from now on. */
export async function newGuest(): Promise<Guest> {
  count += 1
  const email = `guest${count}@quay.example`
  const { linkId } = await invite(
    db,
    { kind: 'system' },
    {
      email,
      firstname: 'Grace',
      lastname: 'Hopper',
      company: 'Harbour Ltd',
      subsystems: [],
      preferredLanguage: 'en',
    },
  )
  return { email, token: (await mailedToken(db, linkId)) ?? '' }
}

export async function newGuests(many: number): Promise<Guest[]> {
  const guests = []
  for (let one = 0; one < many; one += 1) guests.push(await newGuest())
  return guests
}

/** One try, as the page makes it. */
export async function trySignUp(call: Call, { email, token }: Guest): Promise<void> {
  const challenge = (await call(getChallenge, {})) as unknown as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  const humanCheck = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  const body = { email, token, password, confirmPassword: password, humanCheck }
  await call(signUp, { body: { ...body, acceptTerms: true } })
}

/**
 * What somebody does who is invited and does not give up: signs up, and where nobody could say whether that worked,
 * tries again, or logs in. Throws when she is turned away for good.
 */
export async function becomeUser(urlOf: () => string, guest: Guest): Promise<Person> {
  const { call } = browser(urlOf)
  const person: Person = { email: guest.email, password, secret: '' }
  let isSignedUp = false
  await insist(async () => {
    if (!isSignedUp) {
      await trySignUp(call, guest).catch((error: unknown) => {
        // The link is used up: the try before it had worked after all.
        if (!(error instanceof Refusal) || error.code !== errorCodes.invalidLink) throw error
      })
      isSignedUp = true
    }
    if ((await logInAs(call, person)) === 'configure-mfa') await setUpAuthenticator(call, person)
  })
  return person
}

/** The first factor, and the second where there is one by now. */
async function logInAs(call: Call, person: Person): Promise<string> {
  const { next } = await call(login, { body: { email: person.email, password } })
  if (next === 'verify-mfa') await call(verifyCode, { body: { otp: codeOf(person) } })
  return next
}

async function setUpAuthenticator(call: Call, person: Person): Promise<void> {
  const { secret } = await call(beginTwoFactor, { body: {} })
  person.secret = secret
  await call(confirmTwoFactor, { body: { otp: codeOf(person) } })
}

/** Logs in from a new browser; with the next code where this one was used up by a try whose answer was lost. */
export async function logIn(urlOf: () => string, person: Person) {
  const own = browser(urlOf)
  await insist(() => logInAs(own.call, person))
  return { ...own, isLoggedIn: () => isLoggedIn(own.call) }
}

export async function isLoggedIn(call: Call): Promise<boolean> {
  return call(getMe, {}).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal && error.code === errorCodes.notLoggedIn) return false
      throw error
    },
  )
}

export function codeOf({ secret }: Person): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate()
}

const patienceMs = 100_000
/** What tells a person to try again: no answer, "not available just now", a code that was just used, a challenge too old. */
const passing: readonly number[] = [
  errorCodes.notAvailable,
  errorCodes.wrongCode,
  errorCodes.loginExpired,
  errorCodes.humanCheckFailed,
]

/** How often everybody together met "unexpected": something that the program did not foresee. */
export const unforeseen: string[] = []

/** Tries again until it works or her patience ends; a refusal that will not pass is thrown at once. */
export async function insist<Result>(work: () => Promise<Result>): Promise<Result> {
  const end = Date.now() + patienceMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refusal && error.code === errorCodes.unexpected)
        unforeseen.push(error.requestId ?? '')
      else if (error instanceof Refusal && !passing.includes(error.code)) throw error
      if (Date.now() > end) throw new Error('she gave up', { cause: error })
      await wait(
        error instanceof Refusal && error.code === errorCodes.wrongCode ? untilNextCode() : 500,
      )
    }
  }
}

/** A code works once: the authenticator shows the next one within half a minute. */
export function untilNextCode(): number {
  return 30_500 - (Date.now() % 30_000)
}
