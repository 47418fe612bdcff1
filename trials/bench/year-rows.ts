import type pg from 'pg'
import { idIn } from './admin-rows.ts'

/**
 * Writes the rows of logins: copies of the rows that a real login has left, with their own ids, times and users. A
 * fifth of all logins come from a new browser, each login opens one platform, and half of the users log out.
 */

const tablesOfLogin = [
  'login_attempts',
  'sessions',
  'known_browsers',
  'mails',
  'one_time_links',
] as const
const perSession = ['oidc_records', 'platform_sessions'] as const
type Table = (typeof tablesOfLogin)[number] | (typeof perSession)[number] | 'audit_log'

/** Copies the rows of the user's login attempt, before it is completed. */
export async function takeAttempt(admin: pg.Client, userId: string): Promise<void> {
  await admin.query('create schema bench')
  await admin.query(`
    create unlogged table bench.day
      (n int, at timestamptz, user_id uuid, session_id uuid, ip_address text)`)
  await admin.query('create table bench.born as select now() as at')
  await take(admin, 'login_attempts', `user_id = '${userId}'`)
}

/** Copies all rows that the completed login and the opened platform have left. */
export async function takeLogin(admin: pg.Client, userId: string): Promise<void> {
  const isNew = `user_id = '${userId}' and created_at > (select at from bench.born)`
  for (const table of tablesOfLogin.slice(1)) await take(admin, table, isNew)
  const own = 'session_id in (select id from bench.sessions)'
  for (const table of perSession) await take(admin, table, own)
  const since = '(select at from bench.born)'
  await take(admin, 'audit_log', `actor_id = '${userId}' and timestamp > ${since}`)
}

async function take(admin: pg.Client, table: Table, where: string): Promise<void> {
  const inserted = await admin.query(
    `create table bench.${table} as select * from ${table} where ${where}`,
  )
  if (!inserted.rowCount) throw new Error(`the login left no row in ${table}`)
}

/** The `span` days that end `daysAgo` days ago. */
export type Day = { daysAgo: number; span: number; logins: number; users: number }

/** Writes the rows of a day, each statement in its own transaction. */
export async function writeDay(admin: pg.Client, day: Day): Promise<void> {
  await admin.query('truncate bench.day')
  await admin.query(`
    insert into bench.day
    select n, now() - interval '${day.daysAgo} days' - random() * interval '${day.span} days',
           ${idIn('user', `1 + (floor(random() * ${day.users}))::int`)}, gen_random_uuid(),
           '10.' || n % 250 || '.' || n / 250 % 250 || '.' || ${day.daysAgo % 250}
    from generate_series(1, ${day.logins}) n`)
  await admin.query('analyze bench.day')
  for (const statement of await statementsOf(admin)) await admin.query(statement)
}

let statements: Promise<string[]> | undefined

function statementsOf(admin: pg.Client): Promise<string[]> {
  return (statements ??= prepare(admin))
}

async function prepare(admin: pg.Client): Promise<string[]> {
  return [
    ...(await attempts(admin)),
    ...(await sessions(admin)),
    ...(await browsers(admin)),
    ...(await platforms(admin)),
    await copies(admin, 'audit_log', {
      id: 'uuidv7(d.at - now())',
      timestamp: "d.at + random() * interval '10 minutes'",
      xid: 'pg_current_xact_id()',
      actor_id: 'd.user_id::text',
      target_id: 'case when r.target_id is not null then d.user_id::text end',
      ip_address: 'd.ip_address',
      request_id: 'gen_random_uuid()::text',
    }),
    ...ends,
  ]
}

/** Writes the attempt, and its address's counters, which the completed login resets. */
async function attempts(admin: pg.Client): Promise<string[]> {
  return [
    `insert into rate_limits (name, key, counted_at, counted, stale_at)
     select 'login', ip_address, array[at], '{1}', at + interval '15 minutes' from bench.day
     on conflict (name, key) do update
     set counted_at = excluded.counted_at, counted = excluded.counted, stale_at = excluded.stale_at`,
    await copies(admin, 'login_attempts', {
      id: 'uuidv7(d.at - now())',
      user_id: 'd.user_id',
      token_hash: 'sha256(gen_random_uuid()::text::bytea)',
      created_at: 'd.at',
      expires_at: "d.at + interval '10 minutes'",
    }),
    `update login_attempts a set tries = tries + 1 from bench.day d where a.user_id = d.user_id`,
    `update rate_limits l set counted_at = '{}', counted = '{}' from bench.day d where l.name = 'login' and l.key = d.ip_address`,
    `delete from login_attempts a using bench.day d where a.user_id = d.user_id and d.n % 20 > 0`,
  ]
}

/**
 * Writes the session, and its activity, which is recorded at most once a minute. The session looks current until the
 * whole day is written: otherwise the running worker would end it before its other rows exist.
 */
async function sessions(admin: pg.Client): Promise<string[]> {
  const activity = `
    update sessions s set last_seen_at = last_seen_at + interval '2 minutes'
    from bench.day d where s.id = d.session_id`
  return [
    `update user_logins u set last_login_at = greatest(u.last_login_at, d.at) from bench.day d where u.user_id = d.user_id`,
    await copies(admin, 'sessions', {
      id: 'd.session_id',
      user_id: 'd.user_id',
      token_hash: 'sha256(d.session_id::text::bytea)',
      ip_address: 'd.ip_address',
      created_at: 'd.at',
      last_seen_at: 'now()',
      coarse_seen_at: 'now()',
      verified_at: 'd.at',
      expires_at: "now() + interval '12 hours'",
    }),
    activity,
    activity,
    activity,
  ]
}

async function browsers(admin: pg.Client): Promise<string[]> {
  return [
    `update known_browsers set token_hash = sha256(gen_random_uuid()::text::bytea)
     where user_id in (select user_id from bench.day where n % 5 > 0)`,
    await copies(
      admin,
      'known_browsers',
      {
        id: 'uuidv7(d.at - now())',
        user_id: 'd.user_id',
        token_hash: 'sha256(gen_random_uuid()::text::bytea)',
        created_at: 'd.at',
        expires_at: "d.at + interval '180 days'",
      },
      'n % 5 = 0',
    ),
    await copies(
      admin,
      'mails',
      {
        id: 'uuidv7(d.at - now())',
        user_id: 'd.user_id',
        state: "'sent'",
        created_at: 'd.at',
        sent_at: 'd.at',
      },
      'n % 5 = 0',
    ),
    await copies(
      admin,
      'one_time_links',
      {
        id: 'uuidv7(d.at - now())',
        user_id: 'd.user_id',
        token_hash: 'sha256(gen_random_uuid()::text::bytea)',
        created_at: 'd.at',
        expires_at: 'd.at + (r.expires_at - r.created_at)',
      },
      'n % 5 = 0',
    ),
  ]
}

const hashed = (text: string) => `rtrim(encode(sha256((${text})::bytea), 'base64'), '=')`

async function platforms(admin: pg.Client): Promise<string[]> {
  const code = "r.model = 'AuthorizationCode'"
  return [
    await copies(admin, 'platform_sessions', {
      id: 'uuidv7(d.at - now())',
      session_id: 'd.session_id',
      user_id: 'd.user_id',
      sid: 'md5(d.session_id || r.sid)',
      ip_address: 'd.ip_address',
      created_at: 'd.at',
      last_seen_at: 'd.at',
    }),
    await copies(admin, 'oidc_records', {
      id: hashed('d.session_id || r.id'),
      session_id: 'd.session_id',
      grant_id: `case when r.grant_id is not null then ${hashed('d.session_id || r.grant_id')} end`,
      expires_at: 'd.at + (r.expires_at - (select at from bench.born))',
      consumed_at: 'null::timestamptz',
    }),
    `update oidc_records r set consumed_at = d.at from bench.day d where r.session_id = d.session_id and ${code}`,
  ]
}

/** Half of the users log out; the sessions of the others time out. */
const ends = [
  `update platform_sessions p set ended_at = d.at + interval '1 hour', delivered_at = d.at + interval '1 hour'
   from bench.day d where p.session_id = d.session_id and d.n % 2 = 0`,
  `delete from sessions s using bench.day d where s.id = d.session_id and d.n % 2 = 0`,
  `update sessions s set last_seen_at = d.at + interval '6 minutes', coarse_seen_at = d.at + interval '5 minutes',
     expires_at = d.at + interval '12 hours'
   from bench.day d where s.id = d.session_id`,
]

/** Moves what the product's jobs have just written back to that day. */
export async function backdate(admin: pg.Client, { daysAgo }: Day): Promise<void> {
  const days = `interval '${daysAgo} days'`
  await admin.query(`
    update platform_sessions p set ended_at = ended_at - ${days}, delivered_at = delivered_at - ${days}
    from bench.day d where p.session_id = d.session_id and d.n % 2 = 1 and p.delivered_at is not null`)
  await admin.query(
    `update session_ends set ended_at = ended_at - ${days} where ended_at > now() - interval '1 hour'`,
  )
}

/**
 * Returns a statement that inserts one row for each row of the pattern and each login of the day, with the columns in
 * `own`.
 */
async function copies(
  admin: pg.Client,
  table: Table,
  own: Readonly<Record<string, string>>,
  where = 'true',
): Promise<string> {
  const { rows } = await admin.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  const names = rows.map(({ name }) => name)
  const values = names.map((name) => own[name] ?? `r.${name}`)
  return `
    insert into ${table} (${names.join(', ')})
    select ${values.join(', ')} from bench.day d, bench.${table} r where ${where} order by d.at`
}
