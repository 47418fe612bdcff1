import { performance } from 'node:perf_hooks'
import pg from 'pg'
import type { UserListQuery } from '#contract/user-list.ts'
import type { Db } from '#server/db.ts'
import type { Database } from '../demo/database.ts'
import { fillAuditLog } from './audit.ts'
import { inDatabase, median, report, type Figure } from './harness.ts'

const few = 10_000
const limitMs = 150
const rounds = 20

/** What is measured: on the large database beside the small one. Owners of other lists add theirs. */
type Case = {
  name: string
  /** Of one filter: 1.3 times the small one, or 20 ms. */
  isSingle?: boolean
  limitMs?: number
  run: (place: Place) => Promise<unknown>
}

type Place = { db: Db; users: number; company: string; day: string }

/** Lists of the admin area: a million users beside ten thousand, in turns. `npm run bench -- admin 100000 1000000`. */
export async function benchAdmin(words: readonly string[]): Promise<boolean> {
  const [users = 1_000_000, events = users * 10] = words.map(Number)
  return inDatabase({ name: 'admin' }, async (database) => {
    const places = [await place(database, few, few), await place(database, users, events)] as const
    const cases = await userCases()
    return report('admin', await measure(places, cases), { users, events, companies: users / 20 })
  })
}

async function place(database: Database, users: number, events: number): Promise<Place> {
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/admin_${users}` }).href
  await ask(database.adminUrl, [`create database admin_${users} owner portico_owner`])
  await ask(at(database.adminUrl), ['create extension pg_trgm'])
  const { migrate } = await import('../app/migrate.ts')
  await migrate({ ownerUrl: at(database.ownerUrl), serverUrl: at(database.serverUrl) })
  const begun = performance.now()
  await ask(at(database.adminUrl), fillings(users))
  const owner = new pg.Client({ connectionString: at(database.ownerUrl) })
  await owner.connect()
  await fillAuditLog(owner, events)
  await owner.end()
  const { createPool, scalar } = await import('#server/db.ts')
  const db = createPool(at(database.serverUrl), 2)
  const company = (await scalar<string>(db)`select id from partners order by name limit 1`) ?? ''
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  console.log(`${users} users and ${events} events created in ${seconds} s`)
  const day = new Date(Date.now() - 90 * 86_400_000).toISOString().slice(0, 10)
  return { db, users, company, day }
}

async function ask(url: string, texts: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const text of texts) await client.query(text)
  } finally {
    await client.end()
  }
}

/** One company for 20 users; 5 % are deactivated, 4 % never joined, 0.1 % have no second factor. */
function fillings(users: number): string[] {
  return [
    'set session_replication_role = replica',
    `insert into partners (id, name, search_text)
     select gen_random_uuid(), 'Company ' || n, E'\\ncompany ' || n from generate_series(1, ${users / 20}) n`,
    `insert into subsystems (id, name, url, redirect_uris)
     select id, name, 'https://' || id || '.example', '{}'
     from (values ('common', 'Common'), ('rare', 'Rare')) s (id, name)`,
    `insert into users (id, partner_id, email, firstname, lastname, preferred_language, active,
                        onboarded_at, last_login_at, created_at, search_text)
     select gen_random_uuid(), p.ids[1 + n % cardinality(p.ids)], email, first, last,
            (array['en', 'en', 'en', 'fr', 'es', 'ar', 'zh'])[1 + n % 7], n % 20 > 0,
            case when n % 25 <> 1 then now() end,
            case when n % 25 <> 1 then now() - (random() ^ 3) * interval '2 years' end,
            now() - interval '2 years' + random() * interval '1 year',
            E'\\n' || lower(first || ' ' || last) || E'\\n' || lower(last || first) || E'\\n' || email
     from (select array_agg(id order by name) as ids from partners) p,
          (select n, 'person' || n || '@quay.example' as email,
                  (array['Ada', 'Grace', 'Omar', 'Yuna', 'Pedro', 'Ilse'])[1 + floor(6 * random())] as first,
                  (array['Smith', 'Haddad', 'Iversson', 'Tanaka', 'Keller'])[1 + floor(5 * random() ^ 2)] || n % 997 as last
           from generate_series(1, ${users}) n) u`,
    `insert into accounts (id, kind) select id, 'user' from users`,
    `insert into subsystem_accounts (user_id, subsystem_id)
     select id, 'common' from users where active
     union all select id, 'rare' from users where email like '%77@quay.example'`,
    `insert into second_factors (id, user_id, secret, confirmed_at)
     select gen_random_uuid(), id, '', now() from users where email not like '%123@quay.example'`,
    `insert into failure_streaks (key, failures, stale_at)
     select id::text, 100, now() + interval '1 year' from users where email like '%500@quay.example' limit 40`,
    'vacuum analyze users',
    'vacuum analyze subsystem_accounts',
    'vacuum analyze second_factors',
    'analyze',
  ]
}

type Query = (place: Place) => UserListQuery

/** The combinations of the users' list, first pages and one in the middle. */
async function userCases(): Promise<Case[]> {
  const { findUsers } = await import('../features/admin/users/list.ts')
  const lists = (page: Query, after?: readonly string[]) => (place: Place) =>
    findUsers(place.db, 'all', page(place), { take: 51, after })
  const single = (name: string, page: Query): Case => ({ name, isSingle: true, run: lists(page) })
  const several = (name: string, page: Query): Case => ({ name, run: lists(page) })
  return [
    single('by name', () => ({})),
    single('by name, backwards', () => ({ sort: '-name' })),
    single('by last login', () => ({ sort: 'lastLogin' })),
    single('by last login, latest first', () => ({ sort: '-lastLogin' })),
    single('by creation', () => ({ sort: '-created' })),
    { name: 'a page in the middle', run: lists(() => ({}), ['Keller500', 'Ada', emptyId]) },
    single('company', ({ company }) => ({ partner: company })),
    single('frequent platform', () => ({ platform: 'common' })),
    single('rare platform', () => ({ platform: 'rare' })),
    single('active', () => ({ status: ['active'] })),
    single('invited', () => ({ status: ['invited'] })),
    single('locked', () => ({ status: ['locked'] })),
    single('deactivated', () => ({ status: ['deactivated'] })),
    single('no second factor', () => ({ secondFactor: 'none' })),
    single('authenticator', () => ({ secondFactor: 'authenticator' })),
    single('passkey', () => ({ secondFactor: 'passkey' })),
    single('no login for 90 days', ({ day }) => ({ lastLoginBefore: day })),
    single('language', () => ({ language: 'fr' })),
    several('no login for 90 days, latest first', ({ day }) => ({
      lastLoginBefore: day,
      sort: '-lastLogin',
    })),
    several('invited, newest first', () => ({ status: ['invited'], sort: '-created' })),
    several('invited or locked', () => ({ status: ['invited', 'locked'] })),
    several('company, no second factor', ({ company }) => ({
      partner: company,
      secondFactor: 'none',
    })),
    several('company by last login', ({ company }) => ({ partner: company, sort: '-lastLogin' })),
    several('frequent platform, no second factor', () => ({
      platform: 'common',
      secondFactor: 'none',
    })),
    several('rare platform by last login', () => ({ platform: 'rare', sort: '-lastLogin' })),
    several('language, deactivated', () => ({ language: 'zh', status: ['deactivated'] })),
    several('search, one address', () => ({ q: 'person4321@' })),
    several('search, frequent name', () => ({ q: 'smith' })),
    several('search, frequent name, invited', () => ({ q: 'smith', status: ['invited'] })),
    several('search, both names, latest login first', () => ({
      q: 'omar haddad77',
      sort: '-lastLogin',
    })),
    several('search, one letter, no second factor', () => ({ q: 'k', secondFactor: 'none' })),
  ]
}

const emptyId = '00000000-0000-4000-8000-000000000000'

async function measure(places: readonly [Place, Place], cases: readonly Case[]): Promise<Figure[]> {
  const times = cases.map((): [number[], number[]] => [[], []])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [at, { run }] of cases.entries()) {
      for (const [side, place] of places.entries()) {
        const start = performance.now()
        await run(place)
        // The first round only warms up.
        if (round > 0) times[at]?.[side as 0 | 1].push(performance.now() - start)
      }
    }
  }
  return cases.map((each, at) => figure(each, times[at]!))
}

function figure(
  { name, isSingle = false, limitMs: own }: Case,
  [small, big]: [number[], number[]],
) {
  const [one, other] = [p95(small), p95(big)]
  const limit = own ?? (isSingle ? Math.min(limitMs, Math.max(20, one * 1.3)) : limitMs)
  return {
    name: `${name}, 95th percentile, limit ${limit.toFixed(0)} ms`,
    here: `${other.toFixed(1)} ms (median ${median(big).toFixed(1)})`,
    beside: `${one.toFixed(1)} ms with ${few}`,
    ratio: other / limit,
    most: 1,
  }
}

function p95(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length * 0.95)] ?? NaN
}
