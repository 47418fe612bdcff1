// own process: starts a second server with the limits of this file
import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#contract/refusal.ts'
import { db, scalar } from '#server/db.ts'
import type { CookieJar } from '#test/cookie-jar.ts'
import { addUser } from '#test/people.ts'
import { givePasskey, isEnabled } from '#test/passkeys.ts'
import { startServer, type RealServer } from '#test/servers.ts'
import { beginPasskeyLogin, passkeyLogin } from './passkey-contract.ts'

const servers = await Promise.all([startServer(), startServer()])
const serverOf = (number: number) => servers[number % 2] as RealServer

test('of a hundred uses of one answer at two servers one opens a session, and the passkey still works', async () => {
  const ada = await addUser()
  const authenticator = await givePasskey(ada)
  const jar: CookieJar = new Map()
  const asked = await serverOf(0).visitor('203.0.113.1', jar)(beginPasskeyLogin, { body: {} })
  const response = authenticator.assert(asked)
  // The challenge is bound to the browser, so each call has a copy of its cookies.
  const jars = Array.from({ length: 100 }, () => new Map(jar))
  const outcomes = await Promise.all(
    jars.map((own, number) =>
      serverOf(number)
        .visitor(`203.0.113.${number}`, own)(passkeyLogin, { body: { response } })
        .then(
          () => own,
          (error: unknown) => {
            if (error instanceof Refusal) return undefined
            throw error
          },
        ),
    ),
  )
  const [winner, ...others] = outcomes.filter((own) => own !== undefined)
  equal(others.length, 0)
  const sessions = await scalar<number>(db)`
    select count(*)::int from sessions where user_id = ${ada.id}`
  equal(sessions, 1)
  equal(await isEnabled(authenticator), true)
  const known = serverOf(1).visitor('203.0.113.101', winner)
  const again = authenticator.assert(await known(beginPasskeyLogin, { body: {} }))
  equal((await known(passkeyLogin, { body: { response: again } })).next, 'done')
})
