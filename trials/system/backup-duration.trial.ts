import { equal } from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { settingsOf } from '#test/backups.ts'
import { newFolder, startDebianCluster } from '#test/debian-cluster.ts'
import { type } from '#test/programs.ts'
import { migrate } from '../../app/migrate.ts'
import { fillLists } from '../bench/admin-rows.ts'

/**
 * Number of users. `PEOPLE=1000000 TEST_DEBUG=on npm run trials -- system backup-duration` makes the figures of
 * docs/operations.md.
 */
const people = Number(process.env['PEOPLE'] ?? 2_000)

// One cluster for all tests of the file.
const ends: (() => Promise<unknown>)[] = []
const t = { after: (work: () => Promise<unknown>) => void ends.push(work) }
after(async () => {
  for (const end of ends) await end()
})
const sockets = await startDebianCluster(t)
const skip = sockets === undefined && 'no PostgreSQL with its pg_dump (Debian: postgresql)'
const folder = join(await newFolder(t), 'backup')

test(`a database with ${people} users is filled`, { skip }, async () => {
  const admin = urlOf('postgres', 'postgres')
  for (const role of ['portico_owner', 'portico_server'])
    await withClient(admin, (client) => client.query(`create role ${role} login`))
  for (const name of ['monday', 'tuesday'])
    await withClient(admin, (client) => client.query(`create database ${name} owner portico_owner`))
  for (const name of ['monday', 'tuesday'])
    await withClient(urlOf('postgres', name), (client) => client.query('create extension pg_trgm'))
  await migrate(urlsOf('monday'))
  await withClient(urlOf('postgres', 'monday'), (client) => fillLists(client, people))
  console.log(`${people} users, ${await sizeOf('monday')} on disk`)
})

test('backup and restore print how long they take', { skip }, async () => {
  for (const [command, name] of [
    ['backup', 'monday'],
    ['restore', 'tuesday'],
  ] as const) {
    const start = performance.now()
    const settings = settingsOf(urlsOf(name), process.env['SECRET_KEYS'] ?? '')
    const { code, text } = await type([command, folder], settings)
    equal(code, 0, text)
    console.log(`${command}: ${((performance.now() - start) / 1_000).toFixed(1)} s`)
  }
  equal(await countUsers('tuesday'), people)
})

function urlOf(role: string, name: string): string {
  return `postgres://${role}@localhost:5432/${name}?host=${encodeURIComponent(sockets ?? '')}`
}

function urlsOf(name: string) {
  return { ownerUrl: urlOf('portico_owner', name), serverUrl: urlOf('portico_server', name) }
}

async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}

async function countUsers(name: string): Promise<number> {
  const text = 'select count(*)::int as count from users'
  const { rows } = await withClient(urlOf('postgres', name), (client) =>
    client.query<{ count: number }>(text),
  )
  return rows[0]?.count ?? 0
}

async function sizeOf(name: string): Promise<string> {
  const text = 'select pg_size_pretty(pg_database_size(current_database())) as size'
  const { rows } = await withClient(urlOf('postgres', name), (client) =>
    client.query<{ size: string }>(text),
  )
  return rows[0]?.size ?? ''
}
