import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { startDebianCluster } from '#test/debian-cluster.ts'
import { countRows, fileOfDump, type Dumped } from '#test/dumps.ts'

/**
 * `node tools/released/dump.ts <version>`: fills an empty database of this tree with users, an admin, platforms, an
 * invitation and a sealed audit log, and writes its dump and its secrets for test/upgrade.test.ts. `npm run release`
 * runs it. Needs Debian's PostgreSQL with pg_dump.
 */
const [version = ''] = process.argv.slice(2)
const ends: (() => Promise<unknown>)[] = []
const sockets = await startDebianCluster({ after: (work) => ends.push(work) })
if (sockets === undefined) throw new Error('Install the Debian package postgresql: it has pg_dump.')
try {
  for (const role of ['portico_owner', 'portico_server'])
    await runSql('postgres', `create role ${role} login`, 'postgres')
  await runSql('postgres', 'create database dump owner portico_owner', 'postgres')
  const secretKey = randomBytes(32).toString('base64')
  const user = await fill(secretKey)
  const [counts] = await runSql('portico_owner', countRows)
  const dumped: Dumped = { secretKey, user, counts: counts as Dumped['counts'] }
  await writeFile(fileOfDump(version, 'sql.gz'), gzipSync(await dump()))
  await writeFile(fileOfDump(version, 'json'), `${JSON.stringify(dumped, null, 2)}\n`)
  console.log(`${fileOfDump(version, 'sql.gz').pathname}: ${JSON.stringify(counts)}`)
} finally {
  for (const end of ends.toReversed()) await end()
}
process.exit(0)

async function fill(secretKey: string) {
  Object.assign(process.env, {
    NODE_ENV: 'test',
    PUBLIC_URL: 'http://localhost:8080',
    DATABASE_URL: urlOf('portico_server'),
    DATABASE_OWNER_URL: urlOf('portico_owner'),
    SECRET_KEYS: secretKey,
    SMTP_URL: 'smtp://127.0.0.1:1',
    PASSWORD_HASH_MEMORY_KIB: '64',
    PASSWORD_HASH_PASSES: '1',
    LOG_LEVEL: 'silent',
  })
  const { migrate } = await import('../../app/migrate.ts')
  await migrate({ ownerUrl: urlOf('portico_owner'), serverUrl: urlOf('portico_server') })
  const { addAdmin, addPlatform, addUser, inviteUser, startUserSession } =
    await import('#test/people.ts')
  const { sealAuditLog } = await import('../../features/admin/audit-log/jobs.ts')
  const { db } = await import('#server/db.ts')
  const { recordAudit } = await import('#domain/audit/audit.ts')
  const { getCurrentKey } = await import('#domain/keys/signing-key.ts')
  await addPlatform({ id: 'business-hub' })
  await addPlatform({ id: 'onboarding' })
  await addAdmin()
  await inviteUser({ platforms: ['onboarding'] })
  const users = [await addUser(), await addUser(), await addUser({ platforms: ['business-hub'] })]
  for (const user of users) await startUserSession(user)
  for (let count = 0; count < 20; count += 1)
    await recordAudit(db, { kind: 'system' }, 'invitation_created', { data: { count } })
  for (const use of ['oidc', 'sandbox'] as const) await getCurrentKey(db, use)
  await sealAuditLog()
  return users[0]!
}

async function dump(): Promise<string> {
  const options = ['--inserts', '--no-owner', '--no-privileges', `--dbname=${urlOf('postgres')}`]
  const { stdout } = await promisify(execFile)('pg_dump', options, { maxBuffer: 2 ** 28 })
  // Removes blank lines, comments, commands of psql, and settings that some versions of PostgreSQL lack.
  return stdout.replaceAll(
    /^(?:--.*|SET (?:transaction_timeout|default_table_access_method).*|\\.*|)\n/gm,
    '',
  )
}

async function runSql(role: string, text: string, name = 'dump'): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: urlOf(role, name) })
  await client.connect()
  const { rows } = await client.query<object>(text).finally(() => client.end())
  return rows
}

function urlOf(role: string, name = 'dump'): string {
  return `postgres://${role}@localhost:5432/${name}?host=${encodeURIComponent(sockets!)}`
}
