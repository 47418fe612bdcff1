import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'
import { begins, entries, firstParts, screens, type Area } from '../app/web/screens.ts'

const kib = 1024

/** What the first load of a page may weigh, in KiB of gzip: more than that fails the build. */
const limits: Readonly<Record<Area, { scripts: number; styles: number }>> = {
  public: { scripts: 90, styles: 8 },
  partner: { scripts: 140, styles: 14 },
  admin: { scripts: 190, styles: 18 },
}

/** Loaded when somebody begins with a form, on top of its page. */
const humanCheck = {
  source: 'web/altcha.ts',
  sheet: /altcha.*\.css$/,
  limit: { scripts: 35, styles: 4 },
}

/** All pages of a build share one. */
const pageSheet = /style-.*\.css$/

type Bundle = Rolldown.OutputBundle
type Weight = { scripts: number; styles: number }
type Measured = Weight & { page: string; limit: Weight }

/** Weighs every page as a browser loads it: its area's bundle, its screen, the longest of the languages. */
export function budgets(built: readonly string[]): Plugin {
  const areas = (Object.keys(entries) as Area[]).filter((area) => built.includes(entries[area]))
  return {
    name: 'budgets',
    writeBundle(_, bundle) {
      const all = areas.flatMap((area) => pagesOf(bundle, area))
      if (areas.includes('public')) all.push(checkOf(bundle))
      const heavy = all.filter(
        ({ scripts, styles, limit }) => scripts > limit.scripts || styles > limit.styles,
      )
      if (heavy.length > 0) this.error(`over their budgets:\n${heavy.map(say).join('\n')}`)
      if (process.env['BUDGETS'] === 'show') process.stdout.write(`${all.map(say).join('\n')}\n`)
    },
  }
}

function pagesOf(bundle: Bundle, area: Area): Measured[] {
  return Object.entries(screens[area]).map(([page, screen]) => {
    const before = area === 'public' ? [] : [begins[area], ...firstParts]
    const sources = [...before, entries[area], ...(screen === undefined ? [] : [screen])]
    const roots = sources.flatMap((each) => [chunkOf(bundle, each), ...longestWords(bundle, each)])
    return { page, ...weigh(bundle, closure(bundle, roots), pageSheet), limit: limits[area] }
  })
}

/** What it adds to a page that stands already. */
function checkOf(bundle: Bundle): Measured {
  const page = closure(bundle, [chunkOf(bundle, entries.public)])
  const added = closure(bundle, [chunkOf(bundle, humanCheck.source)])
  const weight = weigh(
    bundle,
    added.filter((chunk) => !page.includes(chunk)),
    humanCheck.sheet,
  )
  return { page: 'human check', ...weight, limit: humanCheck.limit }
}

/** Of its own words, if it has any, those of the language that needs the most room. */
function longestWords(bundle: Bundle, source: string): Rolldown.OutputChunk[] {
  const found = chunks(bundle).filter((chunk) =>
    chunk.facadeModuleId?.includes(`virtual:words/${source}?`),
  )
  return found.toSorted((a, b) => zipped(b.code) - zipped(a.code)).slice(0, 1)
}

/** These and all that they import, each once. */
function closure(bundle: Bundle, roots: Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const seen = new Map<string, Rolldown.OutputChunk>()
  function visit(chunk: Rolldown.OutputChunk): void {
    if (seen.has(chunk.fileName)) return
    seen.set(chunk.fileName, chunk)
    for (const name of chunk.imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') visit(imported)
    }
  }
  for (const root of roots) visit(root)
  return [...seen.values()]
}

function weigh(bundle: Bundle, loaded: Rolldown.OutputChunk[], sheet: RegExp): Weight {
  const sheets = Object.values(bundle).filter(({ fileName }) => sheet.test(fileName))
  return {
    scripts: sum(loaded.map(({ code }) => zipped(code))),
    styles: sum(sheets.map((each) => (each.type === 'asset' ? zipped(each.source) : 0))),
  }
}

function chunkOf(bundle: Bundle, source: string): Rolldown.OutputChunk {
  const found = chunks(bundle).find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${source}`))
  if (!found) throw new Error(`${source} is no chunk of its own`)
  return found
}

function chunks(bundle: Bundle): Rolldown.OutputChunk[] {
  return Object.values(bundle).filter((each) => each.type === 'chunk')
}

function zipped(content: string | Uint8Array): number {
  return gzipSync(content, { level: 9 }).length / kib
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

const of = (has: number, may: number, what: string) => `${has.toFixed(1)} of ${may} KiB ${what}`

function say({ page, scripts, styles, limit }: Measured): string {
  return `  ${page.padEnd(22)} ${of(scripts, limit.scripts, 'JS')}, ${of(styles, limit.styles, 'CSS')}`
}
