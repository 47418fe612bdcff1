import { access, copyFile, cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { chownSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { DatabaseInUse, startDatabase, urlsOf } from './database.ts'
import { openPlace, placeOf, type Place } from './place.ts'
import { dataFolder, loadSecrets, setEnvironment } from './environment.ts'

/** Files of one run of PostgreSQL, whose folders are copied empty, and `pg_control`, which is copied last. */
const transient =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/|^postmaster\.|(^|\/)pgsql_tmp|^global\/pg_control$/

/** Copies the files of the running database (PostgreSQL manual §25.3.3). */
export async function backupDemo(words: readonly string[]): Promise<string[]> {
  return withDatabase(async () => {
    const { reportBackup, parseFolder } = await import('../app/commands/backup.ts')
    const { createBackupFolder, readState, writeManifest } =
      await import('../app/commands/manifest.ts')
    const { db } = await import('#server/db.ts')
    const to = parseFolder(words)
    await createBackupFolder(to)
    await copyRunning(placeOf(dataFolder), path.join(to, 'data'))
    const manifest = await writeManifest(to, { kind: 'files', ...(await readState(db)) })
    return reportBackup(to, manifest)
  })
}

/** Restores a backup. Throws if there is a database already. */
export async function restoreDemo(words: readonly string[]): Promise<string[]> {
  const place = placeOf(dataFolder)
  // Nothing runs yet, but the configuration requires complete values.
  await setEnvironment(await loadSecrets(), urlsOf(place), { smtpUrl: 'smtp://127.0.0.1:1025' })
  const { finishRestore, parseFolder } = await import('../app/commands/backup.ts')
  const { readManifest } = await import('../app/commands/manifest.ts')
  const from = parseFolder(words)
  const manifest = await readManifest(from, 'files')
  await requireNone(place)
  await putInPlace(place, path.join(from, 'data'))
  const database = await startDatabase({ folder: dataFolder })
  try {
    return await finishRestore(from, manifest)
  } finally {
    await database.stop()
  }
}

async function requireNone(place: Place): Promise<void> {
  if (!(await exists(place.data))) return
  throw new Error(
    `There is a database in ${place.folder} already: a restore never overwrites one. ` +
      '`npm run portico -- demo:reset` deletes it; DATA_FOLDER names another folder.',
  )
}

/** Runs `work` while the demo's database runs, and starts it for that time unless the demo runs. */
export async function withDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  if (!(await exists(placeOf(dataFolder).data))) {
    throw new Error('There is no database here yet. Create one with: npm start')
  }
  const started = await startDatabase({ folder: dataFolder }).catch((error: unknown) => {
    // A running demo can be backed up too.
    if (error instanceof DatabaseInUse) return undefined
    throw error
  })
  try {
    return await work()
  } finally {
    await started?.stop()
  }
}

/** Copies the files of a running database to a new folder, with the log of the time of the copy. */
export async function copyRunning(place: Place, to: string): Promise<void> {
  const client = new Client({ connectionString: urlsOf(place).adminUrl })
  await client.connect()
  try {
    // Keeps the write-ahead log from now on. The temporary slot ends with this connection.
    const slot = `portico_backup_${process.pid}`
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot])
    await client.query("select pg_backup_start('portico', true)")
    await copyTree(place.data, to)
    await copyFile(path.join(place.data, 'global/pg_control'), path.join(to, 'global/pg_control'))
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(false)',
    )
    await writeFile(path.join(to, 'backup_label'), rows[0]?.labelfile ?? '', { mode: 0o600 })
    await copyLog(place, to)
  } finally {
    await client.end()
  }
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const name = path.relative(from, path.join(entry.parentPath, entry.name))
    if (transient.test(name)) continue
    const copy = path.join(to, name)
    if (entry.isDirectory()) await mkdir(copy, { recursive: true, mode: 0o700 })
    else if (entry.isFile()) await copyIfThere(path.join(from, name), copy)
  }
}

/** Copies the write-ahead log of the time of the copy, which PostgreSQL replays at the next start. */
async function copyLog(place: Place, to: string): Promise<void> {
  await mkdir(path.join(to, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 })
  const names = await readdir(path.join(place.data, 'pg_wal'))
  for (const name of names.filter((each) => /^[0-9A-F]{8,24}(\.history)?$/.test(each))) {
    await copyIfThere(path.join(place.data, 'pg_wal', name), path.join(to, 'pg_wal', name))
  }
}

/** Copies a file; ignores one that is deleted during the backup. */
async function copyIfThere(from: string, to: string): Promise<void> {
  await copyFile(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

/** Copies the files of a backup to a place without a database, for its user. */
export async function putInPlace(place: Place, from: string): Promise<void> {
  await openPlace(place)
  const unfinished = `${place.data}-restoring`
  await rm(unfinished, { recursive: true, force: true })
  await cp(from, unfinished, { recursive: true })
  // Tools that copied the backup may have dropped empty folders.
  for (const name of emptyFolders) await mkdir(path.join(unfinished, name), { recursive: true })
  if (place.owner) await giveTo(place.owner, unfinished)
  await rename(unfinished, place.data)
}

const emptyFolders = [
  'pg_commit_ts',
  'pg_dynshmem',
  'pg_logical/mappings',
  'pg_logical/snapshots',
  'pg_multixact/members',
  'pg_multixact/offsets',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_tblspc',
  'pg_twophase',
  'pg_wal/archive_status',
]

async function giveTo({ uid, gid }: { uid: number; gid: number }, folder: string): Promise<void> {
  chownSync(folder, uid, gid)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) chownSync(path.join(entry.parentPath, entry.name), uid, gid)
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
