import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, chown, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { equal } from 'node:assert/strict'
import { login, verifyCode } from '../../features/account/sign-in/contract.ts'
import { atEnd, type Test } from './at-end.ts'
import { codeOf, type Somebody } from './people.ts'
import { startPortico, type Program } from './programs.ts'
import { visitorOf } from './servers.ts'

type Urls = { ownerUrl: string; serverUrl: string }

const run = promisify(execFile)

export async function newFolder(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-'))
  atEnd(t, () => rm(folder, { recursive: true, force: true }))
  return folder
}

/** What somebody's database and keys are called for a program that is to use them. */
export function settingsOf(urls: Urls, secretKeys: string): Record<string, string> {
  return {
    NODE_ENV: 'test',
    DATABASE_URL: urls.serverUrl,
    DATABASE_OWNER_URL: urls.ownerUrl,
    SECRET_KEYS: secretKeys,
    AUDIT_HEADS: '',
  }
}

/** The migrations as they were before the one of this number. */
export async function migrationsBefore(t: Test, number: string): Promise<string> {
  const folder = await newFolder(t)
  await cp('migrations', folder, { recursive: true })
  for (const name of await readdir(folder)) {
    if (name.slice(0, 4) === number) await rm(join(folder, name))
  }
  return folder
}

/** Fills another database than this test's own: with somebody who can log in, and a log that is sealed. */
export async function fill(settings: Record<string, string>, folder?: string): Promise<Somebody> {
  const email = `ada-${randomBytes(4).toString('hex')}@quay.example`
  const program = `
    const { migrate } = await import('../app/migrate.ts')
    const { config } = await import('#server/config.ts')
    await migrate({ ownerUrl: config.databaseOwnerUrl, serverUrl: config.databaseUrl, folder: ${JSON.stringify(folder)} })
    const { db } = await import('#server/db.ts')
    const { partnerNamed } = await import('#domain/partner.ts')
    const { addUser } = await import('#domain/user.ts')
    const { hashPassword, setPassword } = await import('#domain/password.ts')
    const { beginSecondFactor, confirmSecondFactor } = await import('#domain/second-factor.ts')
    const { record } = await import('#domain/audit.ts')
    const { sealAuditLog } = await import('../features/audit-log/jobs.ts')
    const { currentKey } = await import('#domain/signing-key.ts')
    const id = await addUser(db, { partnerId: await partnerNamed(db, 'Harbour Ltd'), email: '${email}',
      firstname: 'Ada', lastname: 'Byron', preferredLanguage: 'en' })
    await setPassword(db, id, await hashPassword('First-Harbour-1'))
    const factor = await beginSecondFactor(db, id)
    await confirmSecondFactor(db, factor, 0)
    await currentKey(db, 'oidc')
    for (let one = 0; one < 20; one += 1) await record(db, { kind: 'system' }, 'invitation_created', { data: { one } })
    await sealAuditLog()
    process.stdout.write(JSON.stringify({ id, secret: factor.secret }))
    process.exit(0)`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, NODE_TEST_CONTEXT: '', LOG_LEVEL: 'silent', ...settings },
  })
  const { id, secret } = JSON.parse(stdout) as { id: string; secret: string }
  return { id, email, password: 'First-Harbour-1', secret }
}

/** Somebody logs in from outside, password and code, at a program on this database. */
export async function logInThere(
  t: Test,
  settings: Record<string, string>,
  somebody: Somebody,
): Promise<Program> {
  const program = await startPortico(t, { ...settings, SERVE: 'users' })
  await logInAt(program.url, somebody)
  return program
}

export async function logInAt(
  url: string,
  { email, password, secret }: Somebody,
  origin = 'http://localhost:8080',
): Promise<void> {
  const call = visitorOf({ url, origin }, '198.18.200.1')
  await call(login, { body: { email, password } })
  const { next } = await call(verifyCode, { body: { otp: codeOf(secret) } })
  equal(next, 'done')
}

const debian = '/usr/lib/postgresql'

/** A PostgreSQL of the machine's own, with its programs; undefined where there is none. */
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
  const words = ['-D', data, '-w', '-s', '-l', join(folder, 'log'), '-o', options, 'start']
  await run(join(bin, 'pg_ctl'), words, who)
  atEnd(t, () => run(join(bin, 'pg_ctl'), ['-D', data, '-w', '-m', 'immediate', 'stop'], who))
  return folder
}

async function uidOf(name: string): Promise<number> {
  return Number((await run('id', ['-u', name])).stdout)
}
