// writes SQL: the plan of a search in many users is the subject
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { fillUserSearchText } from '#domain/user.ts'
import { byName } from '#server/collation.ts'
import { db, rows, run, scalars, sql } from '#server/db.ts'
import { updateRows } from '#test/rows.ts'
import { findUsers } from './list.ts'

/** A million in `npm run trials -- bench`; enough here for the planner to take them for many. */
const people = Number(process.env['PEOPLE'] ?? 60_000)

const page = { take: 51, after: undefined }

/** What tells the statement that finds the page from the others. */
const ids = /select u\.id(, count\(\*\) over \(\) as total)? from(?! users u where u\.id = any)/

await addMany()

test(`a part of three characters or more is found by an index among ${people} users`, async () => {
  for (const q of ['ilse4321', 'verik4321', '4321@', 'son of nobody']) {
    const { plan, found } = await explained(q, ids)
    match(plan, /Bitmap Index Scan on users_search_text/, `${q}\n${plan}`)
    ok(!/Seq Scan on users/.test(plan), plan)
    equal(found.length > 0, q !== 'son of nobody')
  }
})

test('U5: of words with digits the index looks for these alone, and the words are found whole', async () => {
  for (const [q, indexed, length] of [
    ['ilse54320', 'e54320', 1],
    ['alse54320', 'e54320', 0],
    ['person54320@quay', 'n54320', 1],
    ['everik54320 ilse54320', 'k54320', 0],
    ['ilse54320 iv', 'e54320', 1],
    ['54320_', '54320', 0],
  ] as const) {
    const { plan, found } = await explained(q, ids)
    match(plan, new RegExp(`Index Cond: \\(search_text ~~ '%${indexed}%'`), `${q}\n${plan}`)
    equal(found.length, length, q)
  }
})

test('U5: a part that very many users share is found along the index of names, which is all that is read', async () => {
  for (const q of ['quay', 'person', 'quay nobody']) {
    const { plan, found } = await explained(q, ids)
    const isFrequent = q !== 'quay nobody'
    equal(/Index Only Scan using users_listed/.test(plan), isFrequent, plan)
    equal(/Sort|Seq Scan/.test(plan), !isFrequent, plan)
    equal(found.length, isFrequent ? 51 : 0)
  }
})

test('U5: a part that very many users share is found among the deactivated along their own index', async () => {
  await updateRows('users', { email: sql`like '%7@quay.example'` }, { active: false })
  const { plan, found } = await explained('quay', ids, undefined, ['deactivated'])
  await updateRows('users', { active: false }, { active: true })
  match(plan, /Index Scan using users_deactivated_by_name/, plan)
  ok(!/Sort|users_search_text/.test(plan), plan)
  equal(found.length, 51)
})

test('U5: one or two signs of very many words are looked for among the users who begin with the first', async () => {
  const wanted = { p: 51, pe: 51, il: 51, q: 0, qu: 0, '@': 0 }
  for (const [q, length] of Object.entries(wanted)) {
    const { plan, found } = await explained(q, ids)
    for (const place of ['name', 'lastname', 'email']) {
      match(plan, new RegExp(`Index Scan using users_first_sign_of_${place} `), `${q}\n${plan}`)
    }
    ok(!/users_listed|Seq Scan on users/.test(plan), `${q}\n${plan}`)
    equal(found.length, length, q)
  }
})

test('U5: who has no search text yet is found by one sign, too', async () => {
  await run(db)`update users set lastname = '@home' where email = 'rare@anchor.example'`
  const { rows: found } = await findUsers(db, 'all', { q: '@' }, page)
  await run(db)`update users set lastname = 'Zzyzx' where email = 'rare@anchor.example'`
  await fillUserSearchText(db)
  deepEqual(
    found.map(({ email }) => email),
    ['rare@anchor.example'],
  )
})

test('U5: a name that many users at the end of the list share is found by the index of texts', async () => {
  const { plan, found } = await explained('zulu', ids)
  match(plan, /Bitmap Index Scan on users_search_text/, plan)
  equal(found.length, 51)
})

test('U5: the pages of a search are the same rows in the same order, whether matches are sorted or not', async () => {
  for (const [q, domain] of [
    ['quay', 'quay'],
    ['anchor', 'anchor'],
    ['p', 'quay'],
  ] as const) {
    const wanted = await scalars<string>(db)`
      select id from users where split_part(email, '@', 2) = ${`${domain}.example`}
      order by lastname ${byName}, firstname ${byName}, id limit 150`
    const found: { id: string; key: string[] }[] = []
    for (let page = 0; page < 3; page += 1) {
      const after = found.at(-1)?.key
      found.push(...(await findUsers(db, 'all', { q }, { take: 50, after })).rows)
    }
    deepEqual(
      found.map(({ id }) => id),
      wanted,
      q,
    )
  }
})

test('a part of less than three characters matches the start, by an index', async () => {
  const { plan, found } = await explained('zz', ids)
  match(plan, /Bitmap Index Scan on users_search_text/, plan)
  deepEqual(
    found.map(({ lastname }) => lastname),
    ['Zzyzx'],
  )
})

test('the page at the end of the list is read as fast as the first', async () => {
  const [last] = await rows<{ lastname: string; firstname: string; id: string }>(db)`
    select lastname, firstname, id from users
    order by lastname ${byName} desc, firstname ${byName} desc, id desc offset 60 limit 1`
  const after = [last?.lastname ?? '', last?.firstname ?? '', last?.id ?? '']
  const { plan, found } = await explained('', ids, after)
  // A bitmap, or an index by first sign, where the sample of the statistics lets the planner expect few rows.
  match(plan, /Index (Only )?Scan (using|on) users_(listed|first_sign)[^]*Index Cond: \(ROW/, plan)
  equal(found.length, 51)
})

test('no search takes long', async () => {
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

/** The plan of the very statement that a search runs, told by a part of its text, and what the search finds. */
async function explained(q: string, part: RegExp, after?: string[], status?: ['deactivated']) {
  const client = pg.Client.prototype as unknown as { query: Query }
  const { query } = client
  let plan = ''
  client.query = function seen(this: pg.Client, ...given) {
    const [{ text, values }] = given
    if (!part.test(text?.replaceAll(/\s+/g, ' ') ?? '')) return query.apply(this, given)
    // In the same transaction, with its settings.
    return query.call(this, { text: `explain ${text}`, values }).then((explained) => {
      plan = explained.rows.map((line) => line['QUERY PLAN']).join('\n')
      return query.apply(this, given)
    })
  }
  const { rows: found } = await findUsers(db, 'all', { q, status }, { ...page, after }).finally(
    () => {
      client.query = query
    },
  )
  ok(plan !== '', `no statement like ${part.source}`)
  return { plan, found }
}

type Statement = { text?: string; values?: unknown[] | undefined }
type Query = (
  this: pg.Client,
  ...given: [Statement, ...never[]]
) => Promise<{ rows: Record<string, string>[] }>
