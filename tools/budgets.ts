import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'
import * as links from '#contract/links.ts'
import { developers, entries, screens, entryImports } from '../app/web/screens.ts'
import type { Area } from '../app/web/page-list.ts'
import { locales } from '../contract/locale.ts'

const kib = 1024

/**
 * The maximum size in KiB, compressed with gzip, of a page's first load. A larger page fails the build. The pages of a
 * company's own administrators use the admin area's components, so they have its limit.
 */
const limits: Readonly<Record<Area, Weight>> = {
  public: { scripts: 116, styles: 9 },
  partner: { scripts: 178, styles: 14 },
  admin: { scripts: 226, styles: 18 },
}

/** Pages that are forms of many fields: of a record, or of many users. */
const formLimit: Weight = { scripts: 296, styles: 19 }

/** The pages of /developers, which need nothing of the areas. */
const developersLimit: Weight = { scripts: 3, styles: 9 }

/** Style sheets that every page includes, from app/web/screens.ts `baseStyles`. */
const baseSheet = /\/(theme|base)-.*\.css$/

/** Loaded in addition when a visitor starts to fill in a form with a human check. */
const humanCheck = {
  source: 'web/parts/altcha.ts',
  sheet: /altcha.*\.css$/,
  limit: { scripts: 35, styles: 4 },
}

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk
type Weight = { scripts: number; styles: number }
type Page = Weight & { name: string; files: number; limit: Weight }

/**
 * Checks the size of every page: its area's entry, its own script, their imports, and the messages of the longest
 * language.
 */
export function budgets(): Plugin {
  return {
    name: 'budgets',
    writeBundle(_, bundle) {
      const areas = Object.keys(entries) as Area[]
      const pages = [
        ...areas.flatMap((area) => pagesOf(bundle, area)),
        humanCheckOf(bundle),
        developersOf(bundle),
      ]
      const heavy = pages.filter(
        ({ scripts, styles, limit }) => scripts > limit.scripts || styles > limit.styles,
      )
      if (heavy.length > 0) this.error(`over their budgets:\n${heavy.map(line).join('\n')}`)
      if (process.env['BUDGETS'] === 'show') process.stdout.write(`${pages.map(line).join('\n')}\n`)
    },
  }
}

function pagesOf(bundle: Bundle, area: Area): Page[] {
  return Object.entries(screens[area]).map(([name, own]) => {
    const roots = [entries[area], ...entryImports[area], ...own].map((source) =>
      chunkOf(bundle, source),
    )
    const chunks = [...closureOf(bundle, roots), ...longestMessages(bundle, area, name)]
    const isForm = /\/(new|\{id\})$/.test(name)
    const limit = isForm
      ? formLimit
      : limits[name.startsWith(links.companyArea.path) ? 'admin' : area]
    return { name, ...weightOf(bundle, chunks, baseSheet), files: chunks.length, limit }
  })
}

/** Returns the size that the human check adds to a public page. */
function humanCheckOf(bundle: Bundle): Page {
  const page = closureOf(
    bundle,
    [entries.public, ...entryImports.public].map((source) => chunkOf(bundle, source)),
  )
  const added = closureOf(bundle, [chunkOf(bundle, humanCheck.source)])
  const chunks = added.filter((chunk) => !page.includes(chunk))
  const weight = weightOf(bundle, chunks, humanCheck.sheet)
  return { name: 'human check', ...weight, files: chunks.length, limit: humanCheck.limit }
}

function developersOf(bundle: Bundle): Page {
  const chunks = closureOf(bundle, [chunkOf(bundle, developers.script)])
  const sheets = /\/(theme|base|developers-style)-.*\.css$/
  return {
    name: '/developers',
    ...weightOf(bundle, chunks, sheets),
    files: chunks.length,
    limit: developersLimit,
  }
}

/** Returns the messages of a page in the language in which they are longest. */
function longestMessages(bundle: Bundle, area: Area, path: string): Chunk[] {
  const names = [area, area + path]
  const sizeOfAll = (chunks: Chunk[]) => sum(chunks.map(sizeOf))
  return locales
    .map((locale) => names.map((name) => chunkOf(bundle, `virtual:messages/${name}?${locale}`)))
    .reduce((longest, each) => (sizeOfAll(each) > sizeOfAll(longest) ? each : longest))
}

/** Returns the chunks and all their imports, without duplicates. */
function closureOf(bundle: Bundle, roots: Chunk[]): Chunk[] {
  const seen = new Set<Chunk>()
  function visit(chunk: Chunk): void {
    if (seen.has(chunk)) return
    seen.add(chunk)
    for (const name of chunk.imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') visit(imported)
    }
  }
  for (const root of roots) visit(root)
  return [...seen]
}

/** Returns the sizes of the chunks, of the style sheets that they import, and of the sheets whose name matches. */
function weightOf(bundle: Bundle, chunks: Chunk[], sheet: RegExp): Weight {
  const sheets = new Set([
    ...chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]),
    ...Object.keys(bundle).filter((name) => sheet.test(name)),
  ])
  return {
    scripts: sum(chunks.map(sizeOf)),
    styles: sum([...sheets].map((name) => sizeOf(bundle[name]))),
  }
}

function chunkOf(bundle: Bundle, source: string): Chunk {
  const chunk = Object.values(bundle).find(
    (each) => each.type === 'chunk' && each.facadeModuleId?.endsWith(source),
  )
  if (chunk?.type !== 'chunk') throw new Error(`${source} is not a chunk of its own`)
  return chunk
}

function sizeOf(file: Bundle[string] | undefined): number {
  if (!file) return 0
  const content = file.type === 'chunk' ? file.code : file.source
  return gzipSync(content, { level: 9 }).length / kib
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

function line({ name, scripts, styles, files, limit }: Page): string {
  const js = `JS ${scripts.toFixed(1)} of ${limit.scripts} KiB in ${files} files`
  return `  ${name.padEnd(22)} ${js}, CSS ${styles.toFixed(1)} of ${limit.styles} KiB`
}
