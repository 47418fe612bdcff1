import { existsSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { locales } from '../contract/locale.ts'

const root = resolve(import.meta.dirname, '..')
const exported = /export const (\w+) = messages\(/
const imported = /(?:from|import) ?\(?'((?:#web|#contract|\.{1,2})\/[^']+\.tsx?)'/g

/** Splits the words of each bundle by language: one small chunk is loaded instead of all five. */
export function oneLanguage(entries: readonly string[]): Plugin {
  return {
    name: 'one-language',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith('virtual:words/') ? `\0${id}` : undefined),
    load(id) {
      if (id.startsWith('\0virtual:words/')) return chunkOf(id.slice('\0virtual:words/'.length))
      const name = nameOfWords(id)
      const file = JSON.stringify(relative(root, id))
      if (name === undefined) return undefined
      return `import { wordsOf } from '#web/spoken.ts'\nexport const ${name} = wordsOf(${file})`
    },
    transform(code, id) {
      const entry = relative(root, id)
      return entries.includes(entry) ? `import 'virtual:words/${entry}'\n${code}` : undefined
    },
  }
}

/** Either the start of an entry, which waits for its language, or one language of it. */
async function chunkOf(about: string): Promise<string> {
  const [entry = '', locale] = about.split('?')
  if (locale === undefined) {
    const loads = locales.map((each) => `${each}: () => import('virtual:words/${entry}?${each}')`)
    return [
      `import { settings } from '#web/settings.ts'`,
      `import { begin } from '#web/spoken.ts'`,
      `await begin({ ${loads.join(', ')} }, settings().locale)`,
    ].join('\n')
  }
  const table: Record<string, unknown> = {}
  for (const file of filesBelow(resolve(root, entry))) {
    const name = nameOfWords(file)
    if (name === undefined) continue
    const words = (await import(pathToFileURL(file).href)) as Record<
      string,
      Record<string, unknown>
    >
    table[relative(root, file)] = words[name]?.[locale]
  }
  return `import { learn } from '#web/spoken.ts'\nlearn('${locale}', ${JSON.stringify(table)})`
}

function nameOfWords(file: string): string | undefined {
  if (!file.endsWith('.ts') || !file.startsWith(root) || !existsSync(file)) return undefined
  return exported.exec(readFileSync(file, 'utf8'))?.[1]
}

function filesBelow(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || !existsSync(file)) return seen
  seen.add(file)
  for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(imported)) {
    const isRoom = target.startsWith('#')
    filesBelow(isRoom ? resolve(root, target.slice(1)) : resolve(dirname(file), target), seen)
  }
  return seen
}
