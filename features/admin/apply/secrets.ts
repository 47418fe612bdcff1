import { constants } from 'node:fs'
import { open, readFile, type FileHandle } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  secretSource,
  type ConfigurationSection,
  type FieldChange,
  type Item,
  type ItemChange,
} from '#domain/settings/configuration-section.ts'
import type { Db } from '#server/db.ts'
import { throwFaults, type ConfigurationFile, type FileFault } from './configuration-file.ts'

/** Returns the secret of a source such as env:NAME, or a sentence that says why it cannot be read. */
export type ReadSecret = (source: string) => Promise<{ value: string } | { fault: string }>

/** Reads every secret to which the items of a file refer. Throws a FileError for those that cannot be read. */
export async function readSecrets(
  file: ConfigurationFile,
  read: ReadSecret,
): Promise<Record<string, string>> {
  const secrets: Record<string, string> = {}
  const faults: FileFault[] = []
  for (const { path, source } of secretSourcesIn(file.value)) {
    const result = await read(source)
    if ('value' in result) secrets[source] = result.value
    else faults.push({ path, sentence: result.fault })
  }
  throwFaults(file, faults)
  return secrets
}

/** Lists the sources of secrets. Ignores anything that is not valid, because the portal reports it. */
function secretSourcesIn(value: unknown) {
  const sections = Object.entries((value ?? {}) as Record<string, unknown>)
  return sections.flatMap(([name, items]) =>
    (Array.isArray(items) ? items : []).flatMap((item: unknown, index) => {
      const source = (item as Item | null)?.['secret']
      const isSource = secretSource.safeParse(source).success
      return isSource ? [{ path: [name, index, 'secret'], source: String(source) }] : []
    }),
  )
}

type SecretChange = { secret: string | undefined; isGenerated: boolean; fields: FieldChange[] }

/** Returns a function that reads secrets; relative paths start at the folder of the configuration file. */
export function secretReader(folder: string, env: Readonly<NodeJS.ProcessEnv>): ReadSecret {
  return async (source) => {
    const location = source.slice(source.indexOf(':') + 1)
    if (source.startsWith('env:')) {
      const value = env[location]
      return value ? { value } : { fault: `The environment variable ${location} is not set.` }
    }
    const text = await readFile(resolve(folder, location), 'utf8').catch(() => '')
    const value = text.replace(/\r?\n$/, '')
    if (value) return { value }
    return { fault: `The file ${location} is missing, empty or cannot be read.` }
  }
}

/** Returns the secret of a change: the one from the file if it differs, or a new one if there is none to keep. */
export async function takeSecret(
  db: Db,
  { secret: rules }: ConfigurationSection,
  { item, before }: Pick<ItemChange, 'item' | 'before'>,
  fileItem: Item,
  read: ReadSecret,
): Promise<SecretChange | { fault: string }> {
  const source = fileItem['secret'] as string | undefined
  const noChange: SecretChange = { secret: undefined, isGenerated: false, fields: [] }
  if (!rules) return noChange
  const isNeeded = rules.isNeeded(item, before)
  if (source === undefined) {
    if (!isNeeded) return noChange
    const fields = [{ name: 'secret', before: undefined, after: '(generated)' }]
    return { secret: rules.create(), isGenerated: true, fields }
  }
  // If an item needs no secret even when it is added, it never has a secret.
  if (!isNeeded && !rules.isNeeded(item, undefined))
    return { fault: 'It has no secret: leave this field out.' }
  const result = await read(source)
  if ('fault' in result) return result
  const invalid = 'This secret is too weak or has another form: see the guide for how to make one.'
  if (!rules.isValid(result.value)) return { fault: invalid }
  if (before && (await rules.isSame(db, item, result.value))) return noChange
  const former = isNeeded ? undefined : '(another)'
  const fields = [{ name: 'secret', before: former, after: `(${source})` }]
  return { secret: result.value, isGenerated: false, fields }
}

export type SecretsFile = {
  /** Appends a line and waits until it is on disk. */
  add: (section: string, key: string, secret: string) => Promise<void>
  close: () => Promise<void>
}

/** Opens the file for generated secrets, readable by its owner only. Throws if other users can read it. */
export async function openSecretsFile(path: string): Promise<SecretsFile> {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants
  const file = await open(path, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600)
  if (!(await isPrivate(file))) {
    await file.close()
    throw new Error(`${path} can be read by others. Name a new file, or: chmod 600 ${path}`)
  }
  return {
    add: async (section, key, secret) => {
      await file.write(`${JSON.stringify({ section, key, secret })}\n`)
      await file.sync()
    },
    close: () => file.close(),
  }
}

async function isPrivate(file: FileHandle): Promise<boolean> {
  const stats = await file.stat()
  return stats.isFile() && (stats.mode & 0o077) === 0
}
