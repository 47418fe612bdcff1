import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { listSessions } from '#domain/session.ts'
import { db, run, transaction } from '#server/db.ts'
import { authorize, exchange, isActive, newPlatform, visitorOf } from '#test/platform.ts'
import { statementsOf } from '#test/statements.ts'

const hub = await newPlatform()

async function authorized() {
  const { ada, browser } = await visitorOf(hub)
  return { ada, code: await authorize(browser, hub) }
}

test('codes that are exchanged at once are used together, each for its own person', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, authorized))
  const { statements, value } = await recorded(() =>
    Promise.all(people.map(({ code }) => exchange(hub, code))),
  )
  deepEqual(
    value.map((each) => each.claims()?.sub),
    people.map(({ ada }) => ada.id),
  )
  equal(statements < 2 * people.length, true, `${statements} statements for 12 exchanges`)
})

test('a session that somebody has locked holds up its own exchange only', async () => {
  const held = await authorized()
  const free = await Promise.all(Array.from({ length: 6 }, authorized))
  const [session] = await listSessions(db, held.ada.id)
  let isDone = false
  const { first } = await transaction(db, async (tx) => {
    await run(tx)`select from sessions where id = ${session?.id} for update`
    const first = exchange(hub, held.code).finally(() => (isDone = true))
    // Awaited below, also when it is refused before.
    first.catch(() => undefined)
    const others = await Promise.allSettled(free.map(({ code }) => exchange(hub, code)))
    deepEqual(
      others.map(({ status }) => status),
      others.map(() => 'fulfilled'),
    )
    equal(isDone, false)
    return { first }
  })
  equal(await isActive(hub, (await first).access_token), true)
})

test('of two exchanges of one code in one moment one gets tokens, beside others that succeed', async () => {
  const [twice, once] = [await authorized(), await authorized()]
  const all = await Promise.allSettled([twice, twice, once].map(({ code }) => exchange(hub, code)))
  const right = all.map(({ status }) => status === 'fulfilled')
  equal(right.filter(Boolean).length, 2)
  equal(right[2], true)
})

async function recorded<Value>(work: () => Promise<Value>) {
  let value: Value | undefined
  const statements = await statementsOf(async () => {
    value = await work()
  })
  return { statements: statements.length, value: value! }
}
