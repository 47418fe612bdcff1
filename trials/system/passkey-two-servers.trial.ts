import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#contract/refusal.ts'
import { db, scalar } from '#server/db.ts'
import type { CookieJar } from '#test/cookie-jar.ts'
import { addUser } from '#test/people.ts'
import { givePasskey, isEnabled } from '#test/passkeys.ts'
import { startServer, type RealServer } from '#test/servers.ts'
import { beginPasskeyLogin, passkeyLogin } from '../../features/account/sign-in/passkey-contract.ts'

const servers = await Promise.all([startServer(), startServer()])
const serverOf = (number: number) => servers[number % 2] as RealServer

test('exactly one of a hundred uses of one response at two servers logs in, and the passkey stays enabled', async () => {
  const ada = await addUser()
  const authenticator = await givePasskey(ada)
  const jar: CookieJar = new Map()
  const options = await serverOf(0).visitor('203.0.113.1', jar)(beginPasskeyLogin, { body: {} })
  const response = authenticator.assert(options)
  // The challenge is bound to the browser, so each call has a copy of its cookies.
  const jars = Array.from({ length: 100 }, () => new Map(jar))
  const outcomes = await Promise.all(
    jars.map((ownJar, number) =>
      serverOf(number)
        .visitor(`203.0.113.${number}`, ownJar)(passkeyLogin, { body: { response } })
        .then(
          () => ownJar,
          (error: unknown) => {
            if (error instanceof Refusal) return undefined
            throw error
          },
        ),
    ),
  )
  const [winner, ...others] = outcomes.filter((jarOfWinner) => jarOfWinner !== undefined)
  equal(others.length, 0)
  const sessions = await scalar<number>(db)`
    select count(*)::int from sessions where user_id = ${ada.id}`
  equal(sessions, 1)
  equal(await isEnabled(authenticator), true)
  const call = serverOf(1).visitor('203.0.113.101', winner)
  const again = authenticator.assert(await call(beginPasskeyLogin, { body: {} }))
  equal((await call(passkeyLogin, { body: { response: again } })).next, 'done')
})
