import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compareVersions } from '../../app/version.ts'

/** The database schema that a released version expects, as recorded by `npm run release`. */
export type Release = {
  version: string
  /** The commit whose sources were read: the release, or the commit that it was built from. */
  commit: string
  migrations: string[]
  /**
   * Columns that it reads or writes, with their types, by table. A column counts if a source file contains its name and
   * its table's.
   */
  tables: Record<string, Record<string, string>>
  /** Functions of the schema whose names are in its sources. */
  functions: string[]
  /** All other columns, as `table.column`. */
  unread: string[]
}

export const releasesFolder = import.meta.dirname

/** Returns the recorded versions, oldest first. */
export async function listReleases(folder = releasesFolder): Promise<Release[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  const texts = names.map(async (name) => readFile(join(folder, name), 'utf8'))
  const releases = (await Promise.all(texts)).map((text) => JSON.parse(text) as Release)
  return releases.sort((one, other) => compareVersions(one.version, other.version))
}

/** Returns the previous version. Throws if there is none. */
export async function lastRelease(): Promise<Release> {
  const last = (await listReleases()).at(-1)
  if (!last) throw new Error('no released version is known')
  return last
}
