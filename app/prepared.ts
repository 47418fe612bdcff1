import { locales, type Locale } from '#contract/locale.ts'
import type { Settings } from '#contract/settings.ts'
import { withoutTerms } from './brand.ts'
import { makeDocument, readManifest, type Document } from './document.ts'
import { adminPaths, partnerPaths, paths, sentMark, tokenPaths } from './web/addresses.ts'
import { begins, entries, firstParts, screens } from './web/screens.ts'

type AnyLanguage = Omit<Settings, 'locale'>
type Area = 'partner' | 'admin'
type Rendered = { title: string; html: string }
type Seen = { path: string; targets: readonly string[] }
type Prerender = {
  publicPaths: string[]
  render: (about: { path: string; settings: Settings }) => Rendered
  seenAt: (area: Area, path: string, permissions: readonly string[]) => Seen | undefined
  renderShell: (settings: Settings, about: Seen & { area: Area; isWhole: boolean }) => Rendered
}

/** Somebody who is logged in asks: what she may see, and whether the page as a whole is what she asks for. */
export type Asked = { permissions: readonly string[]; isWhole: boolean }
export type Page = {
  status: number
  isSecret: boolean
  /** Of a page behind a login. */
  area?: Area
  documents: Record<Locale, Document>
  documentFor?: (locale: Locale, asked: Asked) => Document
}
export type Pages = { find: (path: string) => Page | undefined; missing: Page }

/** “Check your email” as it is loaded again: what stands there is known to the browser alone. */
export const sentPath = `${paths.forgotPassword}?${sentMark}`

/** Every page in every language: the public ones at once, those behind a login when somebody first comes. */
export async function prepare(
  settings: AnyLanguage,
  { style, colors }: { style: string; colors: string },
): Promise<Pages> {
  const built = new URL('../dist/ssr/prerender.js', import.meta.url).href
  const prerender = (await import(built)) as Prerender
  const page = publicPages(prerender, settings, style)
  const areaPage = areaPages(prerender, withoutTerms(settings), colors)
  const known = new Map<string, Page>([
    ...prerender.publicPaths.map(
      (path) => [path, page(path, path === paths.unauthorized ? 403 : 200)] as const,
    ),
    [sentPath, page(paths.forgotPassword, 200, true)],
    ...partnerPaths.map((path) => [path, areaPage('partner', path, 200)] as const),
    ...adminPaths.map((path) => [path, areaPage('admin', path, 200)] as const),
  ])
  const lost = { '/main/': areaPage('partner', '', 404), '/admin/': areaPage('admin', '', 404) }

  return {
    missing: page('/not-found', 404),
    find: (path) =>
      known.get(path) ??
      known.get(baseOf(path) ?? '') ??
      Object.entries(lost).find(([base]) => path.startsWith(base))?.[1],
  }
}

function publicPages({ render }: Prerender, settings: AnyLanguage, style: string) {
  const manifest = readManifest('public')
  return (path: string, status: number, isWaiting = false): Page => {
    const isSecret = tokenPaths.includes(path)
    const shown = path === paths.terms ? settings : withoutTerms(settings)
    const write = (at: Settings) =>
      makeDocument({
        manifest,
        sources: [entries.public, screens.public[path]],
        style,
        settings: at,
        isIndexed: !isSecret,
        isWaiting,
        ...render({ path, settings: at }),
      })
    return { status, isSecret, documents: inEveryLanguage(shown, write) }
  }
}

/** Filled by the browser; what is the same for everybody stands in it for whoever may see it. */
function areaPages({ seenAt, renderShell }: Prerender, settings: AnyLanguage, style: string) {
  const manifest = readManifest('areas')
  const shells = new Map<string, Document>()
  const empty = { title: settings.brand.name, html: '' }
  const write = (area: Area, path: string, shown: { settings: Settings } & Rendered) =>
    makeDocument({
      manifest,
      sources: [begins[area], ...firstParts, entries[area], screens[area][path]],
      hasSheet: true,
      style,
      isIndexed: false,
      ...shown,
    })

  return (area: Area, path: string, status: number): Page => {
    const documents = inEveryLanguage(settings, (at) =>
      write(area, path, { settings: at, ...empty }),
    )
    function documentFor(locale: Locale, { permissions, isWhole }: Asked): Document {
      const seen = seenAt(area, path, permissions)
      if (!seen) return documents[locale]
      const key = JSON.stringify([area, seen, isWhole, locale])
      const at = { ...settings, locale }
      const shell =
        shells.get(key) ??
        write(area, seen.path, { settings: at, ...renderShell(at, { ...seen, area, isWhole }) })
      shells.set(key, shell)
      return shell
    }
    return { status, isSecret: true, area, documents, documentFor }
  }
}

/** `/x/{token}` is the page `/x`. */
function baseOf(path: string): string | undefined {
  return tokenPaths.find(
    (base) => /^\/[^/]+$/.test(path.replace(base, '')) && path.startsWith(`${base}/`),
  )
}

function inEveryLanguage(
  settings: AnyLanguage,
  write: (settings: Settings) => Document,
): Record<Locale, Document> {
  const documents = locales.map((locale) => [locale, write({ ...settings, locale })])
  return Object.fromEntries(documents) as Record<Locale, Document>
}
