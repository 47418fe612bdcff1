import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { listSessions } from '#domain/sessions/session.ts'
import { db, run, sql, transaction } from '#server/db.ts'
import { issuer, platformFetch } from '#test/platform-client.ts'
import { authorize, exchange, isActive, newPlatform, tokensOf, visitorOf } from '#test/platform.ts'
import { now, updateRows } from '#test/rows.ts'
import { statementsOf } from '#test/statements.ts'
import { callsOf, type Ask } from '#test/token-calls.ts'

const hub = await newPlatform()
const secret = 'a secret of a platform'
const shop = await newPlatform({ clientSecret: secret })
const ask: Ask = (path, { body, ...request }) =>
  platformFetch(new URL(path, issuer).href, { ...request, body, redirect: 'manual' })
const { refresh } = callsOf(ask, shop, secret)

async function authorizeUser() {
  const { ada, browser } = await visitorOf(hub)
  return { ada, code: await authorize(browser, hub) }
}

test('concurrently exchanged codes are consumed in one batch, each for its own user', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, authorizeUser))
  const { statements, value } = await countStatements(() =>
    Promise.all(people.map(({ code }) => exchange(hub, code))),
  )
  deepEqual(
    value.map((each) => each.claims()?.sub),
    people.map(({ ada }) => ada.id),
  )
  equal(statements < 2 * people.length, true, `${statements} statements for 12 exchanges`)
})

test('a locked session delays only its own exchange', async () => {
  const locked = await authorizeUser()
  const free = await Promise.all(Array.from({ length: 12 }, authorizeUser))
  const [session] = await listSessions(db, locked.ada.id)
  let isDone = false
  const { first } = await transaction(db, async (tx) => {
    await run(tx)`select from sessions where id = ${session?.id} for update`
    const earlier = free.slice(0, 6).map(({ code }) => exchange(hub, code))
    const first = exchange(hub, locked.code).finally(() => (isDone = true))
    // Awaited below; this handler prevents an unhandled rejection if it fails earlier.
    first.catch(() => undefined)
    const later = free.slice(6).map(({ code }) => exchange(hub, code))
    const others = await Promise.allSettled([...earlier, ...later])
    deepEqual(
      others.map(({ status }) => status),
      others.map(() => 'fulfilled'),
    )
    equal(isDone, false)
    return { first }
  })
  equal(await isActive(hub, (await first).access_token), true)
})

test('a grant that is being revoked delays only its own refresh, which is then refused', async () => {
  const people = await Promise.all(Array.from({ length: 13 }, () => visitorOf(shop)))
  const [revoked, ...free] = await Promise.all(people.map(({ browser }) => tokensOf(browser, shop)))
  const { first } = await transaction(db, async (tx) => {
    const sessionId = sql`in (select id from sessions where user_id = ${people[0]?.ada.id})`
    await updateRows('oidc_records', { model: 'Grant', sessionId }, { consumedAt: now }, tx)
    const earlier = free.slice(0, 6).map((each) => refresh(each.refresh))
    const first = refresh(revoked?.refresh ?? '')
    const later = free.slice(6).map((each) => refresh(each.refresh))
    const others = await Promise.all([...earlier, ...later])
    deepEqual(
      others.map(({ status }) => status),
      others.map(() => 200),
    )
    return { first }
  })
  equal((await first).status, 400)
})

test("exactly one of two concurrent exchanges of one code gets tokens, beside another code's exchange", async () => {
  const [twice, once] = [await authorizeUser(), await authorizeUser()]
  const all = await Promise.allSettled([twice, twice, once].map(({ code }) => exchange(hub, code)))
  const right = all.map(({ status }) => status === 'fulfilled')
  equal(right.filter(Boolean).length, 2)
  equal(right[2], true)
})

async function countStatements<Value>(work: () => Promise<Value>) {
  let value: Value | undefined
  const statements = await statementsOf(async () => {
    value = await work()
  })
  return { statements: statements.length, value: value! }
}
