// writes SQL: explains the plan of a search in many users
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { fillUserSearchText } from '#domain/accounts/user.ts'
import { byName } from '#server/collation.ts'
import { db, rows, run, scalars, sql } from '#server/db.ts'
import { updateRows } from '#test/rows.ts'
import { findUsers } from '../../features/admin/users/list.ts'

/** Enough users for the planner to prefer an index; `npm run trials -- bench` uses a million. */
const people = Number(process.env['PEOPLE'] ?? 60_000)

const page = { take: 51, after: undefined }

/** Identifies the statement that finds the page. */
const ids = /select u\.id(, count\(\*\) over \(\) as total)? from(?! users u where u\.id = any)/

await addMany()

test(`a part of three characters or more is found by an index among ${people} users`, async () => {
  for (const q of ['ilse4321', 'verik4321', '4321@', 'son of nobody']) {
    const { plan, matches } = await explainSearch(q, ids)
    match(plan, /Bitmap Index Scan on users_search_text/, `${q}\n${plan}`)
    ok(!/Seq Scan on users/.test(plan), plan)
    equal(matches.length > 0, q !== 'son of nobody')
  }
})

test('U5: for words with digits the index is searched by these digits only, and the words are matched completely', async () => {
  for (const [q, indexed, length] of [
    ['ilse54320', 'e54320', 1],
    ['alse54320', 'e54320', 0],
    ['person54320@quay', 'n54320', 1],
    ['everik54320 ilse54320', 'k54320', 0],
    ['ilse54320 iv', 'e54320', 1],
    ['54320_', '54320', 0],
  ] as const) {
    const { plan, matches } = await explainSearch(q, ids)
    match(plan, new RegExp(`Index Cond: \\(search_text ~~ '%${indexed}%'`), `${q}\n${plan}`)
    equal(matches.length, length, q)
  }
})

test('U5: a part shared by very many users is found by an index-only scan along the index of names', async () => {
  for (const q of ['quay', 'person', 'quay nobody']) {
    const { plan, matches } = await explainSearch(q, ids)
    const isFrequent = q !== 'quay nobody'
    equal(/Index Only Scan using users_listed/.test(plan), isFrequent, plan)
    equal(/Sort|Seq Scan/.test(plan), !isFrequent, plan)
    equal(matches.length, isFrequent ? 51 : 0)
  }
})

test('U5: a part shared by very many users is found among deactivated users along their own index', async () => {
  await updateRows('users', { email: sql`like '%7@quay.example'` }, { active: false })
  const { plan, matches } = await explainSearch('quay', ids, undefined, ['deactivated'])
  await updateRows('users', { active: false }, { active: true })
  match(plan, /Index Scan using users_deactivated_by_name/, plan)
  ok(!/Sort|users_search_text/.test(plan), plan)
  equal(matches.length, 51)
})

test('U5: one or two common characters are searched among the users whose name begins with the first character', async () => {
  const expectedLengths = { p: 51, pe: 51, il: 51, q: 0, qu: 0, '@': 0 }
  for (const [q, length] of Object.entries(expectedLengths)) {
    const { plan, matches } = await explainSearch(q, ids)
    for (const place of ['name', 'lastname', 'email']) {
      match(plan, new RegExp(`Index Scan using users_first_sign_of_${place} `), `${q}\n${plan}`)
    }
    ok(!/users_listed|Seq Scan on users/.test(plan), `${q}\n${plan}`)
    equal(matches.length, length, q)
  }
})

test('U5: a user without a search text is found by a single character, too', async () => {
  await run(db)`update users set lastname = '@home' where email = 'rare@anchor.example'`
  const { rows: matches } = await findUsers(db, 'all', { q: '@' }, page)
  await run(db)`update users set lastname = 'Zzyzx' where email = 'rare@anchor.example'`
  await fillUserSearchText(db)
  deepEqual(
    matches.map(({ email }) => email),
    ['rare@anchor.example'],
  )
})

test('U5: a name shared by many users at the end of the list is found by the index of search texts', async () => {
  const { plan, matches } = await explainSearch('zulu', ids)
  match(plan, /Bitmap Index Scan on users_search_text/, plan)
  equal(matches.length, 51)
})

test('U5: the pages of a search are in the order of the list, whether the plan sorts or follows an index', async () => {
  for (const [q, domain] of [
    ['quay', 'quay'],
    ['anchor', 'anchor'],
    ['p', 'quay'],
  ] as const) {
    const expectedIds = await scalars<string>(db)`
      select id from users where split_part(email, '@', 2) = ${`${domain}.example`}
      order by lastname ${byName}, firstname ${byName}, id limit 150`
    const matches: { id: string; key: string[] }[] = []
    for (let page = 0; page < 3; page += 1) {
      const after = matches.at(-1)?.key
      matches.push(...(await findUsers(db, 'all', { q }, { take: 50, after })).rows)
    }
    deepEqual(
      matches.map(({ id }) => id),
      expectedIds,
      q,
    )
  }
})

test('a part of fewer than three characters matches the start of a word, by an index', async () => {
  const { plan, matches } = await explainSearch('zz', ids)
  match(plan, /Bitmap Index Scan on users_search_text/, plan)
  deepEqual(
    matches.map(({ lastname }) => lastname),
    ['Zzyzx'],
  )
})

test('the last page of the list is read by an index condition, like the first', async () => {
  const [last] = await rows<{ lastname: string; firstname: string; id: string }>(db)`
    select lastname, firstname, id from users
    order by lastname ${byName} desc, firstname ${byName} desc, id desc offset 60 limit 1`
  const after = [last?.lastname ?? '', last?.firstname ?? '', last?.id ?? '']
  const { plan, matches } = await explainSearch('', ids, after)
  // The planner may choose a bitmap or the index by first character if its sample makes it expect few rows.
  match(plan, /Index (Only )?Scan (using|on) users_(listed|first_sign)[^]*Index Cond: \(ROW/, plan)
  equal(matches.length, 51)
})

test('every search takes less than a second', async () => {
  for (const q of ['', 'ilse4321', 'quay', 'a', 'zz', 'zulu', 'person 43', 'ers', 'nobody']) {
    const startedAt = performance.now()
    await findUsers(db, 'all', { q }, page)
    const tookMs = performance.now() - startedAt
    ok(tookMs < 1_000, `${q} took ${tookMs} ms`)
  }
})

async function addMany(): Promise<void> {
  await db.query("set statement_timeout = '5min'")
  const owner = new pg.Client(process.env['DATABASE_OWNER_URL'])
  await owner.connect()
  await owner.query(
    `with added as (
       insert into users (id, email, firstname, lastname)
       select gen_random_uuid(), 'person' || n || '@quay.example',
              (array['Ilse', 'Omar', 'Yuna', 'Pedro'])[1 + n % 4] || n,
              (array['Everik', 'Haddad', 'Iversson'])[1 + n % 3] || n
       from generate_series(1, $1::int) n
       union all select gen_random_uuid(), 'rare@anchor.example', 'Rare', 'Zzyzx'
       union all select gen_random_uuid(), 'alike' || n || '@anchor.example', 'Same ' || n, 'Zulu'
         from generate_series(1, 1000) n
       returning id)
     insert into accounts (id, kind) select id, 'user' from added`,
    [people],
  )
  await fillUserSearchText(db)
  await owner.query('vacuum analyze users')
  await owner.end()
}

/** Returns the plan of the statement that a search runs and `part` identifies, and the rows that the search finds. */
async function explainSearch(q: string, part: RegExp, after?: string[], status?: ['deactivated']) {
  const client = pg.Client.prototype as unknown as { query: Query }
  const { query } = client
  let plan = ''
  client.query = function explainFirst(this: pg.Client, ...args) {
    const [{ text, values }] = args
    if (!part.test(text?.replaceAll(/\s+/g, ' ') ?? '')) return query.apply(this, args)
    // Explained in the same transaction, with its settings.
    return query.call(this, { text: `explain ${text}`, values }).then((result) => {
      plan = result.rows.map((line) => line['QUERY PLAN']).join('\n')
      return query.apply(this, args)
    })
  }
  const { rows: matches } = await findUsers(db, 'all', { q, status }, { ...page, after }).finally(
    () => {
      client.query = query
    },
  )
  ok(plan !== '', `no statement like ${part.source}`)
  return { plan, matches }
}

type Statement = { text?: string; values?: unknown[] | undefined }
type Query = (
  this: pg.Client,
  ...args: [Statement, ...never[]]
) => Promise<{ rows: Record<string, string>[] }>
