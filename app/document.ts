import { readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { directionOf } from '#contract/locale.ts'
import type { Settings } from '#contract/settings.ts'

type Chunk = { file: string; css?: string[]; imports?: string[] }
export type Manifest = Record<string, Chunk>

/** One page in one language, ready to be sent. */
export type Document = { plain: Buffer; br: Buffer; gzip: Buffer }

type About = {
  manifest: Manifest
  entry: string
  /** The part that the entry loads for this page. */
  screen?: string | undefined
  settings: Settings
  title: string
  html: string
  isIndexed: boolean
}

/** What was built: of the public pages, or of the areas behind the login. */
export function readManifest(name: 'public' | 'areas'): Manifest {
  const file = new URL(`../dist/client/.vite/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest
}

export function makeDocument(about: About): Document {
  const plain = Buffer.from(write(about))
  return { plain, br: brotliCompressSync(plain), gzip: gzipSync(plain, { level: 9 }) }
}

function write({ manifest, entry, screen, settings, title, html, isIndexed }: About): string {
  const { locale } = settings
  const parts = screen === undefined ? [entry] : [entry, screen]
  // The words of this language, which each part asks for as soon as it runs (tools/one-language.ts).
  const words = parts.map((part) => `virtual:words/${part}?${locale}`)
  const needed = [...parts, ...words.filter((each) => manifest[each])]
  const { scripts, styles } = assetsOf(manifest, needed)
  const [script = '', ...preloads] = scripts
  const json = JSON.stringify(settings).replaceAll('<', String.raw`\u003c`)
  return [
    `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escape(title)}</title>`,
    isIndexed ? '' : '<meta name="robots" content="noindex">',
    `<link rel="icon" type="image/svg+xml" href="/${fileOf(manifest, 'app/web/favicon.svg')}">`,
    ...styles.map((style) => `<link rel="stylesheet" href="/${style}">`),
    // React Aria would write this style element itself, which the policy forbids.
    entry.startsWith('app/web/public/')
      ? ''
      : `<link rel="stylesheet" id="react-aria-pressable-style" href="/${fileOf(manifest, 'app/web/pressable.css')}">`,
    ...preloads.map((preload) => `<link rel="modulepreload" href="/${preload}">`),
    `<script type="module" src="/${script}"></script>`,
    `</head><body><div id="root">${html}</div>`,
    `<script type="application/json" id="settings">${json}</script></body></html>`,
  ].join('')
}

/** The scripts of these chunks, what they import, and the style sheets of them all; the first one comes first. */
function assetsOf(manifest: Manifest, names: string[]): { scripts: string[]; styles: string[] } {
  const seen = new Set<string>()
  const styles = new Set<string>()
  function visit(name: string): void {
    const chunk = manifest[name]
    if (!chunk || seen.has(name)) return
    seen.add(name)
    for (const imported of chunk.imports ?? []) visit(imported)
    for (const style of chunk.css ?? []) styles.add(style)
  }
  for (const name of names) visit(name)
  const files = new Set([...names, ...seen].map((name) => fileOf(manifest, name)))
  return { scripts: [...files], styles: [...styles] }
}

function fileOf(manifest: Manifest, name: string): string {
  const chunk = manifest[name]
  if (!chunk) throw new Error(`${name} is not built: run npm run build`)
  return chunk.file
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
