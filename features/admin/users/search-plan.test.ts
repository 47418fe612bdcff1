import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { db, rows } from '#server/db.ts'
import { findUsers } from './list.ts'

/** A million in `npm run bench`; enough here for the planner to take them for many. */
const people = Number(process.env['PEOPLE'] ?? 50_000)

const page = { take: 51, after: undefined }

await addMany()

test(`a part of three characters or more is found by an index among ${people} users`, async () => {
  for (const q of ['ilse4321', 'verik4321', '4321@', 'son of nobody']) {
    const { plan, found } = await explained(q)
    match(plan, /Bitmap Index Scan on users_search/, `${q}\n${plan}`)
    ok(!/Seq Scan on users/.test(plan), plan)
    equal(found.length > 0, q !== 'son of nobody')
  }
})

test(`a part that many users share is found along the index of names`, async () => {
  const { plan, found } = await explained('quay')
  match(plan, /Index Scan using users_by_name/, plan)
  equal(found.length, 51)
})

test('a part of less than three characters matches the start, by an index', async () => {
  const { plan, found } = await explained('zz')
  // Where text is sorted by bytes, the index of the list itself serves for starts, too.
  for (const index of [
    /Scan on users_firstname/,
    /Scan on users_(lastname|by_name)/,
    /Scan on users_email/,
  ]) {
    match(plan, index)
  }
  deepEqual(
    found.map(({ lastname }) => lastname),
    ['Zzyzx'],
  )
})

test('the page at the end of the list is read as fast as the first', async () => {
  const [last] = await rows<{ lastname: string; firstname: string; id: string }>(db)`
    select lower(lastname) as lastname, lower(firstname) as firstname, id from users
    order by lower(lastname) desc, lower(firstname) desc, id desc offset 60 limit 1`
  const after = [last?.lastname ?? '', last?.firstname ?? '', last?.id ?? '']
  const { plan, found } = await explained('', after)
  match(plan, /Index Scan using users_by_name[^]*Index Cond/, plan)
  equal(found.length, 51)
})

test('no search takes long', async () => {
  for (const q of ['', 'ilse4321', 'quay', 'a', 'zz', 'person 43', 'ers', 'nobody at all']) {
    const startedAt = performance.now()
    await findUsers(db, { q }, page)
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
       returning id)
     insert into accounts (id, kind) select id, 'user' from added`,
    [people],
  )
  await owner.query('vacuum analyze users')
  await owner.end()
}

/** The plan of the very statement that a search runs, and what the search finds. */
async function explained(q: string, after?: string[]) {
  const { query } = pg.Client.prototype as unknown as { query: (...given: never[]) => unknown }
  let search: { text: string; values: unknown[] } | undefined
  pg.Client.prototype.query = function seen(this: pg.Client, ...given: never[]) {
    const [asked] = given as unknown as [{ text: string; values: unknown[] }]
    if (asked.text?.includes('from users u')) search = asked
    return query.apply(this, given)
  } as typeof pg.Client.prototype.query
  const found = await findUsers(db, { q }, { ...page, after }).finally(() => {
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query
  })
  const { text = '', values = [] } = search ?? {}
  const result = await db.query<{ 'QUERY PLAN': string }>({ text: `explain ${text}`, values })
  return { plan: result.rows.map((line) => line['QUERY PLAN']).join('\n'), found }
}
