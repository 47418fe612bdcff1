import { deepEqual, equal, match } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import pg from 'pg'
import { atEnd, type Test } from '#test/at-end.ts'
import { dumped, loadDump, logInThere, settingsOf } from '#test/backups.ts'
import { dropDatabase } from '#test/database.ts'
import { type } from '#test/programs.ts'

test('a database of version 0.2.0 is upgraded: its data remains, a user logs in, and the audit log verifies', async (t) => {
  const urls = await restoreDump(t)
  const settings = settingsOf(urls, dumped.secretKey)

  const migrated = await type(['migrate'], settings)

  equal(migrated.code, 0, migrated.text)
  const later = (await readdir('migrations')).sort().slice(1)
  for (const name of later) match(migrated.text, new RegExp(`${name} was applied`))
  deepEqual(await query(urls.ownerUrl, counts), [
    { users: 3, admins: 1, platforms: 2, invitations: 1, sessions: 2, rows: 23 },
  ])
  const verified = await type(['audit:verify'], settings)
  equal(verified.code, 0, verified.text)
  await logInThere(t, settings, dumped.user)
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
  await loadDump(ownerUrl)
  return { ownerUrl, serverUrl: as('portico_server').href }
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<object>(text).finally(() => client.end())
  return rows
}
