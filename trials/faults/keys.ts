import { randomBytes } from 'node:crypto'
import { db } from '#server/db.ts'
import { login, verifyCode } from '../../features/account/sign-in/contract.ts'
import type { Fault } from './fault.ts'
import { codeOf, inviteUser } from '#test/people.ts'
import { becomeUser, browser, isLoggedIn, logIn, password, trySignUp } from './people.ts'
import { isReady, until, type Stage } from './stage.ts'

const oldKey = process.env['SECRET_KEYS'] ?? ''
const newKey = randomBytes(32).toString('base64')

async function rotated(stage: Stage): Promise<string> {
  let url = (await stage.startServer()).url
  const person = await becomeUser(() => url, await inviteUser())
  await db.query('update second_factors set last_step = 0')
  const visitor = await logIn(() => url, person)
  const guest = await inviteUser()
  // Every server has both keys before one uses the new key, as in a rolling change.
  for (const keys of [`${oldKey},${newKey}`, `${newKey},${oldKey}`]) {
    url = (await stage.startServer({ SECRET_KEYS: keys })).url
    if (!(await isLoggedIn(visitor.call))) throw new Error('a session ended with the key')
  }
  // Servers started from here on have both keys.
  process.env['SECRET_KEYS'] = `${newKey},${oldKey}`
  await db.query('update second_factors set last_step = 0')
  const again = await logIn(() => url, person)
  if (!(await again.isLoggedIn())) throw new Error('the authenticator no longer works')
  await becomeUser(() => url, guest)
  return 'a session, an authenticator and a mailed link of the old key work with the new key'
}

/** Runs a server with a wrong key beside a server with the correct key. */
async function wrongKey(stage: Stage): Promise<string> {
  const right = await stage.startServer()
  const person = await becomeUser(() => right.url, await inviteUser())
  const guest = await inviteUser()
  const wrong = await stage.spawnServer({ SECRET_KEYS: newKey })
  await until(
    'it has started or given up',
    async () => wrong.child.exitCode !== null || (await isReady(wrong)),
  )
  const log =
    wrong.child.exitCode === null ? await logInWithWrongKey(wrong.url, person) : 'it does not start'
  await wrong.kill('SIGKILL')
  await db.query('update second_factors set last_step = 0')
  const visitor = await logIn(() => right.url, person)
  if (!(await visitor.isLoggedIn()))
    throw new Error('the user cannot log in with the right key either')
  const { call } = browser(() => right.url)
  await trySignUp(call, guest)
  await becomeUser(() => right.url, guest)
  return `${log}; with the correct key the authenticator and a mailed link work as before`
}

async function logInWithWrongKey(
  url: string,
  person: { email: string; secret: string },
): Promise<string> {
  const { call, cookies } = browser(() => url)
  await db.query('update second_factors set last_step = 0')
  await call(login, { body: { email: person.email, password } })
  const opened = await call(verifyCode, { body: { otp: codeOf(person.secret) } }).then(
    () => true,
    () => false,
  )
  if (opened || cookies.has('portico')) throw new Error('the wrong key opened an account')
  return 'users cannot log in'
}

export const keys: Fault[] = [
  {
    name: 'key-rotated',
    what: 'SECRET_KEYS is rotated while users are logged in',
    test: rotated,
  },
  {
    name: 'key-wrong',
    what: 'one server is started with a wrong key',
    test: wrongKey,
  },
]
