import type pg from 'pg'
import { openConnection } from './harness.ts'
import { signOn } from './sign-on-journey.ts'
import { addPeople } from './sso-calls.ts'

const people = 100

/** Sessions with the records of one platform each. */
export type Filled = {
  /** Returns the token of a session that `endSessions` leaves. */
  randomToken: () => string
  endSessions: (admin: pg.Client, count: number) => Promise<void>
}

/** Adds sessions as copies of real ones. Half of them are for sign-ons, and half end in order. */
export async function fillSessions(admin: pg.Client, port: number, count: number): Promise<Filled> {
  const [person] = await addPeople(people)
  const socket = await openConnection(port)
  await signOn(socket, person?.session ?? '')
  socket.destroy()
  await copySessions(admin, count)
  await copyRecords(admin)
  await admin.query('vacuum analyze')
  const half = Math.floor(count / 2)
  let ended = 0
  return {
    randomToken: () => `session ${1 + Math.floor(Math.random() * half)}`,
    endSessions: async (client, many) => {
      await client.query(
        'delete from sessions where id in (select id from bench.sessions where place > $1 and place <= $2)',
        [half + ended, half + ended + many],
      )
      ended += many
      if (half + ended > count) throw new Error('all sessions have ended: start with more')
    },
  }
}

async function copySessions(admin: pg.Client, count: number): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'sessions'::regclass and attnum > 0 and not attisdropped`,
  )
  const own: Record<string, string> = {
    id: 'gen_random_uuid()',
    token_hash: `sha256(('session ' || place)::bytea)`,
  }
  const values = rows.map((column) => own[column.name] ?? `s.${column.name}`)
  await admin.query(`
    insert into sessions (${rows.map((column) => column.name).join(', ')})
    select ${values.join(', ')} from generate_series(1, ${count}) place
      join (select *, row_number() over (order by id) as number from sessions) s on s.number = 1 + place % ${people}`)
  await admin.query('create schema bench')
  await admin.query(`
    create table bench.sessions as
    select s.id, place from generate_series(1, ${count}) place
      join sessions s on s.token_hash = sha256(('session ' || place)::bytea)`)
  await admin.query('create index on bench.sessions (place)')
}

/** Copies the records that live as long as their session, those of a session side by side. */
async function copyRecords(admin: pg.Client): Promise<void> {
  const randomId = `replace(gen_random_uuid()::text || left(gen_random_uuid()::text, 11), '-', '')`
  await admin.query(`
    insert into oidc_records (model, id, session_id, grant_id, uid, payload, expires_at)
    select r.model, ${randomId}, s.id, case when r.grant_id is not null then ${randomId} end,
           case when r.uid is not null then ${randomId} end, r.payload, now() + interval '10 hours'
    from bench.sessions s, oidc_records r
    where r.model in ('Session', 'Grant', 'RefreshToken') and r.session_id is not null
    order by s.place`)
}
