import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Database } from '../../demo/database.ts'
import { password, type Person } from '../faults/people.ts'
import { idIn, idOf } from './admin-rows.ts'

const run = promisify(execFile)

/** Adds users of companies of twenty, each with an authenticator, to an empty database of any version. */
export async function fillUsers(admin: pg.Pool, users: number): Promise<void> {
  const { firstKeyId } = await import('#server/secret.ts')
  const companies = Math.ceil(users / 20)
  const client = await admin.connect()
  try {
    // Without foreign keys and triggers, which make the rows take much longer.
    await client.query('set session_replication_role = replica')
    await client.query(`
      insert into partners (id, name, search_text)
      select ${idIn('company', 'n')}, 'Harbour ' || n, E'\\nharbour ' || n from generate_series(1, ${companies}) n`)
    await client.query(`
      insert into accounts (id, kind) select ${idIn('user', 'n')}, 'user' from generate_series(1, ${users}) n`)
    await client.query(`
      insert into users (id, partner_id, email, firstname, lastname, onboarded_at, lacks_factor, search_text)
      select ${idIn('user', 'n')}, ${idIn('company', `1 + n % ${companies}`)}, email, first, last, now(), false,
             E'\\n' || lower(first || ' ' || last) || E'\\n' || lower(last || first) || E'\\n' || email
      from (select n, 'person' || n || '@quay.example' as email,
                   (array['Ada', 'Grace', 'Omar', 'Yuna', 'Pedro', 'Ilse'])[1 + n % 6] as first,
                   (array['Smith', 'Haddad', 'Iversson', 'Tanaka', 'Keller'])[1 + n % 5] || n % 997 as last
            from generate_series(1, ${users}) n) u`)
    await client.query(`
      insert into second_factors (id, user_id, secret, confirmed_at)
      select gen_random_uuid(), id, '${firstKeyId()}.', now() from users`)
    const { rows } = await client.query(
      "select to_regclass('user_logins') is not null as has_logins",
    )
    if ((rows[0] as { has_logins: boolean }).has_logins)
      await client.query('insert into user_logins (user_id) select id from users')
    await client.query('set session_replication_role = origin')
    await client.query('vacuum analyze')
  } finally {
    client.release()
  }
}

/** A random user with a password and an authenticator. */
export type Drawn = Person & { id: string }

/** Sets the credentials of `many` random users, each at most once. */
export async function drawPeople(admin: pg.Pool, users: number, many: number): Promise<Drawn[]> {
  const { setCredentials } = await import('#test/people.ts')
  const numbers = new Set<number>()
  while (numbers.size < Math.min(users, many)) numbers.add(1 + Math.floor(Math.random() * users))
  const drawn = [...numbers].map((n) => ({
    id: idOf('user', n),
    email: `person${n}@quay.example`,
    password,
  }))
  const ids = drawn.map(({ id }) => id)
  // Its triggers would change rows of users.
  await admin.query('alter table second_factors disable trigger user')
  await admin.query('delete from second_factors where user_id = any($1)', [ids])
  const people: Drawn[] = []
  for (const each of drawn) people.push(await setCredentials(each))
  await admin.query('alter table second_factors enable trigger user')
  return people
}

/** Creates a database by the migrations of the version in `folder`, with the same users and their credentials. */
export async function makeEarlier(
  { admin, adminUrl, ownerUrl, serverUrl }: Database & { admin: pg.Pool },
  folder: string,
): Promise<Record<'adminUrl' | 'ownerUrl' | 'serverUrl', string>> {
  await admin.query('create database earlier owner portico_owner')
  const urls = { adminUrl: at(adminUrl), ownerUrl: at(ownerUrl), serverUrl: at(serverUrl) }
  const client = new pg.Client({ connectionString: urls.adminUrl })
  await client.connect()
  await client.query('create extension pg_trgm').finally(() => client.end())
  const env = {
    ...process.env,
    DATABASE_URL: urls.serverUrl,
    DATABASE_OWNER_URL: urls.ownerUrl,
  }
  await run(process.execPath, [join(folder, 'app/commands/main.ts'), 'migrate'], { env })
  return urls
}

function at(url: string): string {
  return Object.assign(new URL(url), { pathname: '/earlier' }).href
}

/** Copies the credentials of these users into another database. */
export async function copyCredentials(
  from: pg.Pool,
  to: pg.Pool,
  people: readonly Drawn[],
): Promise<void> {
  const ids = people.map(({ id }) => id)
  for (const table of ['passwords', 'second_factors']) {
    const { rows } = await from.query<{ all: unknown }>(
      `select jsonb_agg(t) as all from ${table} t where user_id = any($1)`,
      [ids],
    )
    // Inserts first, so that no trigger changes rows of users.
    await to.query(
      `with added as (
         insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1) returning id)
       delete from ${table} where user_id = any($2)`,
      [JSON.stringify(rows[0]?.all), ids],
    )
  }
}
