import fs from 'node:fs'
import { STATUS_CODES } from 'node:http'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import {
  findEndpoints,
  findScreens,
  journeysThatReach,
  sharedWords,
  testsThatReach,
  type Codes,
  type Screen,
  type Words,
} from './error-screens.ts'

const args = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true })
const root = path.resolve(args.positionals[0] ?? '.')
const page = path.join(root, 'docs/errors.md')
const locales = ['en', 'ar', 'fr', 'es', 'zh']

const { errorCodes, commonErrors } = (await load('contract/refusal.ts')) as Record<string, Codes>
const codes = errorCodes ?? {}
const common = new Set(Object.values(commonErrors ?? {}))
const { remedies, canRetry, isForSupport } = (await load('contract/remedies.ts')) as {
  remedies: Record<string, string>
  canRetry: (remedy: string) => boolean
  isForSupport: (remedy: string) => boolean
}
const declared = await findEndpoints(root)
const shared = sharedWords(root)
const { passwordRuleCodes = {} } = (await load('contract/password-rules.ts')) as Record<
  string,
  Codes
>
const screens = findScreens(root, declared, namesOf)
const rows = rowsOf(Object.keys(remedies).toSorted(byCode))
const newPage = pageOf()
if (args.values.write) {
  fs.mkdirSync(path.dirname(page), { recursive: true })
  fs.writeFileSync(page, newPage)
}
const faults = [
  ...faultsOfCodes(),
  ...faultsOfEndpoints(),
  ...rows.flatMap(faultsOfRow),
  ...faultsOfTests(),
  ...faultsOfPage(),
]
console.log(
  faults.join('\n') || `${Object.keys(codes).length} codes, ${declared.length} endpoints, no fault`,
)
process.exitCode = faults.length > 0 ? 1 : 0

/** An error, on all screens where its message is the same. */
type Row = {
  name: string
  remedy: string
  screens: string[]
  /** The message by language; undefined if the screens show none. */
  words: Words | undefined
  /** True if the screens react in another way than with a message. */
  isHandled: boolean
  /** Tests or journeys that name the error. */
  testFiles: string[]
}

/** Returns the rows of each error: one for all screens, if they share its message, and one for each other message. */
function rowsOf(names: readonly string[]): Row[] {
  return names.flatMap((name) => {
    const remedy = remedies[name] ?? ''
    const code = codes[name]
    const testFiles =
      remedy === 'program'
        ? testsThatReach(root, name, code)
        : journeysThatReach(root, String(code ?? name))
    const base = { name, remedy, testFiles }
    if (remedy === 'program') return [{ ...base, screens: [], words: undefined, isHandled: true }]
    const words = shared(code === undefined ? [name] : namesOf(code))
    // All screens share the step-up dialog.
    const isOnEveryScreen = code === undefined || common.has(code) || remedy === 'confirm identity'
    const all = { ...base, screens: ['every screen'], words, isHandled: words === undefined }
    const special = screens.filter(
      (screen) => screen.code === code && (screen.words || !isOnEveryScreen),
    )
    return [...(isOnEveryScreen ? [all] : []), ...groupByMessage(base, special, words)]
  })
}

/** Returns one row for each message of an error. `words` is the message of screens without their own. */
function groupByMessage(
  base: Omit<Row, 'screens' | 'words' | 'isHandled'>,
  screensOfCode: Screen[],
  words?: Words,
) {
  const rows = new Map<string, Row>()
  for (const { file, words: own, isHandled } of screensOfCode) {
    const row = { ...base, screens: [file], words: own ?? words, isHandled }
    if (own === undefined && isHandled) row.words = undefined
    const key = JSON.stringify(row.words ?? isHandled)
    const existing = rows.get(key)
    if (existing) existing.screens.push(file)
    else rows.set(key, row)
  }
  return [...rows.values()]
}

function faultsOfRow({ name, screens: files, words, isHandled }: Row): string[] {
  return words || isHandled ? [] : [`${files.join(', ')}: no words for ${titleOf(name)}`]
}

/** Returns a fault for each error that no test or journey names. */
function faultsOfTests(): string[] {
  const names = new Map(rows.map((row) => [row.name, row]))
  return [...names.values()]
    .filter(({ testFiles }) => testFiles.length === 0)
    .map(({ name, remedy }) => {
      const place = remedy === 'program' ? 'a test of the server' : 'the title of a journey'
      return `contract/remedies.ts: ${titleOf(name)}: ${place} has to name it`
    })
}

function titleOf(name: string): string {
  return `${codes[name] ?? ''} ${name}`.trim()
}

function faultsOfCodes(): string[] {
  const names = new Map<number, string>()
  return Object.entries(codes).flatMap(([name, code]) => {
    const first = names.get(code)
    names.set(code, first ?? name)
    const status = Math.floor(code / 1000)
    return [
      first ? `contract/refusal.ts: ${name} and ${first} have one code, ${code}` : '',
      status < 400 || !STATUS_CODES[status]
        ? `contract/refusal.ts: ${name}: ${code} does not begin with an HTTP error status`
        : '',
    ].filter(Boolean)
  })
}

function faultsOfEndpoints(): string[] {
  const codesDeclared = new Set(Object.values(codes))
  return declared.flatMap(({ file, endpoint }) =>
    Object.entries(endpoint.refusals)
      .filter(([, code]) => !codesDeclared.has(code))
      .map(
        ([name, code]) =>
          `${file}: ${endpoint.method} ${endpoint.path}: ${name} is ${code}, which is not declared in contract/refusal.ts`,
      ),
  )
}

function faultsOfPage(): string[] {
  const present = fs.existsSync(page) ? fs.readFileSync(page, 'utf8') : ''
  return present === newPage ? [] : ['docs/errors.md is out of date: run npm run generate -- codes']
}

function pageOf(): string {
  return `<!-- Generated by tools/check-codes.ts; npm run generate -- codes updates it. -->

# Error codes

| code | status | name | returned by |
|---|---|---|---|
${Object.entries(codes)
  .toSorted(([, one], [, other]) => one - other)
  .map(codeRow)
  .join('\n')}

## On the screens

The text of each error on each screen in five languages, and the user's remedy. A journey in \`test/e2e\` or \`trials/journeys\` tests each
error; a server test covers the errors that only programs receive. *Details* are the error code and the request id.

| error | screen | text | remedy | details | "Try again" helps | tested in |
|---|---|---|---|---|---|---|
${rows.map(screenRow).join('\n')}
`
}

function codeRow([name, code]: [string, number]): string {
  const status = Math.floor(code / 1000)
  const places = declared
    .filter(({ endpoint }) => Object.values(endpoint.refusals).includes(code))
    .map(({ endpoint }) => `\`${endpoint.method} ${endpoint.path}\``)
  const answeredBy = common.has(code) ? ['every endpoint'] : [...new Set(places)].toSorted()
  return `| ${code} | ${status} ${STATUS_CODES[status]} | ${name} | ${answeredBy.join('<br>')} |`
}

function screenRow({ name, remedy, screens: files, words, testFiles }: Row): string {
  const code = codes[name]
  const cells = [
    code === undefined ? `(${name})` : `${code} ${name}`,
    files.map((file) => (file.includes('/') ? `\`${file}\`` : file)).join('<br>') || '(none)',
    words ? locales.map((locale) => words[locale]).join('<br>') : '(the screen itself changes)',
    remedy === 'program' ? 'change the program' : remedy,
    isForSupport(remedy) ? 'shown' : '',
    canRetry(remedy) ? 'yes' : 'no',
    testFiles.map((file) => `\`${file}\``).join('<br>'),
  ]
  return `| ${cells.join(' | ')} |`
}

/** Returns the name of a code, then the names that endpoints and password rules use for it. */
function namesOf(code: number): string[] {
  const refusals = declared.flatMap(({ endpoint }) => Object.entries(endpoint.refusals))
  const all = [...Object.entries(codes), ...refusals, ...Object.entries(passwordRuleCodes)]
  return [...new Set(all.filter(([, each]) => each === code).map(([name]) => name))]
}

/** Compares errors by code. Errors without a code come last, and are equal: `Infinity - Infinity` is NaN. */
function byCode(one: string, other: string): number {
  return (codes[one] ?? Infinity) - (codes[other] ?? Infinity) || 0
}

async function load(file: string): Promise<Record<string, unknown>> {
  const source = path.join(root, file)
  if (!fs.existsSync(source)) return {}
  return (await import(pathToFileURL(source).href)) as Record<string, unknown>
}
