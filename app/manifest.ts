import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { keysInUse } from '#domain/encrypted-columns.ts'
import { rows, sql, type Db } from '#server/db.ts'
import { knownKeyIds } from '#server/secret.ts'
import { migrationsFolder } from './migrations.ts'

/** What lies in a backup, beside what says so: a folder of the database's own files, or what pg_dump wrote. */
export type Manifest = {
  kind: 'files' | 'dump'
  madeAt: string
  /** PostgreSQL's major version. */
  postgresql: number
  migrations: string[]
  /** The secret keys without which nobody can log in to what was restored; the keys themselves are not here. */
  keys: string[]
  files: Record<string, string>
}

type State = Pick<Manifest, 'postgresql' | 'migrations' | 'keys'>

const name = 'portico-backup.json'

/** A folder that is not there yet, or is empty: no backup is ever written over. */
export async function openBackup(folder: string): Promise<void> {
  // Also in a folder that was there: what pg_dump writes is nobody else's to read.
  process.umask(0o077)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) {
    throw new Error(`${folder} is not empty: give each backup a folder of its own.`)
  }
}

export async function stateOf(db: Db): Promise<State> {
  const applied = await rows<{ name: string }>(db, sql`select name from migrations order by name`)
  const [server] = await rows<{ number: string }>(
    db,
    sql`select current_setting('server_version_num') as number`,
  )
  const keys = (await keysInUse(db)).flatMap(({ keyIds }) => keyIds)
  return {
    postgresql: Math.floor(Number(server?.number) / 10_000),
    migrations: applied.map((each) => each.name),
    keys: [...new Set(keys)],
  }
}

/** Written last: a backup without it is none. */
export async function sealBackup(
  folder: string,
  about: State & Pick<Manifest, 'kind'>,
): Promise<Manifest> {
  const manifest = {
    ...about,
    madeAt: new Date().toISOString(),
    files: await hashesOf(folder),
  }
  await writeFile(join(folder, name), JSON.stringify(manifest, null, 1), { mode: 0o600 })
  return manifest
}

/** Throws a sentence unless it is whole, and this version and its keys can do something with it. */
export async function openSealed(folder: string, kind: Manifest['kind']): Promise<Manifest> {
  const text = await readFile(join(folder, name), 'utf8').catch(() => undefined)
  if (text === undefined) throw new Error(`${folder} holds no backup: there is no ${name} in it.`)
  const manifest = parsed(text, folder)
  if (manifest.kind !== kind) throw new Error(wrongKind(folder, manifest.kind))
  const found = await hashesOf(folder)
  for (const [file, hash] of Object.entries(manifest.files)) {
    if (found[file] === hash) continue
    throw new Error(`The backup is damaged: ${file} ${found[file] ? 'was changed' : 'is missing'}.`)
  }
  const known = new Set(await readdir(migrationsFolder))
  const newer = manifest.migrations.filter((each) => !known.has(each))
  if (newer.length > 0) {
    throw new Error(
      `The backup is of a newer version: this one does not know ${newer.join(', ')}. Nothing was restored.`,
    )
  }
  requireKeysOf(manifest)
  return manifest
}

function requireKeysOf({ keys }: Manifest): void {
  const known = new Set(knownKeyIds())
  const missing = keys.filter((id) => !known.has(id))
  if (missing.length === 0) return
  throw new Error(
    `SECRET_KEYS does not hold the key ${missing.join(', ')} of this backup: with another key nobody ` +
      `could log in. It holds ${[...known].join(', ')}. Nothing was restored.`,
  )
}

function parsed(text: string, folder: string): Manifest {
  try {
    const manifest = JSON.parse(text) as Manifest
    if (Array.isArray(manifest.migrations) && manifest.files) return manifest
  } catch {
    // Said below.
  }
  throw new Error(`The backup is damaged: ${join(folder, name)} cannot be read.`)
}

function wrongKind(folder: string, kind: string): string {
  return kind === 'files'
    ? `${folder} holds the files of the built-in database: restore it without DATABASE_URL.`
    : `${folder} was made by pg_dump: restore it with DATABASE_URL, into an empty database.`
}

async function hashesOf(folder: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || path === join(folder, name)) continue
    hashes[relative(folder, path)] = await hashOf(path)
  }
  return hashes
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path)) hash.update(part as Buffer)
  return hash.digest('hex')
}
