import { deepEqual, equal, match } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import pg from 'pg'
import { atEnd, type Test } from '#test/at-end.ts'
import { logInThere, settingsOf } from '#test/backups.ts'
import { countRows, dumpedVersions, loadDump, readDumped } from '#test/dumps.ts'
import { dropDatabase } from '#test/database.ts'
import { type } from '#test/programs.ts'
import { listReleases } from '../tools/released/released.ts'

const releases = await listReleases()

test('each released version has a dump', async () => {
  deepEqual(
    await dumpedVersions(),
    releases.map(({ version }) => version),
  )
})

for (const { version, migrations } of releases) {
  test(`a database of version ${version} is upgraded: its data remains, a user logs in, and the audit log verifies`, async (t) => {
    const { secretKey, user, counts } = await readDumped(version)
    const urls = await restoreDump(t, version)
    const settings = settingsOf(urls, secretKey)

    const migrated = await type(['migrate'], settings)

    equal(migrated.code, 0, migrated.text)
    const later = (await readdir('migrations')).filter((name) => !migrations.includes(name))
    for (const name of later) match(migrated.text, new RegExp(`${name} was applied`))
    deepEqual(await query(urls.ownerUrl, countRows), [counts])
    deepEqual(await query(urls.ownerUrl, wrongLogins), [])
    const verified = await type(['audit:verify'], settings)
    equal(verified.code, 0, verified.text)
    await logInThere(t, settings, user)
  })
}

/** SQL for the users and companies without the last login that the old version stored. */
const wrongLogins = `
  select u.id from users u left join user_logins l on l.user_id = u.id
  where l.user_id is null or l.last_login_at is distinct from u.last_login_at
  union all select p.id from partners p
  where p.last_login_at is distinct from (select max(last_login_at) from users where partner_id = p.id)`

async function restoreDump(
  t: Test,
  version: string,
): Promise<{ ownerUrl: string; serverUrl: string }> {
  const adminUrl = process.env['TEST_ADMIN_URL'] ?? ''
  const name = `upgrade_${randomBytes(8).toString('hex')}`
  await query(adminUrl, `create database ${name} owner portico_owner`)
  atEnd(t, () => dropDatabase(adminUrl, name))
  const as = (role: string) => Object.assign(new URL(adminUrl), { pathname: name, username: role })
  const ownerUrl = as('portico_owner').href
  await loadDump(ownerUrl, version)
  return { ownerUrl, serverUrl: as('portico_server').href }
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<object>(text).finally(() => client.end())
  return rows
}
