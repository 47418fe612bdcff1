import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync, type Plugin } from 'vite'
import { locales } from '../contract/locale.ts'
import { entries, parts, screens } from '../app/web/screens.ts'
import type { Area } from '../app/web/page-list.ts'

const root = resolve(import.meta.dirname, '..')
const virtual = 'virtual:messages/'
const isMessageFile = (file: string) => /[/-]messages\.ts$/.test(file) && file.startsWith(root)

/**
 * Puts the messages of each area into one file per language, imported by `virtual:messages/{area}`, so that a browser
 * loads one language instead of five. Messages that only one page or a later step needs are in separate files,
 * `screenFiles`. In the bundles, message files only look up the loaded messages.
 */
export function oneLanguage(): Plugin {
  return {
    name: 'one-language',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(virtual) ? `\0${id}` : undefined),
    async load(id) {
      if (id.startsWith(`\0${virtual}`)) {
        const [name = '', locale] = id.slice(virtual.length + 1).split('?')
        return locale === undefined ? loadersOf(name as Area) : tableOf(name, locale)
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

function loadersOf(area: Area): string {
  const ofScreens = Object.keys(screensOf(area)).map(
    (path) => `'${path}': { ${loaders(area + path)} }`,
  )
  return `export const messageFiles = { ${loaders(area)} }
    export const screenFiles = { ${ofScreens.join(', ')} }`
}

function loaders(name: string): string {
  return locales
    .map((locale) => `${locale}: () => import('${virtual}${name}?${locale}')`)
    .join(', ')
}

/** Returns the screens and parts that load their own messages, by path, each with the sources that need them. */
function screensOf(area: Area): Readonly<Record<string, readonly string[]>> {
  const ofScreens = Object.entries(screens[area]).map(([path, [screen = '']]) => [
    path,
    basename(screen) === 'screen.tsx' ? withPanels(screen) : [screen],
  ])
  const ofParts = Object.entries(parts[area]).map(([path, part]) => [path, [part]])
  return Object.fromEntries([...ofScreens, ...ofParts])
}

/** Returns the sources of an admin page: its screen, and the panels for the records of its list. */
function withPanels(screen: string): string[] {
  const panels = globSync(`${dirname(screen)}/{panel,*-panel}.tsx`, { cwd: root })
  return [screen, ...panels.map((each) => relative(root, resolve(root, each)))]
}

/** Returns the messages of `{area}`, or of `{area}{path}`: the messages that only this screen needs. */
async function tableOf(name: string, locale: string): Promise<string> {
  const area = name.split('/', 1)[0] as Area
  const ofScreens = screensOf(area)
  const others = Object.values(ofScreens).flat()
  const shared = messagesIn([entries[area]], others)
  const screen = ofScreens[name.slice(area.length)]
  const table: Record<string, unknown> = {}
  for (const [file, names] of screen === undefined ? shared : messagesIn(screen, others)) {
    const exported = await importFile(file)
    const sharedNames = screen === undefined ? undefined : shared.get(file)
    for (const each of names) {
      if (!sharedNames?.has(each)) table[keyOf(file, each)] = exported[each]?.[locale]
    }
  }
  return `export default ${JSON.stringify(table)}`
}

/**
 * Returns the message files that are reachable from the sources without passing the excluded ones, with the imported
 * exports.
 */
function messagesIn(
  sources: readonly string[],
  excluded: readonly string[],
): Map<string, Set<string>> {
  const reachable = new Map<string, Set<string>>()
  const seen = new Set(
    excluded.filter((each) => !sources.includes(each)).map((each) => resolve(root, each)),
  )
  function visit(file: string): void {
    if (seen.has(file)) return
    seen.add(file)
    for (const { target, names } of importsOf(file)) {
      if (isMessageFile(target))
        reachable.set(target, (reachable.get(target) ?? new Set()).union(names))
      else visit(target)
    }
  }
  for (const source of sources) visit(resolve(root, source))
  return reachable
}

type Import = { target: string; names: Set<string> }

/** Returns static and dynamic imports of the project's own modules, without type imports. */
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
