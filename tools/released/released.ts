import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compareVersions } from '../../app/version.ts'

/** What a released version expects of its database, as `npm run release` writes it down beside this file. */
export type Release = {
  version: string
  /** Whose sources were read: the release itself, or the commit that it was made of. */
  commit: string
  migrations: string[]
  /** The columns that it reads or writes, with their types, by table: one source file names both. */
  tables: Record<string, Record<string, string>>
  /** The functions of the schema that its sources name. */
  functions: string[]
  /** All other columns, as `table.column`. */
  unread: string[]
}

export const releasesFolder = import.meta.dirname

/** Lists what is known of the released versions, the oldest first. */
export async function listReleases(folder = releasesFolder): Promise<Release[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  const texts = names.map(async (name) => readFile(join(folder, name), 'utf8'))
  const releases = (await Promise.all(texts)).map((text) => JSON.parse(text) as Release)
  return releases.sort((one, other) => compareVersions(one.version, other.version))
}

/** The version before this one. */
export async function lastRelease(): Promise<Release> {
  const last = (await listReleases()).at(-1)
  if (!last) throw new Error('no released version is known')
  return last
}
