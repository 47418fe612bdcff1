import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import { directionOf, langOf } from '#contract/locale.ts'
import type { Settings } from '#contract/settings.ts'
import type { Theme } from '#contract/theme.ts'
import { html } from '#server/page.ts'
import { messages as errorMessages } from './texts/messages.ts'
import { pageDataId, type AnyPageData } from './web/page-replies.ts'
import { baseStyles, entries, icon, screens, entryImports } from './web/screens.ts'
import type { Area } from './web/page-list.ts'

type Chunk = { file: string; imports?: string[]; css?: string[] }
export type Manifest = Readonly<Record<string, Chunk>>

/** Content of a page. */
export type Content = {
  title: string
  html: string
  /** True if search engines may list the page. */
  isIndexed?: boolean
  /** True if the content stays hidden until the browser knows which of two views the page shows. */
  isWaiting?: boolean
}

type DocumentParts = {
  area: Area
  assets: ReturnType<typeof assetsOf>
  policy: string
  settings: Settings
  content: Content
  /** Data of the user who opens the page. Such a document is sent only once. */
  data?: AnyPageData | undefined
  /** Theme that the user chose; undefined to follow the device. */
  theme?: Theme | undefined
}

const clientFolder = new URL('../dist/client/', import.meta.url)

/**
 * Maximum length, in characters, of a script that the entry fetches. A longer one is preloaded immediately, because its
 * transfer takes longer.
 */
const maxDeferredLength = 24_000

/** Compression levels. For a document that is sent rarely, tens of milliseconds of compression do not pay off. */
const compression = {
  rare: { brotli: 4, gzip: 6 },
  cached: { brotli: constants.BROTLI_MAX_QUALITY, gzip: 9 },
} as const

/** Reads the manifest of the built client. Throws if the client is not built. */
export function readManifest(): Manifest {
  return JSON.parse(readFileSync(new URL('.vite/manifest.json', clientFolder), 'utf8')) as Manifest
}

/**
 * Returns the scripts and styles of a page, which are the same in every language. `colors` is CSS that follows all
 * other rules.
 */
export function assetsOf(manifest: Manifest, area: Area, path: string, colors: string) {
  const page = screens[area][path] ?? []
  const entry = chunkOf(manifest, entries[area])
  const entryScripts = closureOf(manifest, [entries[area]])
  const scripts = closureOf(manifest, [entries[area], entryImports[area], page].flat())
  const isImmediate = (chunk: Chunk) =>
    entryScripts.includes(chunk) || contentOf(chunk.file).length > maxDeferredLength
  const base = Object.values(baseStyles).map((source) => chunkOf(manifest, source).file)
  const chunksInStyleOrder = closureOf(manifest, [page, entryImports[area], entries[area]].flat())
  const sheets = [...new Set([...base, ...chunksInStyleOrder.flatMap(({ css = [] }) => css)])]
  return {
    entry: entry.file,
    /** Scripts to preload immediately, in the order in which web/tasks.ts evaluates them. */
    preloads: scripts.filter((each) => each !== entry && isImmediate(each)).map(({ file }) => file),
    /** Small scripts, which the entry fetches later: on a slow phone, each fetch before the first paint delays it. */
    deferredPreloads: scripts.filter((each) => !isImmediate(each)).map(({ file }) => file),
    /** Name of the messages that only this page needs, if there are any. */
    messages: area + path,
    icon: chunkOf(manifest, icon).file,
    /** Names of the style sheets whose rules are part of `style`, without the base. */
    sheets: sheets.slice(base.length),
    style: [...sheets.map(contentOf), colors].join(''),
  }
}

/** A page in one language in each encoding, with its content security policy. */
export type Document = {
  policy: string
  readonly plain: Buffer
  readonly br: Buffer
  readonly gzip: Buffer
  /** Returns this document in the theme that its user chose; undefined returns it unchanged. */
  inTheme: (theme: Theme | undefined) => Document
}

/** Creates the document of a page. It is rendered and compressed at the first request for each encoding. */
export function makeDocument(manifest: Manifest, parts: DocumentParts): Document {
  const encoded: { plain?: Buffer; br?: Buffer; gzip?: Buffer } = {}
  const themed: Partial<Record<Theme, Document>> = {}
  // Documents with data are sent once. A login page has many variants, which a stranger can request in turn.
  const isRare = parts.data !== undefined || parts.settings.login !== undefined
  const { brotli, gzip: level } = isRare ? compression.rare : compression.cached
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotli }
  const plain = () => (encoded.plain ??= Buffer.from(write(manifest, parts)))
  return {
    policy: parts.policy,
    get plain() {
      return plain()
    },
    get br() {
      return (encoded.br ??= brotliCompressSync(plain(), { params }))
    },
    get gzip() {
      return (encoded.gzip ??= gzipSync(plain(), { level }))
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
    `<!doctype html><html lang="${langOf(locale)}" dir="${directionOf(locale)}"${theme ? ` data-theme="${theme}"` : ''}>`,
    '<head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="color-scheme" content="${theme ?? 'light dark'}">`,
    html`<title>${content.title}</title>`.text,
    // Delays the first paint until the whole content is parsed: a half-parsed page would shift.
    '<link rel="expect" href="#settings" blocking="render">',
    content.isIndexed ? '' : '<meta name="robots" content="noindex">',
    iconOf(settings, assets.icon),
    // Because an element with this id exists, React Aria does not add its own style element, which the policy would
    // refuse.
    `<style id="react-aria-pressable-style">${assets.style}</style>`,
    // Disabled, so not fetched: they show Vite's loader that their rules are already in the page.
    ...assets.sheets.map((sheet) => `<link rel="stylesheet" href="/${sheet}" disabled>`),
    html`</head><body><noscript><p>${errorMessages[locale].noScript}</p></noscript>`.text,
    `<div id="root"${content.isWaiting ? ' data-waiting' : ''}>${content.html}</div>`,
    data ? dataBlock(pageDataId, data) : '',
    dataBlock('settings', settings),
    // After the content, which would otherwise compete with the scripts on a slow connection.
    `<script type="module" src="/${assets.entry}"></script>`,
    ...assets.preloads.map((script) => preloadOf(script)),
    // Inside a template, where the browser does not look for files to fetch.
    '<template id="later">',
    ...assets.deferredPreloads.map((script) => preloadOf(script)),
    ...messages.filter(Boolean).map((script) => preloadOf(script, ' data-messages')),
    '</template>',
    '</body></html>',
  ].join('')
}

/** Returns links to the operator's logo, or else to the default icon in the brand's colors. */
function iconOf({ brand }: Settings, icon: string): string {
  if (brand.logo === undefined) return `<link rel="icon" href="${brand.icon ?? `/${icon}`}">`
  const dark =
    brand.logoDark === undefined
      ? ''
      : `<link rel="icon" href="${brand.logoDark}" media="(prefers-color-scheme: dark)">`
  return `<link rel="icon" href="${brand.logo}">${dark}`
}

/** Returns a JSON data block, escaped so that no value can close it: values contain text that users typed. */
function dataBlock(id: string, value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" id="${id}">${json}</script>`
}

function preloadOf(script: string, mark = ''): string {
  return `<link rel="modulepreload"${mark} href="/${script}">`
}

/** Returns the best encoding that the browser accepts; undefined if it accepts none. */
export function acceptedEncoding({ headers }: FastifyRequest): 'br' | 'gzip' | undefined {
  const accepted = String(headers['accept-encoding'] ?? '')
  return (['br', 'gzip'] as const).find((each) =>
    // Not with the weight 0 (RFC 9110 §12.5.3).
    new RegExp(String.raw`\b${each}\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))`).test(accepted),
  )
}

/** Returns the chunks of these sources and everything that they import, each once and after its own imports. */
function closureOf(manifest: Manifest, sources: readonly string[]): Chunk[] {
  const seen = new Set<Chunk>()
  const ordered: Chunk[] = []
  function visit(source: string): void {
    const chunk = chunkOf(manifest, source)
    if (seen.has(chunk)) return
    seen.add(chunk)
    // The last import first: the cascade of the style sheets depends on this order.
    for (const imported of chunk.imports?.toReversed() ?? []) visit(imported)
    ordered.push(chunk)
  }
  for (const source of sources) visit(source)
  return ordered
}

/** Returns the text of a built file. */
export function contentOf(file: string): string {
  return readFileSync(new URL(file, clientFolder), 'utf8')
}

/** Returns the chunk of a source. Throws if the build has none. */
export function chunkOf(manifest: Manifest, source: string): Chunk {
  const chunk = manifest[source]
  if (!chunk) throw new Error(`${source} is not built: run npm run build`)
  return chunk
}
