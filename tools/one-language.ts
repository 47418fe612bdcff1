import { existsSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { locales } from '../contract/locale.ts'

const root = resolve(import.meta.dirname, '..')
/** Tables of messages of screens; those of mails stay on the server. */
const exported = /export const ((?!\w*mail)\w+) = defineMessages\(/gi
const typesOnly = /import type [^']*'[^']*'/g
const imported = /(?:from|import) ?(\(?)'((?:#web|#contract|\.{1,2})\/[^']+\.tsx?)'/g

type Imports = { atOnce: string[]; later: string[] }

/**
 * Splits the words of each bundle by language: one small chunk is loaded instead of all five. What is
 * loaded later brings its own words along.
 */
export function oneLanguage(entries: readonly string[]): Plugin {
  const parts = partsOf(entries.map((entry) => resolve(root, entry)))
  return {
    name: 'one-language',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith('virtual:words/') ? `\0${id}` : undefined),
    load(id) {
      if (id.startsWith('\0virtual:words/')) {
        return chunkOf(parts, id.slice('\0virtual:words/'.length))
      }
      const tables = tablesOf(id)
      if (tables.length === 0) return undefined
      const lines = tables.map(
        (name) => `export const ${name} = messagesOf(${JSON.stringify(keyOf(id, name))})`,
      )
      return [`import { messagesOf } from '#web/translations.ts'`, ...lines].join('\n')
    },
    transform(code, id) {
      if (!parts.has(id)) return undefined
      return `import 'virtual:words/${relative(root, id)}'\n${code}`
    },
  }
}

/** Each entry, and each file that is loaded later, with the files whose words come with it. */
function partsOf(entries: readonly string[]): Map<string, string[]> {
  const atOnce = new Map(entries.map((entry) => [entry, closureOf(entry)]))
  const parts = new Map<string, string[]>()
  for (const [entry, files] of atOnce) parts.set(entry, [...files].filter(hasWords))
  for (const file of laterFiles(entries)) {
    if ([...atOnce.values()].some((files) => files.has(file))) continue
    // What every area has from the start need not come again.
    const isNew = (each: string) => ![...atOnce.values()].every((files) => files.has(each))
    const words = [...closureOf(file)].filter((each) => hasWords(each) && isNew(each))
    if (words.length > 0) parts.set(file, words)
  }
  return parts
}

function closureOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const each of importsOf(file).atOnce) closureOf(each, seen)
  return seen
}

function laterFiles(entries: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const later = new Set<string>()
  function visit(file: string): void {
    if (seen.has(file)) return
    seen.add(file)
    const imports = importsOf(file)
    for (const each of imports.later) later.add(each)
    for (const each of [...imports.atOnce, ...imports.later]) visit(each)
  }
  for (const entry of entries) visit(entry)
  return later
}

/** Either the start of a part, which waits for its language, or one language of it. */
async function chunkOf(parts: ReadonlyMap<string, string[]>, about: string): Promise<string> {
  const [part = '', locale] = about.split('?')
  if (locale === undefined) {
    const load = (each: string) =>
      `${each}: async () => registerMessages('${each}', (await import('virtual:words/${part}?${each}')).default)`
    return [
      `import { settings } from '#web/settings.ts'`,
      `import { registerMessages, registerPart } from '#web/translations.ts'`,
      `await registerPart({ ${locales.map(load).join(', ')} }, settings().locale)`,
    ].join('\n')
  }
  const table: Record<string, unknown> = {}
  for (const file of parts.get(resolve(root, part)) ?? []) {
    const words = (await import(pathToFileURL(file).href)) as Record<
      string,
      Record<string, unknown>
    >
    for (const name of tablesOf(file)) table[keyOf(file, name)] = words[name]?.[locale]
  }
  // It imports nothing: what it imported could be waiting for it.
  return `export default ${JSON.stringify(table)}`
}

function hasWords(file: string): boolean {
  return tablesOf(file).length > 0
}

function tablesOf(file: string): string[] {
  if (!file.endsWith('.ts') || !file.startsWith(root) || !existsSync(file)) return []
  return [...readFileSync(file, 'utf8').matchAll(exported)].map(([, name = '']) => name)
}

function keyOf(file: string, name: string): string {
  return `${relative(root, file)} ${name}`
}

function importsOf(file: string): Imports {
  const found: Imports = { atOnce: [], later: [] }
  if (!existsSync(file)) return found
  const code = readFileSync(file, 'utf8').replaceAll(typesOnly, '')
  for (const [, paren, target = ''] of code.matchAll(imported)) {
    const isRoom = target.startsWith('#')
    const place = isRoom ? resolve(root, target.slice(1)) : resolve(dirname(file), target)
    found[paren === '(' ? 'later' : 'atOnce'].push(place)
  }
  return found
}
