import { Refusal } from '#contract/refusal.ts'
import { db } from '#server/db.ts'
import { login, verifyCode } from '../../features/account/sign-in/contract.ts'
import type { Fault } from './fault.ts'
import { codeOf, inviteUser } from '#test/people.ts'
import { becomeUser, browser, password, trySignUp } from './people.ts'
import type { Stage } from './stage.ts'

const attemptCount = 20

/** Runs all attempts concurrently, half on each server. Returns the number that succeeded. */
async function countSuccesses(
  stage: Stage,
  prepare: (url: string) => Promise<() => Promise<unknown>>,
) {
  const servers = [await stage.startServer(), await stage.startServer()]
  const tries = []
  for (let one = 0; one < attemptCount; one += 1)
    tries.push(await prepare(servers[one % 2]?.url ?? ''))
  const results = await Promise.allSettled(tries.map((each) => each()))
  const refused = results.filter(
    (result) => result.status === 'rejected' && result.reason instanceof Refusal,
  )
  const through = results.filter(({ status }) => status === 'fulfilled').length
  if (through !== 1 || refused.length !== attemptCount - 1)
    throw new Error(`${through} got through, ${refused.length} were refused`)
}

async function oneLink(stage: Stage): Promise<string> {
  const guest = await inviteUser()
  await countSuccesses(stage, async (url) => {
    const { call } = browser(() => url)
    return () => trySignUp(call, guest)
  })
  const server = await stage.startServer()
  await becomeUser(() => server.url, guest)
  return `exactly one of ${attemptCount} attempts with one link on two servers created the account`
}

async function oneCode(stage: Stage): Promise<string> {
  const server = await stage.startServer()
  const person = await becomeUser(() => server.url, await inviteUser())
  await db.query('update second_factors set last_step = 0')
  const { rows } = await db.query<{ count: number }>('select count(*) from sessions')
  const before = Number(rows[0]?.count)
  await countSuccesses(stage, async (url) => {
    const { call } = browser(() => url)
    await call(login, { body: { email: person.email, password } })
    return () => call(verifyCode, { body: { otp: codeOf(person.secret) } })
  })
  const after = await db.query<{ count: number }>('select count(*) from sessions')
  if (Number(after.rows[0]?.count) !== before + 1) throw new Error('more than one session')
  return `exactly one of ${attemptCount} logins with one code on two servers got a session`
}

export const concurrentUse: Fault[] = [
  {
    name: 'one-link-twice',
    what: 'one invitation is used twenty times concurrently on two servers',
    test: oneLink,
  },
  {
    name: 'one-code-twice',
    what: 'one one-time code is used twenty times concurrently on two servers',
    test: oneCode,
  },
]
