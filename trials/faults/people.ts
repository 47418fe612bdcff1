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

/** Returns a browser with its own IP address by default. Each call goes to the server whose URL `urlOf` returns. */
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

export async function inviteUsers(count: number): Promise<Guest[]> {
  const guests = []
  for (let one = 0; one < count; one += 1) guests.push(await inviteUser())
  return guests
}

/** Attempts to sign up once, like the page. */
export async function trySignUp(call: Call, { email, token }: Guest): Promise<void> {
  const humanCheck = await passHumanCheck({ call })
  const body = { email, token, password, confirmPassword: password, humanCheck }
  await call(signUp, { body: { ...body, acceptTerms: true } })
}

/** Signs an invited user up and logs in, with retries. Throws errors that a retry cannot fix. */
export async function becomeUser(urlOf: () => string, guest: Guest): Promise<Person> {
  const { call } = browser(urlOf)
  const person: Person = { email: guest.email, password, secret: '' }
  let isSignedUp = false
  await insist(async () => {
    if (!isSignedUp) {
      await trySignUp(call, guest).catch((error: unknown) => {
        // The link is already used, because the previous attempt succeeded without a response.
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

/**
 * Logs in from a new browser. Uses the next one-time code if an attempt without a response consumed the current one.
 */
export async function logIn(urlOf: () => string, person: Person) {
  const session = browser(urlOf)
  await insist(() => logInAs(session.call, person))
  return { ...session, isLoggedIn: () => isLoggedIn(session.call) }
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
/** The error codes after which a user tries again. */
const temporary: readonly number[] = [
  errorCodes.notAvailable,
  errorCodes.wrongCode,
  errorCodes.loginExpired,
  errorCodes.humanCheckFailed,
]

/** The request ids of all responses with the error code "unexpected". */
export const unexpectedAnswers: string[] = []

/** Retries until `work` succeeds or the time limit is reached. Rethrows errors that are not temporary immediately. */
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

/** Returns the milliseconds until the next code, because each code works once. */
export function untilNextCode(): number {
  return 30_500 - (Date.now() % 30_000)
}
