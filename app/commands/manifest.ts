import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { keysInUse } from '#domain/keys/encrypted-columns.ts'
import { row, rows, type Db } from '#server/db.ts'
import { secretKeyIds } from '#server/secret.ts'
import { listMigrations, requireBaseline } from '../migrations.ts'

/** Contents of a backup: a copy of the database's files (demo), or a dump by pg_dump. */
export type Manifest = {
  kind: 'files' | 'dump'
  /** Time of the backup, in ISO 8601. */
  madeAt: string
  /** PostgreSQL's major version. */
  postgresql: number
  /** Names of the applied migrations, in order. */
  migrations: string[]
  /** Ids of the secret keys that a restore needs; the keys themselves are not in the backup. */
  keys: string[]
  /** SHA-256 of each file in hex, by its path in the folder. */
  files: Record<string, string>
}

type DatabaseState = Pick<Manifest, 'postgresql' | 'migrations' | 'keys'>

const manifestName = 'portico-backup.json'
const kindMessages = {
  files: "contains the files of the demo's database: restore it without DATABASE_URL.",
  dump: 'was made by pg_dump: restore it with DATABASE_URL, into an empty database.',
}

/** Creates the folder. Throws if it is not empty: a backup is never overwritten. */
export async function createBackupFolder(folder: string): Promise<void> {
  // The files must be private also in a folder that exists already, whose mode `mkdir` does not change.
  process.umask(0o077)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) {
    throw new Error(`${folder} is not empty: give each backup a folder of its own.`)
  }
}

/** Reads what a restore must match: PostgreSQL's version, the migrations and the secret keys in use. */
export async function readState(db: Db): Promise<DatabaseState> {
  const applied = await rows<{ name: string }>(db)`select name from migrations order by name`
  const server = await row<{ major: number }>(db)`
    select current_setting('server_version_num')::int / 10000 as major`
  const usedKeyIds = (await keysInUse(db)).flatMap(({ keyIds }) => keyIds)
  return {
    postgresql: server?.major ?? 0,
    migrations: applied.map((each) => each.name),
    keys: [...new Set(usedKeyIds)],
  }
}

/** Writes the manifest with the hash of every file. Call it last: it marks the backup as complete. */
export async function writeManifest(
  folder: string,
  state: DatabaseState & Pick<Manifest, 'kind'>,
): Promise<Manifest> {
  const manifest = { ...state, madeAt: new Date().toISOString(), files: await hashesOf(folder) }
  await writeFile(join(folder, manifestName), JSON.stringify(manifest, null, 1), { mode: 0o600 })
  return manifest
}

/**
 * Reads and verifies the manifest. Throws if the backup is incomplete or damaged, or if this version with its
 * SECRET_KEYS cannot restore it.
 */
export async function readManifest(folder: string, kind: Manifest['kind']): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => undefined)
  if (text === undefined)
    throw new Error(`${folder} is not a backup: it contains no ${manifestName}.`)
  const manifest = parse(text, folder)
  if (manifest.kind !== kind) throw new Error(`${folder} ${kindMessages[manifest.kind]}`)
  const hashes = await hashesOf(folder)
  for (const [file, hash] of Object.entries(manifest.files)) {
    if (hashes[file] === hash) continue
    throw new Error(
      `The backup is damaged: ${file} ${hashes[file] ? 'was changed' : 'is missing'}.`,
    )
  }
  requireBaseline(manifest.migrations)
  const ownMigrations = await listMigrations()
  const newer = manifest.migrations.filter((each) => !ownMigrations.includes(each))
  if (newer.length > 0) {
    throw new Error(
      `The backup is from a newer version, with the migrations ${newer.join(', ')}. Nothing was restored.`,
    )
  }
  requireKeysOf(manifest)
  return manifest
}

function requireKeysOf({ keys: keyIds }: Manifest): void {
  const ownKeys = secretKeyIds()
  const missing = keyIds.filter((id) => !ownKeys.includes(id))
  if (missing.length === 0) return
  throw new Error(
    `SECRET_KEYS lacks the key ${missing.join(', ')} of this backup. Without it, ` +
      `no user could log in. It contains ${ownKeys.join(', ')}. Nothing was restored.`,
  )
}

function parse(text: string, folder: string): Manifest {
  try {
    const manifest = JSON.parse(text) as Manifest
    if (Array.isArray(manifest.migrations) && manifest.files) return manifest
  } catch {
    // Reported below.
  }
  throw new Error(`The backup is damaged: ${join(folder, manifestName)} cannot be read.`)
}

async function hashesOf(folder: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || path === join(folder, manifestName)) continue
    const hash = createHash('sha256')
    for await (const part of createReadStream(path)) hash.update(part as Buffer)
    hashes[relative(folder, path)] = hash.digest('hex')
  }
  return hashes
}
