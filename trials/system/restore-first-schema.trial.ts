// writes SQL: the server of a restored backup may not change the audit log
import { equal, match, ok } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { laterMigrations, loadFirstSchema, logInThere, settingsOf } from '#test/backups.ts'
import { newFolder, startDebianCluster } from '#test/debian-cluster.ts'
import { readDumped } from '#test/dumps.ts'
import { type } from '#test/programs.ts'

const { secretKey, user: ada } = await readDumped()

test('a dump of the first schema is restored into an empty database: the user logs in, and the audit log verifies', async (t) => {
  const sockets = await startDebianCluster(t)
  if (sockets === undefined) return t.skip('no PostgreSQL with its pg_dump (Debian: postgresql)')
  const admin = urlOf(sockets, 'postgres', 'postgres')
  await runSql(admin, 'create role portico_owner login')
  await runSql(admin, 'create role portico_server login')
  for (const name of ['monday', 'tuesday'])
    await runSql(admin, `create database ${name} owner portico_owner`)
  const monday = settingsOf(urlsOf(sockets, 'monday'), secretKey)
  await loadFirstSchema(t, urlsOf(sockets, 'monday'))
  const folder = join(await newFolder(t), 'backup')
  await mkdir(folder, { mode: 0o755 })
  const backup = await type(['backup', folder], monday)
  equal(backup.code, 0, backup.text)
  for (const name of await readdir(folder))
    equal((await stat(join(folder, name))).mode & 0o077, 0, `${name} can be read by others`)

  const tuesday = settingsOf(urlsOf(sockets, 'tuesday'), secretKey)
  const wrong = await type(['restore', folder], {
    ...tuesday,
    SECRET_KEYS: randomBytes(32).toString('base64'),
  })
  match(wrong.text, /SECRET_KEYS lacks the key [0-9a-f]{8} of this backup/)
  const restored = await type(['restore', folder], tuesday)
  equal(restored.code, 0, restored.text)
  for (const name of await laterMigrations())
    match(restored.text, new RegExp(`${name} was applied`))
  const again = await type(['restore', folder], tuesday)
  equal(again.code, 1)
  match(again.text, /is not empty: it has \d+ tables/)

  await logInThere(t, tuesday, ada)
  const verified = await type(['audit:verify'], tuesday)
  equal(verified.code, 0, verified.text)
  equal(await canChangeAuditLog(tuesday['DATABASE_URL'] ?? ''), false)
})

test('without a pg_dump for the server’s version, the error names the missing package', async (t) => {
  const result = await type(['backup', await newFolder(t)])
  ok(
    result.code === 0 ||
      /Install its client programs, such as the package postgresql-client-18/.test(result.text),
    result.text,
  )
})

function urlsOf(sockets: string, name: string) {
  return {
    ownerUrl: urlOf(sockets, 'portico_owner', name),
    serverUrl: urlOf(sockets, 'portico_server', name),
  }
}

function urlOf(sockets: string, role: string, name: string): string {
  return `postgres://${role}@localhost:5432/${name}?host=${encodeURIComponent(sockets)}`
}

async function runSql(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text).finally(() => client.end())
}

function canChangeAuditLog(url: string): Promise<boolean> {
  return runSql(url, 'update audit_log set action = action').then(
    () => true,
    () => false,
  )
}
