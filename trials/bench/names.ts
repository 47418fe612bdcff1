import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { foldText } from '#contract/fold-text.ts'
import type { Db } from '#server/db.ts'
import type { Database } from '../../demo/database.ts'
import { inDatabase, report, type Figure } from './harness.ts'
import { nameLists } from './name-lists.ts'

const few = 10_000
const limitMs = 150
const pageSize = 50
const rounds = 20

/** Measures lists and searches of users with names in five languages: a million users and ten thousand, in turns. */
export async function benchNames([count]: readonly string[]): Promise<boolean> {
  const many = Number(count ?? 1_000_000)
  return inDatabase({ name: 'names' }, async (database) => {
    const places = [await place(database, few), await place(database, many)] as const
    const cases = casesOf(places[1])
    let isRight = true
    for (const each of places) isRight = (await isInOrder(each, cases)) && isRight
    const figures = await measure(places, cases)
    return report('names', figures, { many }) && isRight
  })
}

type Listing = { q: string; after: string[] | undefined }
type Case = { kind: string; of: (place: Place) => Listing }
type Place = { db: Db; url: string; rows: number; middle: string[] }

async function place(database: Database, rows: number): Promise<Place> {
  const name = `names_${rows}`
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  const urls = { ownerUrl: at(database.ownerUrl), serverUrl: at(database.serverUrl) }
  await executeSql(database.adminUrl, [`create database ${name} owner portico_owner`])
  await executeSql(at(database.adminUrl), ['create extension pg_trgm'])
  const { migrate } = await import('../../app/migrate.ts')
  await migrate(urls)
  await fill(at(database.adminUrl), urls.serverUrl, rows)
  const { createPool } = await import('#server/db.ts')
  const db = createPool(urls.serverUrl, 2)
  const [middle = []] = await listed(db, { q: '', after: undefined }, 1).then((rows) =>
    rows.map(({ key }) => key),
  )
  return { db, url: urls.serverUrl, rows, middle }
}

async function executeSql(url: string, texts: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const text of texts) await client.query(text)
  } finally {
    await client.end()
  }
}

/**
 * Fills in names as skewed as real ones: the first names of a list are much more frequent. The worker's job fills the
 * rest.
 */
async function fill(adminUrl: string, serverUrl: string, rows: number): Promise<void> {
  const startTime = performance.now()
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
    select indexname as name, indexdef as definition from pg_indexes i
    where tablename = 'users' and indexname <> 'users_without_search_text' and not exists (
      select from pg_constraint c where c.conname = i.indexname)`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await client.query('set session_replication_role = replica')
  const languages = Object.values(nameLists)
  for (const [at, { first, last }] of languages.entries()) {
    await client.query(
      `insert into users (id, email, firstname, lastname)
       select gen_random_uuid(), 'person' || n || '@quay.example',
              ($1::text[])[1 + floor(cardinality($1::text[]) * power(random(), 2))],
              ($2::text[])[1 + floor(cardinality($2::text[]) * power(random(), 2))]
       from generate_series($3::int, $4::int, $5::int) n`,
      [first, last, at + 1, rows, languages.length],
    )
  }
  const { fillUserSearchText } = await import('#domain/accounts/user.ts')
  const { createPool } = await import('#server/db.ts')
  const pool = createPool(serverUrl, 2)
  const filledAt = performance.now()
  while ((await fillUserSearchText(pool)) > 0);
  const filled = seconds(filledAt)
  await (pool as unknown as { end: () => Promise<void> }).end()
  for (const { definition } of indexes) await client.query(definition)
  await client.query('vacuum analyze users')
  await client.end()
  console.log(`${rows} users created in ${seconds(startTime)} s, ${filled} s of them by the job`)
}

async function listed(db: Db, { q, after }: Listing, limit = pageSize) {
  const { findUsers } = await import('../../features/admin/users/list.ts')
  const { rows } = await findUsers(db, 'all', { q }, { take: limit + 1, after })
  return rows
}

function search(kind: string, q: string): Case {
  return { kind, of: () => ({ q, after: undefined }) }
}

/** Returns searches for names that exist, typed as admins type them, without accents. */
function casesOf({ rows }: Place): Case[] {
  const searches = Object.entries(nameLists).flatMap(([language, { first, last }]) => {
    const [common = '', rare = ''] = [last[0], last.at(-1)]
    const part = foldText(rare).slice(1)
    return [
      search(`${language}: frequent family name`, foldText(common)),
      search(`${language}: rare family name`, foldText(rare)),
      search(`${language}: both names`, foldText(`${first[3]} ${last[2]}`)),
      search(`${language}: first sign`, [...foldText(last[1] ?? '')][0] ?? ''),
      ...(part.length < 3 ? [] : [search(`${language}: middle of a name`, part)]),
    ]
  })
  return [
    { kind: 'first page', of: () => ({ q: '', after: undefined }) },
    { kind: 'page in the middle', of: ({ middle }) => ({ q: '', after: middle }) },
    ...searches,
    search('one email address', `person${Math.floor(few / 2)}@`),
    search('nothing', `${rows}nobody`),
    search('a letter that begins a word in every row, and no name', 'q'),
    search('two letters that begin a word in every row, and no name', 'qu'),
    search('two letters that begin many names at the end of the list', '\u0627\u0644'),
    search('a sign that is in every row, and begins none', '@'),
    search('text that is in every row', 'quay'),
  ]
}

/** Reads the whole list, and compares the first page of each search with it. Returns true if nothing differs. */
async function isInOrder(place: Place, cases: readonly Case[]): Promise<boolean> {
  const { compare } = new Intl.Collator('und')
  const { searchText } = await import('#domain/lists/search-text.ts')
  const wanted = new Map(cases.map(({ of }) => [of(place).q, [] as string[]]))
  const faults: string[] = []
  let [count, after, last]: [number, string[] | undefined, string[]] = [0, undefined, ['', '']]
  for (;;) {
    const rows = (await listed(place.db, { q: '', after }, 999)).slice(0, 999)
    for (const { id, firstname, lastname, email } of rows) {
      const order = compare(last[0]!, lastname) || compare(last[1]!, firstname)
      if (order > 0) faults.push(`${last.join(', ')} is before ${lastname}, ${firstname}`)
      last = [lastname, firstname]
      const text = searchText(`${firstname} ${lastname}`, `${lastname}${firstname}`, email)
      for (const [q, ids] of wanted) {
        if (ids.length < pageSize && q !== '' && isMatch(text, q)) ids.push(id)
      }
    }
    count += rows.length
    after = rows.at(-1)?.key
    if (count <= place.rows / 2) place.middle = after ?? place.middle
    if (rows.length < 999) break
  }
  if (count !== place.rows) faults.push(`${count} of ${place.rows} users are in the list`)
  for (const [q, ids] of wanted) {
    const rows = q === '' ? [] : await listed(place.db, { q, after: undefined })
    const isSame = ids.every((id, at) => id === rows[at]?.id)
    if (!isSame || (rows.length < pageSize && rows.length !== ids.length)) faults.push(`q=${q}`)
  }
  console.log(`${count} users in order, ${wanted.size - 1} searches: ${faults.length} faults`)
  for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`)
  return faults.length === 0
}

function isMatch(text: string, folded: string): boolean {
  const words = folded.split(' ')
  if ([...folded].length < 3) return text.includes(`\n${folded}`)
  return words.every((word) => [...word].length > 2)
    ? words.every((word) => text.includes(word))
    : text.includes(folded)
}

async function measure(places: readonly [Place, Place], cases: readonly Case[]): Promise<Figure[]> {
  const times = cases.map((): [number[], number[]] => [[], []])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [at, { of }] of cases.entries()) {
      for (const [side, place] of places.entries()) {
        const start = performance.now()
        await listed(place.db, of(place))
        // The first round only warms up.
        if (round > 0) times[at]?.[side as 0 | 1].push(performance.now() - start)
      }
    }
  }
  const all = [0, 1].map((side) => times.flatMap((each) => each[side as 0 | 1]))
  return [
    figure('everything', [all[0]!, all[1]!]),
    ...cases.map(({ kind }, at) => figure(kind, times[at]!)),
  ]
}

function figure(name: string, [small, big]: readonly [number[], number[]]): Figure {
  return {
    name: `${name}, 95th percentile, limit ${limitMs} ms`,
    here: `${p95(big).toFixed(1)} ms`,
    beside: `${p95(small).toFixed(1)} ms with ${few}`,
    ratio: p95(big) / limitMs,
    most: 1,
  }
}

function p95(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length * 0.95)] ?? NaN
}

function seconds(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(0)
}
