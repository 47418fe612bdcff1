import { verifications } from '#test/verifications.ts'
import { deepEqual, equal, ok } from 'node:assert/strict'
import { before, test } from 'node:test'
import { createCall, type Call } from '#contract/call.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { markCompromised } from '#domain/credentials/password.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { wrong } from '#test/logins.ts'
import { addAdmin, addUser, giveRecoveryCodes, startUserSession, visitor } from '#test/people.ts'
import { addDecider } from '#test/recovery.ts'
import { updateRows } from '#test/rows.ts'
import { statementsOf } from '#test/statements.ts'
import { createSoftwareAuthenticator } from '#test/software-authenticator.ts'
import { askForHelp } from '../../features/account/lost-device/contract.ts'
import {
  beginFirstAdminPasskey,
  beginAdminTwoFactor,
  beginFirstPasskey,
  beginTwoFactor,
  confirmAdminPasskey,
  confirmAdminTwoFactor,
  confirmPasskey,
  confirmTwoFactor,
} from '../../features/account/two-factor/contract.ts'
import {
  adminLogin,
  primeAdminCsrf,
  verifyAdminCode,
} from '../../features/account/sign-in/admin-contract.ts'
import { login, primeCsrf, verifyCode } from '../../features/account/sign-in/contract.ts'
import { beginSecondAdminPasskey } from '../../features/account/sign-in/admin-passkey-contract.ts'
import { beginSecondPasskey } from '../../features/account/sign-in/passkey-contract.ts'

config.loginUniform = true

/** Values that may differ between two answers: ids, cookie values, tokens and dates. */
const masked: [text: RegExp, by: string][] = [
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id'],
  [/(portico-[a-z-]+)=[\w.-]+/g, '$1=value'],
  [/(x-csrf-token): [\w.-]+/g, '$1: token'],
  [/(date): [^\n]+/g, '$1: date'],
  [/("challenge"):"[\w-]+"/g, '$1:"token"'],
]

/** The end of the savepoint, which a wrong password rolls back first. No other statement may differ. */
const endOfWork = /^(rollback to savepoint work;)? ?release savepoint work$/

type Observation = { answer: string; statements: string[]; verifications: number }
/** A visitor at a login page, with the credentials that they enter. */
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
      answers.push(masked.reduce((rest, [pattern, by]) => rest.replaceAll(pattern, by), text))
      return answer
    },
  })
  await call(name.startsWith('admin') ? primeAdminCsrf : primeCsrf, {})
  return { name, email, password, call, answers }
}

async function take(
  { call, answers, ...rest }: Person,
  [endpoint, bodyOf]: Step,
): Promise<Observation> {
  const before = verifications()
  const input = { body: bodyOf({ call, answers, ...rest }) }
  const statements = await statementsOf(() => call(endpoint, input as never).catch(() => undefined))
  return {
    answer: answers.at(-1) ?? '',
    statements: statements.map((each) => (endOfWork.test(each) ? 'end of work' : each)),
    verifications: verifications() - before,
  }
}

const otp = () => ({ otp: '000001' })
const recoveryCode = () => ({ recoveryCode: 'AAAA-BBBB-CCCC-DDDD' })
/** An authenticator that is registered with no account. */
const unknown = createSoftwareAuthenticator('http://localhost:8080')
const challenge = 'A'.repeat(75)
const handle = 'A'.repeat(22)
const options = {
  challenge,
  rpId: 'localhost',
  rp: { id: 'localhost', name: '' },
  user: { id: handle, name: '', displayName: '' },
} as never
const passkey = () => ({ passkey: unknown.assert(options, { userHandle: handle }) })
const help = () => ({ note: 'Lost on the train' })
const newPasskey = () => ({ response: unknown.register(options) })
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
  // The sixth code, and calls after the end of the attempt.
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

/** Runs each step for each person in turn and asserts equal observations; returns those of the first person. */
async function compare(people: readonly Person[], path: readonly Step[]): Promise<Observation[]> {
  const observations: Observation[] = []
  for (const [index, step] of path.entries()) {
    const [first, ...others] = people as [Person, ...Person[]]
    const expected = await take(first, step)
    observations.push(expected)
    for (const other of others)
      deepEqual(await take(other, step), expected, `step ${index + 1} of ${other.name}`)
  }
  return observations
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

test('the calls of a login respond and work alike for known and unknown, right and wrong, active and inactive', async () => {
  const [inactive, mistaken, closedCompany, reported, ada, grace] = await Promise.all([
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
  const observations = await compare(
    [
      await person('a right password', ada),
      await person('a wrong password', { email: grace.email, password: wrong }),
      await person('an unknown address', { email: 'nobody@quay.example', password: wrong }),
      await person('a deactivated user', inactive),
      await person('a wrong password of a deactivated user', { ...mistaken, password: wrong }),
      await person('a user of a deactivated company', closedCompany),
      await person('a reported password', reported),
      await person('a wrong password before the set-up', { ...unset, password: wrong }),
    ],
    steps,
  )
  const [first, code, link, recovery, ...setUps] = observations as [
    Observation,
    Observation,
    Observation,
    Observation,
    Observation,
  ]
  ok(first.answer.startsWith('200\n') && first.answer.includes('["passkey","otp","recovery"]'))
  ok(code.answer.startsWith('401\n') && code.answer.includes('401201'))
  ok(link.answer.startsWith('202\n'))
  for (const { answer } of setUps.slice(0, 4)) ok(answer.includes('409002'))
  ok(observations.at(-1)?.answer.includes('401202'))
  deepEqual([first.verifications, code.verifications, recovery.verifications], [1, 0, 1])
})

test('a login does not reveal earlier failures, from the first failure to after the lockout', async () => {
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

test('of several passwords tried for one address, the right one is indistinguishable from the others', async () => {
  const ada = await addUser()
  const guesses = [wrong, `${wrong}2`, ada.password, `${wrong}3`, `${wrong}4`, `${wrong}5`]
  const people: Person[] = []
  for (const password of guesses) people.push(await person(password, { ...ada, password }))
  await compare(people, steps)
})

test('a right and a wrong password are indistinguishable in a browser known to the user', async () => {
  const people: Person[] = []
  for (const password of ['First-Harbour-1', wrong]) {
    const ada = await addUser()
    const { browserToken } = await startUserSession(ada)
    people.push(await person(password, { ...ada, password }, browserToken))
  }
  await compare(people, steps)
})

test('the calls of an admin login respond and work alike in each case', async () => {
  const [grace, other, inactive] = [await addAdmin(), await addAdmin(), await addAdmin()]
  await updateRows('admins', { id: inactive.id }, { active: false })
  const user = await addUser()
  const observations = await compare(
    [
      await person('admin: a right password', grace),
      await person('admin: a wrong password', { email: other.email, password: wrong }),
      await person('admin: an unknown address', { email: 'x@portico.example', password: wrong }),
      await person('admin: a deactivated one', inactive),
      await person('admin: the password of a user', user),
    ],
    adminSteps,
  )
  equal(observations[0]?.verifications, 1)
  ok(observations[0]?.answer.includes('portico-admin-login=value'))
})
