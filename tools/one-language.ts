import { existsSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync, type Plugin } from 'vite'
import { locales } from '../contract/locale.ts'
import { entries, type Area } from '../app/web/screens.ts'

const root = resolve(import.meta.dirname, '..')
const virtual = 'virtual:messages/'
const isMessageFile = (file: string) => /[/-]messages\.ts$/.test(file) && file.startsWith(root)

/**
 * Puts the messages of each area into one file per language, so that a browser loads one language instead of
 * five: `virtual:messages/{area}` imports them. In the bundles the message files only look them up.
 */
export function oneLanguage(): Plugin {
  return {
    name: 'one-language',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(virtual) ? `\0${id}` : undefined),
    async load(id) {
      if (id.startsWith(`\0${virtual}`)) {
        const [area = '', locale] = id.slice(virtual.length + 1).split('?')
        return locale === undefined ? loadersOf(area) : tableOf(area as Area, locale)
      }
      if (!isMessageFile(id)) return undefined
      const names = Object.keys(await importFile(id))
      return [
        `import { loadedMessages } from '#web/translations.ts'`,
        ...names.map((name) => `export const ${name} = loadedMessages('${keyOf(id, name)}')`),
      ].join('\n')
    },
  }
}

function loadersOf(area: string): string {
  const loaders = locales.map((locale) => `${locale}: () => import('${virtual}${area}?${locale}')`)
  return `export const messageFiles = { ${loaders.join(', ')} }`
}

async function tableOf(area: Area, locale: string): Promise<string> {
  const table: Record<string, unknown> = {}
  for (const [file, names] of messagesIn(resolve(root, entries[area]))) {
    const exported = await importFile(file)
    for (const name of names) table[keyOf(file, name)] = exported[name]?.[locale]
  }
  return `export default ${JSON.stringify(table)}`
}

/** Every message file that is reachable from an entry, with the exports that are imported from it. */
function messagesIn(entry: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const seen = new Set<string>()
  function visit(file: string): void {
    if (seen.has(file)) return
    seen.add(file)
    for (const { target, names } of importsOf(file)) {
      if (isMessageFile(target)) found.set(target, (found.get(target) ?? new Set()).union(names))
      else visit(target)
    }
  }
  visit(entry)
  return found
}

type Import = { target: string; names: Set<string> }

/** Static and dynamic imports of the project's own modules; imports of types are left out. */
function importsOf(file: string): Import[] {
  const code = readFileSync(file, 'utf8')
  const { staticImports, dynamicImports } = parseSync(file, code).module
  const targets = [
    ...staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest, entries }) => ({
        request: moduleRequest.value,
        names: new Set(entries.flatMap(({ importName: { name } }) => name ?? [])),
      })),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      request: code.slice(start + 1, end - 1),
      names: new Set<string>(),
    })),
  ]
  return targets.flatMap(({ request, names }) => {
    const target = request.startsWith('#')
      ? resolve(root, request.slice(1))
      : resolve(dirname(file), request)
    return /^[#.].*\.tsx?$/.test(request) && existsSync(target) ? [{ target, names }] : []
  })
}

function importFile(file: string): Promise<Record<string, Record<string, unknown>>> {
  return import(pathToFileURL(file).href)
}

function keyOf(file: string, name: string): string {
  return `${relative(root, file)}#${name}`
}
