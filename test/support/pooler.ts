import { freePort } from '#test/free-port.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { atEnd, type Test } from './at-end.ts'
import { until } from './until.ts'

const programs = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer']

/**
 * Starts Debian's PgBouncer in transaction mode in front of this test's database or the one at `address`. Returns
 * undefined if PgBouncer is not installed.
 */
export async function startPooler(
  t: Test,
  { address = process.env['DATABASE_URL'] ?? '', connections = 3 } = {},
): Promise<((url: string) => string) | undefined> {
  const program = await firstOf(programs)
  if (program === undefined) return undefined
  const behind = new URL(address)
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'portico-pooler-'))
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
* = host=${behind.searchParams.get('host') ?? behind.hostname} port=${behind.port || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 200
stats_users = portico_server
`,
  )
  const isRoot = process.getuid?.() === 0
  await writeFile(join(folder, 'users'), '"portico_server" ""\n"portico_owner" ""\n')
  const text = `auth_file = ${join(folder, 'users')}\n`
  await writeFile(file, text, { flag: 'a' })
  await chmod(folder, 0o755)
  const args = isRoot ? ['-u', 'postgres', file] : [file]
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (part: string) => (log += part))
  const ended = once(child, 'exit')
  atEnd(t, async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true })
  })
  const through = (url: string): string => {
    const target = new URL(url)
    return `postgres://${target.username}@127.0.0.1:${port}${target.pathname}`
  }
  await until(async () => {
    if (child.exitCode !== null) throw new Error(log)
    return canAsk(through(behind.href))
  })
  return through
}

async function canAsk(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  return client
    .connect()
    .then(() => client.query('select 1'))
    .then(
      () => true,
      () => false,
    )
    .finally(() => client.end().catch(() => undefined))
}

async function firstOf(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    if (isThere) return path
  }
  return undefined
}
