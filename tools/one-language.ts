import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, relative, resolve, join } from 'node:path'
import { parseSync, type Plugin } from 'vite'
import { locales, type Locale } from '../contract/locale.ts'
import { entries, parts, screens } from '../app/web/screens.ts'
import type { Area } from '../app/web/page-list.ts'
import { parseGroup, withLabels, type Groups } from '../contract/texts.ts'

const root = resolve(import.meta.dirname, '..')
const virtual = 'virtual:messages/'
const isMessageFile = (file: string) => file.endsWith('/texts/messages.ts') && file.startsWith(root)

/**
 * Puts the texts of each area into one file per language, imported by `virtual:messages/{area}`, so that a browser
 * loads one language instead of five. Texts that only one page or a later step needs are in separate files,
 * `screenFiles`. The files contain parsed texts, so that bundles need no parser. In the bundles, an import of a generated
 * `texts/messages.ts` looks up the loaded texts.
 */
export function oneLanguage(): Plugin {
  return {
    name: 'one-language',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(virtual) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${virtual}`)) return undefined
      const [name = '', locale] = id.slice(virtual.length + 1).split('?')
      if (locale === undefined) return loadersOf(name as Area)
      return tableOf(name, locale as Locale, (file) => this.addWatchFile(file))
    },
    transform(code, id) {
      const file = id.split('?', 1)[0] ?? ''
      if (!/\.tsx?$/.test(file) || !code.includes(`texts/messages.ts'`)) return undefined
      return code.replaceAll(importOfGroups, (statement, names: string, request: string, index) => {
        const target = targetOf(request, file)
        return isMessageFile(target) ? lookUps(names, target, `loaded${index}`) : statement
      })
    },
  }
}

const importOfGroups = /^import \{([^}]*)\} from '([^']*texts\/messages\.ts)'$/gm

/** Returns a constant for each imported group, set by a function that is imported under the unique name `lookUp`. */
function lookUps(names: string, file: string, lookUp: string): string {
  const groups = names
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && !each.startsWith('type '))
    .map((each) => {
      const [name = '', alias = name] = each.split(' as ')
      return `const ${alias} = /* @__PURE__ */ ${lookUp}('${keyOf(file, name)}')`
    })
  return [`import { loadedMessages as ${lookUp} } from '#web/translations.ts'`, ...groups].join(
    '; ',
  )
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
function tableOf(name: string, locale: Locale, watch: (file: string) => void): string {
  const area = name.split('/', 1)[0] as Area
  const sourcesByPath = screensOf(area)
  const screenSources = Object.values(sourcesByPath).flat()
  const shared = messagesIn([entries[area]], screenSources)
  const screen = sourcesByPath[name.slice(area.length)]
  const table: Record<string, unknown> = {}
  for (const [file, names] of screen === undefined ? shared : messagesIn(screen, screenSources)) {
    const groups = read(languageFile(file, locale))
    const sharedNames = screen === undefined ? undefined : shared.get(file)
    for (const each of names) {
      if (sharedNames?.has(each)) continue
      const texts = withLabels(groups[each] ?? {}, (folder) =>
        read(resolve(root, folder, 'texts', `${locale}.json`)),
      )
      table[keyOf(file, each)] = parseGroup(texts, locale)
    }
  }
  return `export default ${JSON.stringify(table)}`

  function read(textFile: string): Groups {
    watch(textFile)
    return JSON.parse(readFileSync(textFile, 'utf8'))
  }
}

/**
 * Returns the groups of each message file that modules reachable from the sources import. `excluded` modules and their
 * imports do not count, except the sources themselves.
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
      // Without the quotation marks.
      request: code.slice(start + 1, end - 1),
      names: new Set<string>(),
    })),
  ]
  return targets.flatMap(({ request, names }) => {
    const target = targetOf(request, file)
    return /^[#.].*\.tsx?$/.test(request) && existsSync(target) ? [{ target, names }] : []
  })
}

function targetOf(request: string, file: string): string {
  return request.startsWith('#') ? resolve(root, request.slice(1)) : resolve(dirname(file), request)
}

function languageFile(file: string, locale: Locale): string {
  return join(dirname(file), `${locale}.json`)
}

/** Returns the key of a group in the loaded texts. It is short, because a page contains it twice. */
function keyOf(file: string, name: string): string {
  const group = `${relative(root, file)} ${name}`
  return createHash('sha256').update(group).digest('base64url').slice(0, 5)
}
