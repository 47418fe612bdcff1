// own process: counts the statements of whole logins
import { deepEqual, ok } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { cookies } from '#server/cookies.ts'
import { db, row } from '#server/db.ts'
import { enterCode, enterPassword } from '#test/logins.ts'
import { addUser, visitor, type TestUser, type Visitor } from '#test/people.ts'
import { now, updateRows } from '#test/rows.ts'
import { statementsOf } from '#test/statements.ts'
import { primeCsrf } from './contract.ts'

type Cost = { statements: number; durableCommits: number }

const writes = /\b(insert into|delete from|(?<!for )(?<!for no key )update)\b/

/** Returns the number of commits that wait for the disk: those of transactions, and of single statements that write. */
function countDurableCommits(statements: readonly string[]): number {
  let isInside = false
  let count = 0
  for (const statement of statements) {
    if (statement.startsWith('begin')) isInside = true
    else if (statement === 'commit') isInside = false
    const isEnd = statement === 'commit' || (!isInside && writes.test(statement))
    if (isEnd && !statement.includes('synchronous_commit')) count += 1
  }
  return count
}

async function costOf(t: TestContext, browser: Visitor, user: TestUser): Promise<Cost> {
  await updateRows('second_factors', { userId: user.id }, { lastStep: 0 })
  const statements = await statementsOf(async () => {
    await enterPassword(browser, user)
    await enterCode(browser, user)
  })
  const cost = {
    statements: statements.length,
    durableCommits: countDurableCommits(statements),
  }
  t.diagnostic(JSON.stringify(cost))
  return cost
}

/** Returns a user who has completed a login, and the browser. The first mail of a process looks up its queue. */
async function returningUser(t: TestContext): Promise<{ ada: TestUser; laptop: Visitor }> {
  const ada = await addUser()
  await updateRows('users', { id: ada.id }, { onboardedAt: now })
  const laptop = await visitor()
  await costOf(t, laptop, ada)
  return { ada, laptop }
}

test('3S19: a login by password and code from a new browser sends at most 26 statements, of which at most 4 wait for the disk', async (t) => {
  const { ada } = await returningUser(t)
  const cost = await costOf(t, await visitor(), ada)
  ok(cost.statements <= 26 && cost.durableCommits <= 4, JSON.stringify(cost))
})

test('3S19: a login from a known browser sends at most 23 statements, of which at most 3 wait for the disk, and locks neither user nor account', async (t) => {
  const { ada, laptop } = await returningUser(t)
  laptop.cookies.delete(cookies.session)
  await laptop.call(primeCsrf, {})
  const before = await locksOf(ada)
  const cost = await costOf(t, laptop, ada)
  ok(cost.statements <= 23 && cost.durableCommits <= 3, JSON.stringify(cost))
  deepEqual(await locksOf(ada), before)
})

/** Returns who has last locked or changed the rows of a user and the account. */
function locksOf({ id }: TestUser) {
  return row<object>(db)`
    select u.xmin::text || ' ' || u.xmax::text as user, a.xmin::text || ' ' || a.xmax::text as account
    from users u join accounts a on a.id = u.id where u.id = ${id}`
}
