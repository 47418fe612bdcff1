import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

type Urls = { name: string; serverUrl: string; ownerUrl: string }

const migrations = join(import.meta.dirname, '../../migrations')
// An arbitrary lock number that nothing else in the cluster uses.
const lockNumber = 7_067_843

/**
 * Copies a migrated database. Calls `settle` with the database's URLs first, because migrating reads the configuration.
 */
export async function makeDatabase(
  adminUrl: string,
  name: string,
  settle: (urls: Urls) => void,
): Promise<Urls> {
  const urls = urlsOf(adminUrl, name)
  settle(urls)
  const template = `template_${fingerprint()}`
  await asAdmin(adminUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [lockNumber])
    const existing = await client.query('select 1 from pg_database where datname = $1', [template])
    if (existing.rowCount === 0) await makeTemplate(client, adminUrl, template)
    await client.query(`create database ${name} template ${template} owner portico_owner`)
  })
  return urls
}

export function dropDatabase(adminUrl: string, name: string): Promise<void> {
  return asAdmin(adminUrl, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`)
  })
}

/**
 * Deletes what would affect the next test file: the counters of rate limits and lockouts, and the role of earlier files'
 * super admins. As approvers, hundreds of them would make each request for an approval slow.
 */
export function forgetEarlierFiles(adminUrl: string, name: string): Promise<void> {
  return asAdmin(withDatabase(adminUrl, name), async (client) => {
    await client.query('delete from rate_limits; delete from failure_streaks')
    await client.query(`delete from admin_roles where role = 'super_admin'`)
  })
}

async function makeTemplate(client: pg.Client, adminUrl: string, template: string): Promise<void> {
  const draft = `${template}_draft`
  await client.query(`drop database if exists ${draft} with (force)`)
  await client.query(`create database ${draft} owner portico_owner`)
  await asAdmin(withDatabase(adminUrl, draft), async (own) => {
    await own.query('create extension if not exists pg_trgm')
    await own.query('revoke create on schema public from public')
    await own.query('grant create on schema public to portico_owner')
  })
  await migrateElsewhere(urlsOf(adminUrl, draft))
  await client.query(`alter database ${draft} rename to ${template}`)
}

/**
 * Migrates in a separate process, because migrating reads the configuration, which a test file may still change before
 * it reads it.
 */
async function migrateElsewhere(urls: Urls): Promise<void> {
  const module = JSON.stringify(join(import.meta.dirname, '../../app/migrate.ts'))
  const program = `const { migrate } = await import(${module})
    await migrate(${JSON.stringify(urls)})
    process.exit(0)`
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
}

function urlsOf(adminUrl: string, name: string): Urls {
  const as = (role: string) => {
    const url = new URL(withDatabase(adminUrl, name))
    url.username = role
    return url.href
  }
  return { name, serverUrl: as('portico_server'), ownerUrl: as('portico_owner') }
}

function withDatabase(adminUrl: string, name: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

async function asAdmin(
  adminUrl: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** Returns a fingerprint that changes with the schema, so that an outdated template is never copied. */
function fingerprint(): string {
  const files = readdirSync(migrations)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  const texts = [
    ...files.map((file) => join(migrations, file)),
    join(import.meta.dirname, '../../app/migrate.ts'),
  ]
  const hash = createHash('sha256')
  for (const file of texts) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}
