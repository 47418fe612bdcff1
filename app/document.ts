import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import { directionOf } from '#contract/locale.ts'
import type { Settings } from '#contract/settings.ts'
import type { Theme } from '#contract/theme.ts'
import { html } from '#server/page.ts'
import { messages as errorMessages } from './error-messages.ts'
import { pageDataId, type AnyPageData } from './web/page-replies.ts'
import { baseStyles, entries, icon, screens, startedBy } from './web/screens.ts'
import type { Area } from './web/page-list.ts'

type Chunk = { file: string; imports?: string[]; css?: string[] }
export type Manifest = Readonly<Record<string, Chunk>>

export type Content = {
  title: string
  html: string
  isIndexed?: boolean
  /** Hides the content until the browser knows which of two views the page shows. */
  isWaiting?: boolean
}

type DocumentParts = {
  area: Area
  assets: ReturnType<typeof assetsOf>
  policy: string
  settings: Settings
  content: Content
  /** Of the user who opens the page: the document is sent once. */
  data?: AnyPageData | undefined
  /** Undefined for the colours of the device. */
  theme?: Theme | undefined
}

const client = new URL('../dist/client/', import.meta.url)

/** Most characters of a script that the entry fetches: one whose transfer takes longer is fetched at once. */
const maxLater = 24_000

/** How hard a document is compressed: one that is sent once is not worth tens of milliseconds. */
const effort = {
  once: { brotli: 4, gzip: 6 },
  kept: { brotli: constants.BROTLI_MAX_QUALITY, gzip: 9 },
} as const

/** Reads the manifest of the built client. Throws when nothing is built. */
export function readManifest(): Manifest {
  return JSON.parse(readFileSync(new URL('.vite/manifest.json', client), 'utf8')) as Manifest
}

/** The scripts and styles of a page, the same in every language. `colors` follow the other rules. */
export function assetsOf(manifest: Manifest, area: Area, path: string, colors: string) {
  const page = screens[area][path] ?? []
  const entry = chunkOf(manifest, entries[area])
  const started = closureOf(manifest, [entries[area]])
  const scripts = closureOf(manifest, [entries[area], startedBy[area], page].flat())
  const isFirst = (chunk: Chunk) =>
    started.includes(chunk) || contentOf(chunk.file).length > maxLater
  const base = Object.values(baseStyles).map((source) => chunkOf(manifest, source).file)
  const styled = closureOf(manifest, [page, startedBy[area], entries[area]].flat())
  const sheets = [...new Set([...base, ...styled.flatMap(({ css = [] }) => css)])]
  return {
    entry: entry.file,
    /** In the order in which web/tasks.ts evaluates them. */
    preloads: scripts.filter((each) => each !== entry && isFirst(each)).map(({ file }) => file),
    /** Small scripts, which the entry fetches: each fetch before the first paint delays it on a slow phone. */
    laterPreloads: scripts.filter((each) => !isFirst(each)).map(({ file }) => file),
    /** Name of the messages that only this page needs, where it has such. */
    messages: area + path,
    icon: chunkOf(manifest, icon).file,
    // Names of the style sheets whose rules `style` holds.
    sheets: sheets.slice(base.length),
    style: [...sheets.map(contentOf), colors].join(''),
  }
}

/** One page in one language, ready to be sent with its content security policy. */
export type Document = {
  policy: string
  readonly plain: Buffer
  readonly br: Buffer
  readonly gzip: Buffer
  /** The same in the colours that its user has chosen. */
  inTheme: (theme: Theme | undefined) => Document
}

export function makeDocument(manifest: Manifest, parts: DocumentParts): Document {
  const made: { plain?: Buffer; br?: Buffer; gzip?: Buffer } = {}
  const themed: Partial<Record<Theme, Document>> = {}
  const { brotli, gzip: level } = parts.data ? effort.once : effort.kept
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotli }
  const plain = () => (made.plain ??= Buffer.from(write(manifest, parts)))
  // Made at the first request: all pages at the start cost a fifth of the time until the server is ready.
  return {
    policy: parts.policy,
    get plain() {
      return plain()
    },
    get br() {
      return (made.br ??= brotliCompressSync(plain(), { params }))
    },
    get gzip() {
      return (made.gzip ??= gzipSync(plain(), { level }))
    },
    inTheme(theme) {
      if (theme === parts.theme || theme === undefined) return this
      return (themed[theme] ??= makeDocument(manifest, { ...parts, theme }))
    },
  }
}

function write(
  manifest: Manifest,
  { area, assets, settings, content, data, theme }: DocumentParts,
): string {
  const { locale } = settings
  const messages = [area, assets.messages].map(
    (name) => manifest[`virtual:messages/${name}?${locale}`]?.file ?? '',
  )
  return [
    `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"${theme ? ` data-theme="${theme}"` : ''}>`,
    '<head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="color-scheme" content="${theme ?? 'light dark'}">`,
    html`<title>${content.title}</title>`.text,
    // Delays the first paint until the whole content is there: a half-parsed page would shift.
    '<link rel="expect" href="#settings" blocking="render">',
    content.isIndexed ? '' : '<meta name="robots" content="noindex">',
    iconOf(settings, assets.icon),
    // With this id React Aria does not add a style element of its own, which the policy would refuse.
    `<style id="react-aria-pressable-style">${assets.style}</style>`,
    // Not fetched, since disabled: they tell Vite's loader that their rules are here already.
    ...assets.sheets.map((sheet) => `<link rel="stylesheet" href="/${sheet}" disabled>`),
    html`</head><body><noscript><p>${errorMessages[locale].noScript}</p></noscript>`.text,
    `<div id="root"${content.isWaiting ? ' data-waiting' : ''}>${content.html}</div>`,
    data ? dataBlock(pageDataId, data) : '',
    dataBlock('settings', settings),
    // After the content, which otherwise shares a slow line with the scripts.
    `<script type="module" src="/${assets.entry}"></script>`,
    ...assets.preloads.map((script) => preloadOf(script)),
    // Where the browser does not look for what to fetch.
    '<template id="later">',
    ...assets.laterPreloads.map((script) => preloadOf(script)),
    ...messages.filter(Boolean).map((script) => preloadOf(script, ' data-messages')),
    '</template>',
    '</body></html>',
  ].join('')
}

/** The logo, else the portico in the colours of the brand. */
function iconOf({ brand }: Settings, icon: string): string {
  if (brand.logo === undefined) return `<link rel="icon" href="${brand.icon ?? `/${icon}`}">`
  const dark =
    brand.logoDark === undefined
      ? ''
      : `<link rel="icon" href="${brand.logoDark}" media="(prefers-color-scheme: dark)">`
  return `<link rel="icon" href="${brand.logo}">${dark}`
}

/** JSON that no value in it can end: it holds what users have typed. */
function dataBlock(id: string, value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" id="${id}">${json}</script>`
}

function preloadOf(script: string, mark = ''): string {
  return `<link rel="modulepreload"${mark} href="/${script}">`
}

/** The best encoding that a browser accepts; undefined for none. */
export function acceptedEncoding({ headers }: FastifyRequest): 'br' | 'gzip' | undefined {
  const accepted = String(headers['accept-encoding'] ?? '')
  return (['br', 'gzip'] as const).find((each) => new RegExp(`\\b${each}\\b`).test(accepted))
}

/** These chunks and everything that they import, each once and after what it imports. */
function closureOf(manifest: Manifest, sources: readonly string[]): Chunk[] {
  const seen = new Set<Chunk>()
  const ordered: Chunk[] = []
  function visit(source: string): void {
    const chunk = chunkOf(manifest, source)
    if (seen.has(chunk)) return
    seen.add(chunk)
    for (const imported of chunk.imports?.toReversed() ?? []) visit(imported)
    ordered.push(chunk)
  }
  for (const source of sources) visit(source)
  return ordered
}

/** The text of a built file. */
export function contentOf(file: string): string {
  return readFileSync(new URL(file, client), 'utf8')
}

/** The chunk of a source. Throws when the build has none. */
export function chunkOf(manifest: Manifest, source: string): Chunk {
  const chunk = manifest[source]
  if (!chunk) throw new Error(`${source} is not built: run npm run build`)
  return chunk
}
