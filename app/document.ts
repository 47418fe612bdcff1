import { readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { directionOf } from '#contract/locale.ts'
import type { Settings } from '#contract/settings.ts'

type Chunk = { file: string; imports?: string[] }
export type Manifest = Record<string, Chunk>

const sheet = 'style.css'

/** One page in one language, ready to be sent. */
export type Document = { readonly plain: Buffer; readonly br: Buffer; readonly gzip: Buffer }

type About = {
  manifest: Manifest
  /** The script with which the page begins, and the parts that this loads for it. */
  sources: readonly (string | undefined)[]
  /** Whether the page asks for the style sheet of its build. */
  hasSheet?: boolean
  /** Rules that stand in the page itself, so that it paints without another trip. */
  style: string
  settings: Settings
  title: string
  html: string
  isIndexed: boolean
  /** Its content is not to be seen before the browser has looked how far somebody was. */
  isWaiting?: boolean
}

/** What was built: of the public pages, or of the areas behind the login. */
export function readManifest(name: 'public' | 'areas'): Manifest {
  const file = new URL(`../dist/client/.vite/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest
}

/** The one style sheet of a build. */
export function readStyle(manifest: Manifest): string {
  const file = new URL(`../dist/client/${fileOf(manifest, sheet)}`, import.meta.url)
  return readFileSync(file, 'utf8')
}

export function makeDocument(about: About): Document {
  const plain = Buffer.from(write(about))
  const made: { br?: Buffer; gzip?: Buffer } = {}
  // For whoever comes first: all of them at the start cost a server a fifth of the time until it is ready.
  return {
    plain,
    get br() {
      return (made.br ??= brotliCompressSync(plain))
    },
    get gzip() {
      return (made.gzip ??= gzipSync(plain, { level: 9 }))
    },
  }
}

function write(about: About): string {
  const { manifest, settings, title, html, isIndexed, isWaiting, style, hasSheet = false } = about
  const { locale } = settings
  const [script = '', ...preloads] = scriptsOf(about)
  const json = JSON.stringify(settings).replaceAll('<', String.raw`\u003c`)
  return [
    `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escape(title)}</title>`,
    // Nothing is painted by halves: what comes later would push aside what stands.
    '<link rel="expect" href="#settings" blocking="render">',
    isIndexed ? '' : '<meta name="robots" content="noindex">',
    `<link rel="icon" href="${settings.brand.logo ?? `/${fileOf(manifest, 'app/web/favicon.svg')}`}">`,
    // React Aria looks for this id, and would else write a style element, which the policy forbids.
    hasSheet
      ? `<link rel="stylesheet" id="react-aria-pressable-style" href="/${fileOf(manifest, sheet)}">`
      : '',
    style === '' ? '' : `<style>${style}</style>`,
    ...preloads.map((preload) => `<link rel="modulepreload" href="/${preload}">`),
    `<script type="module" src="/${script}"></script>`,
    `</head><body><div id="root"${isWaiting ? ' data-waiting' : ''}>${html}</div>`,
    `<script type="application/json" id="settings">${json}</script></body></html>`,
  ].join('')
}

/** The first script, and whatever else the page asks for before it is shown. */
function scriptsOf({ manifest, sources, settings }: About): string[] {
  const parts = sources.filter((source) => source !== undefined)
  // The words of this language, which each part asks for as soon as it runs (tools/one-language.ts).
  const words = parts.map((part) => `virtual:words/${part}?${settings.locale}`)
  const seen = new Set<string>()
  function visit(name: string): void {
    if (!manifest[name] || seen.has(name)) return
    seen.add(name)
    for (const imported of manifest[name].imports ?? []) visit(imported)
  }
  for (const name of [...parts, ...words]) visit(name)
  return [...new Set([...seen].map((name) => fileOf(manifest, name)))]
}

function fileOf(manifest: Manifest, name: string): string {
  const chunk = manifest[name]
  if (!chunk) throw new Error(`${name} is not built: run npm run build`)
  return chunk.file
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
