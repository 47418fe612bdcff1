import { setTimeout as wait } from 'node:timers/promises'
import { createCall, type Call } from '#contract/call.ts'
import { getMe } from '#contract/me.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { codeOf, inviteUser, passHumanCheck } from '#test/people.ts'
import { login, verifyCode } from '../../features/account/sign-in/contract.ts'
import { signUp } from '../../features/account/sign-up/contract.ts'
import { beginTwoFactor, confirmTwoFactor } from '../../features/account/two-factor/contract.ts'

export type Guest = { email: string; token: string }
export type Person = { email: string; password: string; secret: string }

export const password = 'First-Harbour-1'
let count = 0

/** A browser, with an IP address of its own unless one is given; each call goes to the server that `urlOf` names. */
export function browser(
  urlOf: () => string,
  ipAddress = newAddress(),
): { call: Call; cookies: Map<string, string> } {
  const cookies = new Map<string, string>()
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

function newAddress(): string {
  count += 1
  return `198.18.${count >> 8}.${count & 255}`
}

export async function inviteUsers(many: number): Promise<Guest[]> {
  const guests = []
  for (let one = 0; one < many; one += 1) guests.push(await inviteUser())
  return guests
}

/** One attempt to sign up, as the page makes it. */
export async function trySignUp(call: Call, { email, token }: Guest): Promise<void> {
  const humanCheck = await passHumanCheck({ call })
  const body = { email, token, password, confirmPassword: password, humanCheck }
  await call(signUp, { body: { ...body, acceptTerms: true } })
}

/** Signs an invited user up and logs them in, as often as it takes. Throws an error that another attempt would meet again. */
export async function becomeUser(urlOf: () => string, guest: Guest): Promise<Person> {
  const { call } = browser(urlOf)
  const person: Person = { email: guest.email, password, secret: '' }
  let isSignedUp = false
  await insist(async () => {
    if (!isSignedUp) {
      await trySignUp(call, guest).catch((error: unknown) => {
        // The link was consumed: the attempt before had succeeded without an answer.
        if (!(error instanceof Refusal) || error.code !== errorCodes.invalidLink) throw error
      })
      isSignedUp = true
    }
    if ((await logInAs(call, person)) === 'configure-mfa') await setUpAuthenticator(call, person)
  })
  return person
}

/** Enters the password, and the one-time code if an authenticator is set up. */
async function logInAs(call: Call, person: Person): Promise<string> {
  const { next } = await call(login, { body: { email: person.email, password } })
  if (next === 'verify-mfa') await call(verifyCode, { body: { otp: codeOf(person.secret) } })
  return next
}

async function setUpAuthenticator(call: Call, person: Person): Promise<void> {
  const { secret } = await call(beginTwoFactor, { body: {} })
  person.secret = secret
  await call(confirmTwoFactor, { body: { otp: codeOf(person.secret) } })
}

/** Logs in from a new browser, with the next one-time code when an attempt without an answer consumed this one. */
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

const patienceMs = 100_000
/** Errors after which a user tries again. */
const temporary: readonly number[] = [
  errorCodes.notAvailable,
  errorCodes.wrongCode,
  errorCodes.loginExpired,
  errorCodes.humanCheckFailed,
]

/** The request ids of all answers with the error code "unexpected". */
export const unexpectedAnswers: string[] = []

/** Tries again until it succeeds or the time is up; an error that is not temporary is thrown at once. */
export async function insist<Result>(work: () => Promise<Result>): Promise<Result> {
  const end = Date.now() + patienceMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refusal && error.code === errorCodes.unexpected)
        unexpectedAnswers.push(error.requestId ?? '')
      else if (error instanceof Refusal && !temporary.includes(error.code)) throw error
      if (Date.now() > end)
        throw new Error(`no success within ${patienceMs / 1000} s`, { cause: error })
      await wait(
        error instanceof Refusal && error.code === errorCodes.wrongCode ? untilNextCode() : 500,
      )
    }
  }
}

/** A code works once; the next one comes within 30 seconds. */
export function untilNextCode(): number {
  return 30_500 - (Date.now() % 30_000)
}
