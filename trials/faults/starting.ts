import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import type pg from 'pg'
import type { Fault } from './fault.ts'
import { isReady, until, type Stage } from './stage.ts'

type Empty = { owner: pg.Client; settings: Record<string, string> }

/** Creates an empty database. Returns it with its environment variables. */
async function emptyDatabase(stage: Stage): Promise<Empty> {
  const name = `empty_${randomBytes(6).toString('hex')}`
  const admin = await stage.connect(stage.adminUrl)
  await admin.query(`create database ${name} owner portico_owner`)
  stage.onClose(() => admin.query(`drop database if exists ${name} with (force)`))
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  const superuser = await stage.connect(at(stage.adminUrl))
  await superuser.query('create extension pg_trgm')
  // The migration is slow, so that it can be killed in the middle.
  await superuser.query(`
    create function slow_down() returns event_trigger language plpgsql as $$ begin perform pg_sleep(0.05); end $$;
    create event trigger slow on ddl_command_start execute function slow_down()`)
  return {
    owner: superuser,
    settings: {
      // Development mode, because production does not migrate at startup.
      NODE_ENV: 'development',
      DATABASE_URL: at(stage.serverUrl),
      DATABASE_OWNER_URL: at(stage.ownerUrl),
    },
  }
}

async function applied(owner: pg.Client): Promise<number> {
  const result = await owner
    .query<{ count: number }>('select count(*)::int as count from migrations')
    .catch(() => undefined)
  return result?.rows[0]?.count ?? 0
}

/** Returns every table, column and index as text. */
async function shapeOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ line: string }>(`
    select line from (
      select table_schema || '.' || table_name || '.' || column_name || ' ' || data_type as line
      from information_schema.columns where table_schema in ('public', 'pgboss')
      union all
      select schemaname || ' ' || indexdef from pg_indexes where schemaname in ('public', 'pgboss')
    ) lines order by line`)
  return rows.map(({ line }) => line).join('\n')
}

async function requireWhole(stage: Stage, owner: pg.Client): Promise<string> {
  const files = (await readdir('migrations')).filter((file) => file.endsWith('.sql')).length
  if ((await applied(owner)) !== files) throw new Error('migrations are missing')
  const [schema, expected] = [
    await shapeOf(owner),
    await shapeOf(await stage.connect(stage.adminUrl)),
  ]
  if (schema !== expected)
    throw new Error('the schema differs from that of uninterrupted migrations')
  return `all ${files} migrations are applied, and the schema is complete`
}

async function killedInMigration(stage: Stage): Promise<string> {
  const { owner, settings } = await emptyDatabase(stage)
  let kills = 0
  for (const stop of [2, 6, 9]) {
    const server = await stage.spawnServer(settings)
    await until('it migrates', async () => (await applied(owner)) >= stop)
    await server.kill('SIGKILL')
    kills += 1
  }
  await stage.startServer(settings)
  return `killed ${kills} times, then started: ${await requireWhole(stage, owner)}`
}

async function concurrentStarts(stage: Stage): Promise<string> {
  const { owner, settings } = await emptyDatabase(stage)
  const servers = await Promise.all([1, 2, 3].map(() => stage.spawnServer(settings)))
  for (const server of servers) {
    await until('each of them is ready', async () => {
      if (server.child.exitCode !== null) throw new Error(server.said())
      return isReady(server)
    })
  }
  const { rows } = await owner.query<{ use: string }>(
    'select use from signing_keys where retired_at is null group by use having count(*) > 1',
  )
  if (rows.length > 0) throw new Error(`two current signing keys for ${rows[0]?.use}`)
  return `three servers started, with one key for each use: ${await requireWhole(stage, owner)}`
}

async function databaseLate(stage: Stage): Promise<string> {
  const network = await stage.network()
  network.be('refusing')
  const server = await stage.spawnServer(network.settings)
  await until('it gives up', () => server.child.exitCode !== null)
  if (server.child.exitCode !== 1) throw new Error(`exit code ${server.child.exitCode}`)
  const output = server.said().trim().split('\n')
  network.be('open')
  await stage.startServer(network.settings)
  return `the server reports the error and exits with 1 (“${output.at(-1)}”); restarted, it serves requests`
}

export const starting: Fault[] = [
  {
    name: 'killed-in-migration',
    what: 'a server is killed with -9 during its migrations, three times',
    test: killedInMigration,
  },
  {
    name: 'started-at-once',
    what: 'three servers start concurrently on an empty database',
    test: concurrentStarts,
  },
  {
    name: 'database-late',
    what: 'a server starts before its database does',
    test: databaseLate,
  },
]
