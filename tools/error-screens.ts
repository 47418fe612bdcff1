import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { locales } from '../contract/locale.ts'
import { parseText } from '../contract/texts.ts'
import { formsOf } from './texts/arguments.ts'
import { readTextFolder } from './texts/files.ts'

export type Codes = Record<string, number>
export type Endpoint = { method: string; path: string; refusals: Codes }
export type Declared = { file: string; name: string; endpoint: Endpoint }

/** The message of an error by language. */
export type Words = Readonly<Record<string, string>>

export type Screen = {
  file: string
  code: number
  /** Messages of the screen itself, which take precedence over shared ones. */
  words: Words | undefined
  /** True if the screen reacts in another way than with a message, for example by going back to the password. */
  isHandled: boolean
}

/** The texts of a group by language, those with a plural left out. */
type Messages = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Returns the endpoints of all contracts, with the file and the name by which a screen imports them. */
export async function findEndpoints(root: string): Promise<Declared[]> {
  const files = fs.globSync(['features/*/*/*contract.ts', 'contract/*.ts'], {
    cwd: root,
    exclude: ['**/*.{test,trial}.ts'],
  })
  const loaded = await Promise.all(
    files.toSorted().map(async (file) => ({ file, exported: await load(root, file) })),
  )
  return loaded.flatMap(({ file, exported }) =>
    Object.entries(exported)
      .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
      .map(([name, endpoint]) => ({ file, name, endpoint })),
  )
}

/** Returns the screens that call an endpoint, one entry for each error code that the endpoint declares. */
export function findScreens(
  root: string,
  declared: readonly Declared[],
  namesOf: (code: number) => readonly string[],
): Screen[] {
  const files = fs.globSync(['{features,app/web,web}/**/*.tsx'], { cwd: root }).toSorted()
  return files.flatMap((file) => {
    const text = fs.readFileSync(path.join(root, file), 'utf8')
    const called = declared.filter((each) => importsFrom(file, text, each))
    const own = called.length > 0 ? ownWords(root, file, text, called) : []
    own.push(...areaWords(root, file))
    const codes = new Set(called.flatMap(({ endpoint }) => Object.values(endpoint.refusals)))
    return [...codes].map((code) => {
      const names = namesOf(code)
      const isHandled = isHandledIn(
        root,
        [file, ...called.map((each) => each.file), ...panelsIn(file, text)],
        names[0] ?? '',
      )
      return { file, code, words: wordsIn(own, names), isHandled }
    })
  })
}

export function sharedWords(root: string): (names: readonly string[]) => Words | undefined {
  const { fieldMessages } = groupsIn(root, 'web/ui')
  return (names) => wordsIn(fieldMessages ? [fieldMessages] : [], names)
}

/**
 * Returns journeys whose titles contain an error code, or, for an error without a code, that use its shared message.
 */
export function journeysThatReach(root: string, wanted: string): string[] {
  return fs
    .globSync('{test/e2e,trials/journeys}/*.spec.ts', { cwd: root })
    .toSorted()
    .filter((file) => {
      const text = fs.readFileSync(path.join(root, file), 'utf8')
      if (!/^\d+$/.test(wanted)) return new RegExp(`\\.${wanted}\\b`).test(text)
      return [...text.matchAll(/\btest\(\s*(['`])(.*?)\1/gs)].some(([, , title = '']) =>
        title.split(' ').includes(wanted),
      )
    })
}

/** Returns the server tests that use an error code. */
export function testsThatReach(root: string, name: string, code: number | undefined): string[] {
  const called = new RegExp(`\\b(errorCodes|commonErrors|refusals)\\.${name}\\b|\\b${code}\\b`)
  return fs
    .globSync(['{features,server,domain,contract}/**/*.test.ts', 'trials/system/*.ts'], {
      cwd: root,
    })
    .toSorted()
    .filter((file) => called.test(fs.readFileSync(path.join(root, file), 'utf8')))
}

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['method', 'path', 'refusals'].every((part) => part in value)
  )
}

function importsFrom(file: string, text: string, { file: contract, name }: Declared): boolean {
  return [...text.matchAll(/import (?:type )?\{([^}]*)\} from '([^']+)'/g)].some(
    ([, names = '', from = '']) => {
      const source = from.startsWith('#') ? from.slice(1) : path.join(path.dirname(file), from)
      return source === contract && names.split(/[\s,]+/).includes(name)
    },
  )
}

/** Returns true if a screen, or a component of its use case, handles an error in a special way. */
function isHandledIn(root: string, files: readonly string[], name: string): boolean {
  const folders = new Set(files.map((file) => path.dirname(file)))
  const parts = [...folders].flatMap((folder) => fs.globSync(`${folder}/*.tsx`, { cwd: root }))
  const handled = new RegExp(`\\b(errorCodes|commonErrors|refusals)\\.${name}\\b`)
  return parts.some((part) => handled.test(fs.readFileSync(path.join(root, part), 'utf8')))
}

/** Returns the messages that a screen uses. A screen in app/ only wires use cases, so it has the messages of those. */
function ownWords(
  root: string,
  file: string,
  text: string,
  called: readonly Declared[],
): Messages[] {
  const isWired = file.startsWith('app/')
  const wired = [...called.map((each) => each.file), ...panelsIn(file, text)]
  const places = isWired ? wired : [file, 'web/ui/', 'web/parts/']
  // Because of the added letter, `dirname` returns `web/ui` for `web/ui/`, like the folder of a file.
  const folders = new Set(places.map((place) => path.dirname(`${place}x`)))
  const used = new Set([...text.matchAll(/useMessages\((\w+)\)/g)].map(([, name = '']) => name))
  const joined = new Set([...used].flatMap((name) => joinedGroups(root, file, text, name)))
  return [...folders].flatMap((folder) =>
    Object.entries(groupsIn(root, folder))
      .filter(([name]) => {
        const isUsed = used.has(name) && isImported(file, text, name, folder)
        return isWired || isUsed || joined.has(name)
      })
      .map(([, words]) => words),
  )
}

/** Returns the names of the groups that a screen, or a file beside it, joins under a name by `joinTexts`. */
function joinedGroups(root: string, file: string, text: string, name: string): string[] {
  // Texts themselves come from texts/.
  const imported = new RegExp(`\\{[^}]*\\b${name}\\b[^}]*\\} from '\\./((?!texts/)[^']+)'`)
  const [, beside] = imported.exec(text) ?? []
  const source =
    beside === undefined
      ? text
      : fs.readFileSync(path.join(root, path.dirname(file), beside), 'utf8')
  const [, groups = ''] = new RegExp(`\\b${name} = joinTexts\\(([^)]*)\\)`).exec(source) ?? []
  return groups.split(/[\s,]+/).filter(Boolean)
}

/** Returns the messages that the admin area's frame shows on each screen (`AreaTextsContext`). */
function areaWords(root: string, file: string): Messages[] {
  const isOfArea = /^(features|app\/web)\/admin\//.test(file)
  const { approvalMessages } = isOfArea ? groupsIn(root, 'web/parts') : {}
  return approvalMessages ? [approvalMessages] : []
}

const groupCache = new Map<string, Record<string, Messages>>()

function groupsIn(root: string, folder: string): Record<string, Messages> {
  const name = path.join(folder, 'texts')
  const cached = groupCache.get(path.join(root, name))
  if (cached) return cached
  const { languages } = readTextFolder(root, name)
  const groups = Object.keys(languages.en).map((group) => {
    const texts = locales.map((locale) => {
      const plain = Object.entries(languages[locale][group] ?? {}).flatMap(([key, text]) => {
        const forms = formsOf(parseText(text, locale))
        return forms.length === 1 ? [[key, forms[0]]] : []
      })
      return [locale, Object.fromEntries(plain)]
    })
    return [group, Object.fromEntries(texts) as Messages]
  })
  const messagesByGroup = Object.fromEntries(groups) as Record<string, Messages>
  groupCache.set(path.join(root, name), messagesByGroup)
  return messagesByGroup
}

/** Returns the panels of use cases that a screen in app/ passes calls to. */
function panelsIn(file: string, text: string): string[] {
  if (!file.startsWith('app/')) return []
  return [...text.matchAll(/ from '([^']*\/features\/[^']*panel\.tsx)'/g)].map(([, from = '']) =>
    path.join(path.dirname(file), from),
  )
}

function isImported(file: string, text: string, name: string, folder: string): boolean {
  const place = path.dirname(file) === folder ? './' : `#${folder}/`
  return new RegExp(`\\b${name}\\b[^}]*\\} from '${place}texts/messages.ts'`).test(text)
}

/** Returns the messages with any of the names: an error code, or the rules that it covers. */
function wordsIn(messages: readonly Messages[], names: readonly string[]): Words | undefined {
  for (const each of messages) {
    const present = names.filter((name) => each['en']?.[name] !== undefined)
    if (present.length === 0) continue
    return Object.fromEntries(
      Object.entries(each).map(([locale, words]) => [
        locale,
        present.map((name) => words[name]).join(' · '),
      ]),
    )
  }
  return undefined
}

async function load(root: string, file: string): Promise<Record<string, unknown>> {
  return (await import(pathToFileURL(path.join(root, file)).href)) as Record<string, unknown>
}
