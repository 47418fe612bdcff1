import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { endSession, listSessions } from '#domain/sessions/session.ts'
import { affects, db, run, transaction, type Transaction } from '#server/db.ts'
import { newApi } from '#test/apis.ts'
import { newPlatform, tokensOf, visitorOf } from '#test/platform.ts'
import { deleteRows } from '#test/rows.ts'
import { startServer } from '#test/servers.ts'
import { askAt, callsOf } from '#test/token-calls.ts'
import { until } from '#test/until.ts'

/** The URL of a second server; sessions are ended by this process in the meantime. */
const { url } = await startServer({ SERVE: 'users,sso' })
const secret = 'a random secret'
const api = await newApi({ format: 'jwt' })

async function setUpTokens() {
  const apis = [{ id: api.id, scopes: ['orders.read'] }]
  const shop = await newPlatform({ clientSecret: secret, apis })
  const { ada, browser } = await visitorOf(shop)
  const scope = 'openid orders.read'
  const { refresh } = await tokensOf(browser, shop, { resource: api.id, scope })
  const [session] = await listSessions(db, ada.id)
  return { ada, sessionId: session?.id ?? '', refresh, calls: callsOf(askAt(url), shop, secret) }
}

/**
 * Refreshes at the other server while the session is locked here, then runs `end`; returns status, error and whether
 * there is no token.
 */
async function refreshDuring(end: (tx: Transaction, sessionId: string) => Promise<unknown>) {
  const { sessionId, refresh, calls } = await setUpTokens()
  const { waiting } = await transaction(db, async (tx) => {
    await run(tx)`select from sessions where id = ${sessionId} for update`
    const answerOf = calls.refresh(refresh)
    await until(
      () =>
        affects(
          db,
        )`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%held%'`,
    )
    await end(tx, sessionId)
    return { waiting: answerOf }
  })
  const answer = await waiting
  const { error, access_token: token } = (await answer.json()) as Record<string, string>
  return [answer.status, error, token === undefined]
}

test('P24: no JWT is issued for a session that ends concurrently at another server', async () => {
  deepEqual(await refreshDuring((tx, id) => deleteRows('sessions', { id }, tx)), [
    400,
    'invalid_grant',
    true,
  ])
  deepEqual(await refreshDuring(async () => undefined), [200, undefined, false])
})

test('P24: a JWT refresh and the end of its session do not deadlock, and later refreshes fail', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { sessionId, refresh, calls } = await setUpTokens()
    const [answer] = await Promise.all([calls.refresh(refresh), endSession(db, sessionId)])
    const next = await calls.refresh(refresh)
    equal(next.status, 400)
    equal(answer.status === 200 || answer.status === 400, true)
  }
})
