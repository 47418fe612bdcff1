// own process: compares the statements of first calls
import { verifications } from '#test/verifications.ts'
import { deepEqual, equal, ok } from 'node:assert/strict'
import { before, test } from 'node:test'
import { createCall, type Call } from '#contract/call.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { markCompromised } from '#domain/password.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { wrong } from '#test/logins.ts'
import { addAdmin, addUser, giveRecoveryCodes, startUserSession, visitor } from '#test/people.ts'
import { addDecider } from '#test/recovery.ts'
import { updateRows } from '#test/rows.ts'
import { statementsOf } from '#test/statements.ts'
import { createSoftwareAuthenticator } from '#test/software-authenticator.ts'
import { askForHelp } from '../lost-device/contract.ts'
import {
  beginFirstAdminPasskey,
  beginAdminTwoFactor,
  beginFirstPasskey,
  beginTwoFactor,
  confirmAdminPasskey,
  confirmAdminTwoFactor,
  confirmPasskey,
  confirmTwoFactor,
} from '../two-factor/contract.ts'
import { adminLogin, primeAdminCsrf, verifyAdminCode } from './admin-contract.ts'
import { login, primeCsrf, verifyCode } from './contract.ts'
import { beginSecondAdminPasskey, beginSecondPasskey } from './passkey-contract.ts'

config.loginUniform = true

/** All that may differ between two answers: ids, cookie values, tokens and dates. */
const masked: [text: RegExp, by: string][] = [
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id'],
  [/(portico-[a-z-]+)=[\w.-]+/g, '$1=value'],
  [/(x-csrf-token): [\w.-]+/g, '$1: token'],
  [/(date): [^\n]+/g, '$1: date'],
  [/("challenge"):"[\w-]+"/g, '$1:"token"'],
]

/** What a right password leaves undone is kept for a wrong one: the only statement that differs. */
const endOfWork = /^(rollback to savepoint work;)? ?release savepoint work$/

type Seen = { answer: string; statements: string[]; verifications: number }
/** Somebody at a login page, with what they type. */
type Person = { name: string; email: string; password: string; call: Call; answers: string[] }
type Step = [endpoint: Endpoint, bodyOf: (person: Person) => object]

async function person(
  name: string,
  { email, password = 'First-Harbour-1' }: { email: string; password?: string },
  knownBrowser?: string,
): Promise<Person> {
  const browser = await visitor()
  if (knownBrowser !== undefined) browser.cookies.set('portico-browser', knownBrowser)
  const answers: string[] = []
  const call = createCall({
    base: (path) => `/api${path}`,
    fetch: async (input, init) => {
      const answer = await browser.fetch(input, init)
      const headers = [...answer.headers].map((pair) => pair.join(': ')).join('\n')
      const text = `${answer.status}\n${headers}\n\n${await answer.clone().text()}`
      answers.push(masked.reduce((rest, [found, by]) => rest.replaceAll(found, by), text))
      return answer
    },
  })
  await call(name.startsWith('admin') ? primeAdminCsrf : primeCsrf, {})
  return { name, email, password, call, answers }
}

async function take({ call, answers, ...rest }: Person, [endpoint, bodyOf]: Step): Promise<Seen> {
  const had = verifications()
  const input = { body: bodyOf({ call, answers, ...rest }) }
  const statements = await statementsOf(() => call(endpoint, input as never).catch(() => undefined))
  return {
    answer: answers.at(-1) ?? '',
    statements: statements.map((each) => (endOfWork.test(each) ? 'end of work' : each)),
    verifications: verifications() - had,
  }
}

const otp = () => ({ otp: '000001' })
const recoveryCode = () => ({ recoveryCode: 'AAAA-BBBB-CCCC-DDDD' })
/** Of an authenticator that no account has. */
const unknown = createSoftwareAuthenticator('http://localhost:8080')
const challenge = 'A'.repeat(75)
const handle = 'A'.repeat(22)
const asked = {
  challenge,
  rpId: 'localhost',
  rp: { id: 'localhost', name: '' },
  user: { id: handle, name: '', displayName: '' },
} as never
const passkey = () => ({ passkey: unknown.assert(asked, { userHandle: handle }) })
const help = () => ({ note: 'Lost on the train' })
const newPasskey = () => ({ response: unknown.register(asked) })
const credentials = ({ email, password }: Person) => ({ email, password })

const steps: Step[] = [
  [login, credentials],
  [verifyCode, otp],
  [askForHelp, help],
  [verifyCode, recoveryCode],
  [beginTwoFactor, () => ({})],
  [confirmTwoFactor, otp],
  [beginFirstPasskey, () => ({})],
  [confirmPasskey, newPasskey],
  [beginSecondPasskey, () => ({})],
  [verifyCode, passkey],
  [askForHelp, help],
  [askForHelp, help],
  [askForHelp, help],
  [verifyCode, otp],
  [verifyCode, otp],
  // The sixth code, and what follows the end of the attempt.
  [verifyCode, otp],
  [askForHelp, help],
]
const adminSteps: Step[] = [
  [adminLogin, credentials],
  [verifyAdminCode, otp],
  [verifyAdminCode, recoveryCode],
  [beginAdminTwoFactor, () => ({})],
  [confirmAdminTwoFactor, otp],
  [beginFirstAdminPasskey, () => ({})],
  [confirmAdminPasskey, newPasskey],
  [beginSecondAdminPasskey, () => ({})],
  [verifyAdminCode, passkey],
  [verifyAdminCode, otp],
  [verifyAdminCode, otp],
  [verifyAdminCode, otp],
]

/** Each step by each person in turn; all must see the same. Returns what the first one saw. */
async function compare(people: readonly Person[], path: readonly Step[]): Promise<Seen[]> {
  const seen: Seen[] = []
  for (const [index, step] of path.entries()) {
    const [first, ...others] = people as [Person, ...Person[]]
    const expected = await take(first, step)
    seen.push(expected)
    for (const other of others)
      deepEqual(await take(other, step), expected, `step ${index + 1} of ${other.name}`)
  }
  return seen
}

async function failBefore(user: { email: string }, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const { call } = await person('a stranger', user)
    await call(login, { body: { email: user.email, password: wrong } })
  }
}

before(async () => {
  await addDecider()
  // The first mail of a process looks up its queue.
  await failBefore({ email: 'first@quay.example' }, 5)
})

test('known or unknown, right or wrong, active or not: each call of a login answers and works alike', async () => {
  const [inactive, mistaken, ofClosed, reported, ada, grace] = await Promise.all([
    addUser(),
    addUser(),
    addUser({ company: 'Closed Ltd' }),
    addUser(),
    addUser(),
    addUser(),
  ])
  const unset = await addUser({ hasSecondFactor: false })
  await giveRecoveryCodes(ada)
  await updateRows('users', { id: [inactive.id, mistaken.id] }, { active: false })
  await updateRows('partners', { name: 'Closed Ltd' }, { active: false })
  await markCompromised(db, reported.id)
  const seen = await compare(
    [
      await person('a right password', ada),
      await person('a wrong password', { email: grace.email, password: wrong }),
      await person('an unknown address', { email: 'nobody@quay.example', password: wrong }),
      await person('a deactivated user', inactive),
      await person('a wrong password of a deactivated user', { ...mistaken, password: wrong }),
      await person('a user of a deactivated company', ofClosed),
      await person('a reported password', reported),
      await person('a wrong password before the set-up', { ...unset, password: wrong }),
    ],
    steps,
  )
  const [first, code, link, recovery, ...setUps] = seen as [Seen, Seen, Seen, Seen, Seen]
  ok(first.answer.startsWith('200\n') && first.answer.includes('["passkey","otp","recovery"]'))
  ok(code.answer.startsWith('401\n') && code.answer.includes('401201'))
  ok(link.answer.startsWith('202\n'))
  for (const { answer } of setUps.slice(0, 4)) ok(answer.includes('409002'))
  ok(seen.at(-1)?.answer.includes('401202'))
  deepEqual([first.verifications, code.verifications, recovery.verifications], [1, 0, 1])
})

test('what was tried before tells nothing: from the first failure to the lockout and beyond', async () => {
  const people: Person[] = []
  for (const times of [0, 1, 3, 4, 5]) {
    const [ada, grace] = [await addUser(), await addUser()]
    const email = `nobody${times}@quay.example`
    for (const user of [ada, grace, { email }]) await failBefore(user, times)
    people.push(
      await person(`a right password after ${times}`, ada),
      await person(`a wrong password after ${times}`, { email: grace.email, password: wrong }),
      await person(`an unknown address after ${times}`, { email, password: wrong }),
    )
  }
  await compare(people, steps)
})

test('several guesses at one address: the right one among them is like the others', async () => {
  const ada = await addUser()
  const guesses = [wrong, `${wrong}2`, ada.password, `${wrong}3`, `${wrong}4`, `${wrong}5`]
  const people: Person[] = []
  for (const password of guesses) people.push(await person(password, { ...ada, password }))
  await compare(people, steps)
})

test('in a browser that knows the user, too', async () => {
  const people: Person[] = []
  for (const password of ['First-Harbour-1', wrong]) {
    const ada = await addUser()
    const { browserToken } = await startUserSession(ada)
    people.push(await person(password, { ...ada, password }, browserToken))
  }
  await compare(people, steps)
})

test('the login of admins works alike, too', async () => {
  const [grace, other, inactive] = [await addAdmin(), await addAdmin(), await addAdmin()]
  await updateRows('admins', { id: inactive.id }, { active: false })
  const user = await addUser()
  const seen = await compare(
    [
      await person('admin: a right password', grace),
      await person('admin: a wrong password', { email: other.email, password: wrong }),
      await person('admin: an unknown address', { email: 'x@portico.example', password: wrong }),
      await person('admin: a deactivated one', inactive),
      await person('admin: the password of a user', user),
    ],
    adminSteps,
  )
  equal(seen[0]?.verifications, 1)
  ok(seen[0]?.answer.includes('portico-admin-login=value'))
})
