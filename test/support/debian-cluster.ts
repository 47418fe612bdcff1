import { execFile } from 'node:child_process'
import { access, chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { atEnd, type Test } from './at-end.ts'

const run = promisify(execFile)

export async function newFolder(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-'))
  atEnd(t, () => rm(folder, { recursive: true, force: true }))
  return folder
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
