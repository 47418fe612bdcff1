import { deepEqual, equal, match } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { atEnd, type Test } from '#test/at-end.ts'
import { logInThere, settingsOf } from '#test/backups.ts'
import { dropDatabase } from '#test/database.ts'
import { type } from '#test/programs.ts'

/**
 * A dump of version 0.2.0, made by pg_dump --inserts of PostgreSQL 15: three users with sessions, an admin, an
 * invitation, two platforms, four signing keys and a sealed audit log. Never replace it once 0.2.0 is released.
 */
const dump = new URL('support/0.2.0.sql.gz', import.meta.url)
const secretKey = Buffer.from('portico 0.2.0 test keyportico 0.').toString('base64')
const ada = {
  id: '01a20299-8180-70c4-9bed-4eeb6f0c7886',
  email: 'ada@harbour.example',
  password: 'First-Harbour-1',
  secret: 'YAVZ2QVU5NN7RYBFFVP4KUWPLC33F6NI',
}

test('a database of version 0.2.0 upgrades: its data stays, a user logs in, and the audit log verifies', async (t) => {
  const urls = await restoreDump(t)
  const settings = settingsOf(urls, secretKey)

  const migrated = await type(['migrate'], settings)

  equal(migrated.code, 0, migrated.text)
  const later = (await readdir('migrations')).sort().slice(1)
  for (const name of later) match(migrated.text, new RegExp(`${name} was applied`))
  deepEqual(await query(urls.ownerUrl, counts), [
    { users: 3, admins: 1, platforms: 2, invitations: 1, sessions: 2, rows: 23 },
  ])
  const verified = await type(['audit:verify'], settings)
  equal(verified.code, 0, verified.text)
  await logInThere(t, settings, ada)
})

const counts = `
  select (select count(*)::int from users) as users, (select count(*)::int from admins) as admins,
         (select count(*)::int from subsystems) as platforms, (select count(*)::int from invitations) as invitations,
         (select count(*)::int from sessions) as sessions, (select count(*)::int from audit_log) as rows`

async function restoreDump(t: Test): Promise<{ ownerUrl: string; serverUrl: string }> {
  const adminUrl = process.env['TEST_ADMIN_URL'] ?? ''
  const name = `upgrade_${randomBytes(8).toString('hex')}`
  await query(adminUrl, `create database ${name} owner portico_owner`)
  atEnd(t, () => dropDatabase(adminUrl, name))
  const as = (role: string) => Object.assign(new URL(adminUrl), { pathname: name, username: role })
  const ownerUrl = as('portico_owner').href
  await query(ownerUrl, gunzipSync(await readFile(dump)).toString())
  return { ownerUrl, serverUrl: as('portico_server').href }
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<object>(text).finally(() => client.end())
  return rows
}
