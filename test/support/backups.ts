import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { equal } from 'node:assert/strict'
import { migrate } from '../../app/migrate.ts'
import { login, verifyCode } from '../../features/account/sign-in/contract.ts'
import type { Test } from './at-end.ts'
import { newFolder } from './debian-cluster.ts'
import { loadDump } from './dumps.ts'
import { codeOf, type TestUser } from './people.ts'
import { startPortico, type Program } from './programs.ts'
import { visitorOf } from './servers.ts'

type Urls = { ownerUrl: string; serverUrl: string }

const run = promisify(execFile)

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

/** Fills an empty database with the first schema and the data of version 0.2.0. */
export async function loadFirstSchema(t: Test, urls: Urls): Promise<void> {
  await loadDump(urls.ownerUrl)
  // The dump contains no privileges, because each migration grants them.
  const folder = await newFolder(t)
  await cp('migrations/0001_baseline.sql', join(folder, '0001_baseline.sql'))
  await migrate({ ...urls, folder })
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
