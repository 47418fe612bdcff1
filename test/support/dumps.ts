import { readdir, readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { compareVersions } from '../../app/version.ts'
import type { TestUser } from './people.ts'

const firstVersion = '0.2.0'

/** A user of a dump, the key that encrypts the dump's secrets, and the numbers of its rows. */
export type Dumped = { secretKey: string; user: TestUser; counts: Record<string, number> }

/**
 * Returns the file of a released version's dump by pg_dump --inserts of PostgreSQL 15 (`sql.gz`), or of its `Dumped`
 * (`json`). Each has users with sessions, an admin, an invitation, two platforms, signing keys and a sealed audit log.
 * `npm run release` writes both; never replace them.
 */
export function fileOfDump(version: string, ending: 'sql.gz' | 'json'): URL {
  return new URL(`${version}.${ending}`, import.meta.url)
}

/** Returns the versions that have a dump, oldest first. */
export async function dumpedVersions(): Promise<string[]> {
  const names = await readdir(import.meta.dirname)
  const dumps = names.filter((name) => name.endsWith('.sql.gz'))
  return dumps.map((name) => name.replace('.sql.gz', '')).sort(compareVersions)
}

export async function readDumped(version = firstVersion): Promise<Dumped> {
  return JSON.parse(await readFile(fileOfDump(version, 'json'), 'utf8')) as Dumped
}

/** SQL that counts the rows whose numbers `Dumped` contains. */
export const countRows = `
  select (select count(*)::int from users) as users, (select count(*)::int from admins) as admins,
         (select count(*)::int from subsystems) as platforms, (select count(*)::int from invitations) as invitations,
         (select count(*)::int from sessions) as sessions, (select count(*)::int from audit_log) as rows`

/** Fills an empty database with the schema and data of a version, without the privileges of the server's role. */
export async function loadDump(ownerUrl: string, version = firstVersion): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client
    .query(gunzipSync(await readFile(fileOfDump(version, 'sql.gz'))).toString())
    .finally(() => client.end())
}
