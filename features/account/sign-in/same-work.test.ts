// own process: compares the statements of first calls
import { verifications } from '#test/verifications.ts'
import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { addUser, refusedWith, visitor, type Visitor } from '#test/people.ts'
import { statementsOf } from '#test/statements.ts'
import { login } from './contract.ts'

type Work = { statements: string[]; verifications: number }

const wrong = 'Wrong-Harbour-1'

async function workOf(browser: Visitor, email: string, password = wrong): Promise<Work> {
  const before = verifications()
  const statements = await statementsOf(() =>
    refusedWith(errorCodes.invalidCredentials, browser.call(login, { body: { email, password } })),
  )
  return { statements, verifications: verifications() - before }
}

/** Returns the work of six wrong passwords; the fifth locks the account. */
async function workOfSix(email: string): Promise<Work[]> {
  const attempts: Work[] = []
  while (attempts.length < 6) attempts.push(await workOf(await visitor(), email))
  return attempts
}

test('a login with a wrong password does the same work for known and unknown email addresses', async () => {
  // The first mail of a process looks up its queue.
  await workOfSix('first@quay.example')
  const ada = await addUser()
  const knownWork = await workOfSix(ada.email)
  const unknownWork = await workOfSix('nobody@quay.example')
  deepEqual(knownWork, unknownWork)
  ok(knownWork.every((work) => work.verifications === 1 && work.statements.length > 5))
})

test('on a locked account a right password does the same work as a wrong one', async () => {
  const ada = await addUser()
  const [, , , , , wrongWork] = await workOfSix(ada.email)
  deepEqual(await workOf(await visitor(), ada.email, ada.password), wrongWork)
})

/** Returns the statements of a first step up to the hash. */
async function beforeHash(email: string, password: string): Promise<string[]> {
  const browser = await visitor()
  const enter = () => browser.call(login, { body: { email, password } }).catch(() => undefined)
  return (await statementsOf(enter)).slice(0, 2)
}

test('3S19: an unknown address and a wrong, locked or right password are counted and read by the same two statements', async () => {
  const ada = await addUser()
  const [account, counted] = await beforeHash(ada.email, ada.password)
  ok(counted?.includes('rate_limits') && counted.includes('from passwords'))
  deepEqual(await beforeHash(ada.email, wrong), [account, counted])
  deepEqual(await beforeHash('unknown@quay.example', wrong), [account, counted])
  await workOfSix(ada.email)
  deepEqual(await beforeHash(ada.email, ada.password), [account, counted])
})

test('a browser with an invented known-browser cookie causes the same work for known and unknown addresses', async () => {
  const ada = await addUser()
  const browsers = [await visitor(), await visitor()]
  for (const browser of browsers) browser.cookies.set('portico-browser', 'x'.repeat(43))
  const [first, second] = browsers as [Visitor, Visitor]
  deepEqual(await workOf(first, ada.email), await workOf(second, 'noone@quay.example'))
})

test('S1: a blocked IP address costs no password check, for known and unknown email addresses', async () => {
  const ada = await addUser()
  const ipAddress = '198.51.100.30'
  const stranger = await visitor({ ipAddress })
  for (let count = 0; count < 10; count += 1) await workOf(stranger, `nobody${count}@quay.example`)
  const before = verifications()
  const statementsFor = (email: string) =>
    statementsOf(() =>
      refusedWith(
        errorCodes.addressBlocked,
        stranger.call(login, { body: { email, password: wrong } }),
      ),
    )
  const statements = await statementsFor(ada.email)
  deepEqual(statements, await statementsFor('someone@quay.example'))
  ok(statements.length > 0)
  equal(verifications() - before, 0)
})
