import { equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { startPortico } from '#test/programs.ts'
import { collationFault } from '../../server/collation.ts'
import { db } from '../../server/db.ts'

test('U5 startup and /readyz warn if the collation version differs from that of the indexes', async (t) => {
  equal(await collationFault(db), undefined)
  await asSuperuser("update pg_collation set collversion = '1.1' where collname = 'und-x-icu'")
  match((await collationFault(db)) ?? '', /the database records 1\.1: reindex/)

  const { url, log } = await startPortico(t, { SERVE: 'users' })

  match(JSON.stringify(log().filter(({ level }) => level === 'warn')), /und-x-icu/)
  const answer = await fetch(`${url}/readyz`)
  const { status, collation } = (await answer.json()) as Record<string, string>
  equal(answer.status, 200)
  equal(status, 'ready')
  match(collation ?? '', /und-x-icu[^]*reindex/)
})

/** Executes SQL as superuser in this test's own database, because a catalog belongs to one database. */
async function asSuperuser(text: string): Promise<void> {
  const { pathname } = new URL(process.env['DATABASE_URL'] ?? '')
  const url = Object.assign(new URL(process.env['TEST_ADMIN_URL'] ?? ''), { pathname })
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(text).finally(() => client.end())
}
