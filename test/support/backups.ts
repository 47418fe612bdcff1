import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, chown, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { equal } from 'node:assert/strict'
import { migrate } from '../../app/migrate.ts'
import { login, verifyCode } from '../../features/account/sign-in/contract.ts'
import { atEnd, type Test } from './at-end.ts'
import { codeOf, type TestUser } from './people.ts'
import { startPortico, type Program } from './programs.ts'
import { visitorOf } from './servers.ts'

type Urls = { ownerUrl: string; serverUrl: string }

const run = promisify(execFile)

export async function newFolder(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-'))
  atEnd(t, () => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Returns the environment of a program on this database. */
export function settingsOf(urls: Urls, secretKeys: string): Record<string, string> {
  return {
    NODE_ENV: 'test',
    DATABASE_URL: urls.serverUrl,
    DATABASE_OWNER_URL: urls.ownerUrl,
    SECRET_KEYS: secretKeys,
    AUDIT_HEADS: '',
  }
}

/**
 * A dump of version 0.2.0 by pg_dump --inserts of PostgreSQL 15: three users with sessions, an admin, an invitation,
 * two platforms, four signing keys and a sealed audit log. Never replace it once 0.2.0 is released.
 */
const dump = new URL('0.2.0.sql.gz', import.meta.url)

/** A user of the dump, and the key that encrypts the dump's secrets. */
export const dumped = {
  secretKey: Buffer.from('portico 0.2.0 test keyportico 0.').toString('base64'),
  user: {
    id: '01a20299-8180-70c4-9bed-4eeb6f0c7886',
    email: 'ada@harbour.example',
    password: 'First-Harbour-1',
    secret: 'YAVZ2QVU5NN7RYBFFVP4KUWPLC33F6NI',
  },
}

/** Fills an empty database with the first schema and the data of version 0.2.0. */
export async function loadFirstSchema(t: Test, urls: Urls): Promise<void> {
  await loadDump(urls.ownerUrl)
  // The dump contains no privileges, because each migration grants them.
  const folder = await newFolder(t)
  await cp('migrations/0001_baseline.sql', join(folder, '0001_baseline.sql'))
  await migrate({ ...urls, folder })
}

/** Fills an empty database with the first schema and its data, without the privileges of the server's role. */
export async function loadDump(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(gunzipSync(await readFile(dump)).toString()).finally(() => client.end())
}

/** Returns the names of all migrations after the first. */
export async function laterMigrations(): Promise<string[]> {
  return (await readdir('migrations')).sort().slice(1)
}

/** Fills another database than this test's with a user who can log in and a sealed audit log. */
export async function fill(settings: Record<string, string>): Promise<TestUser> {
  const email = `ada-${randomBytes(4).toString('hex')}@quay.example`
  const password = 'First-Harbour-1'
  const args = ['test/support/fill-database.ts', email, password]
  const { stdout } = await run(process.execPath, args, {
    env: { ...process.env, NODE_TEST_CONTEXT: '', LOG_LEVEL: 'silent', ...settings },
  })
  const { id, secret } = JSON.parse(stdout) as { id: string; secret: string }
  return { id, email, password, secret }
}

/** Logs the user in over HTTP with password and code, at a program on this database. */
export async function logInThere(
  t: Test,
  settings: Record<string, string>,
  somebody: TestUser,
): Promise<Program> {
  const program = await startPortico(t, { ...settings, SERVE: 'users' })
  await logInAt(program.url, somebody)
  return program
}

export async function logInAt(
  url: string,
  { email, password, secret }: TestUser,
  origin = 'http://localhost:8080',
): Promise<void> {
  const call = visitorOf({ url, origin }, '198.18.200.1')
  await call(login, { body: { email, password } })
  const { next } = await call(verifyCode, { body: { otp: codeOf(secret) } })
  equal(next, 'done')
}

const debian = '/usr/lib/postgresql'

/** Starts this machine's PostgreSQL. Returns its socket folder; undefined if PostgreSQL is not installed. */
export async function startDebianCluster(t: Test): Promise<string | undefined> {
  const major = (await readdir(debian).catch((): string[] => [])).sort().at(-1)
  const bin = join(debian, major ?? 'none', 'bin')
  const isThere = await access(join(bin, 'pg_dump')).then(
    () => true,
    () => false,
  )
  if (!isThere) return undefined
  const folder = await newFolder(t)
  const who = process.getuid?.() === 0 ? { uid: await uidOf('postgres'), gid: 0 } : {}
  if (who.uid !== undefined) await chown(folder, who.uid, 0)
  const data = join(folder, 'data')
  await run(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync'], who)
  await writeFile(join(data, 'postgresql.auto.conf'), `fsync = off\n`)
  const options = `-c listen_addresses='' -c unix_socket_directories='${folder}'`
  const args = ['-D', data, '-w', '-s', '-l', join(folder, 'log'), '-o', options, 'start']
  await run(join(bin, 'pg_ctl'), args, who)
  atEnd(t, () => run(join(bin, 'pg_ctl'), ['-D', data, '-w', '-m', 'immediate', 'stop'], who))
  return folder
}

async function uidOf(name: string): Promise<number> {
  return Number((await run('id', ['-u', name])).stdout)
}
