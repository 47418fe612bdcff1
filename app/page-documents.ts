import { locales, type Locale } from '#contract/locale.ts'
import type { Settings } from '#contract/settings.ts'
import { withoutTerms } from './brand.ts'
import { assetsOf, makeDocument, readManifest, type Document, type Manifest } from './document.ts'
import { adminPaths, partnerPaths, paths, sentMark, tokenPaths } from './web/addresses.ts'

type AnyLanguage = Omit<Settings, 'locale'>
type Area = 'partner' | 'admin'
type Rendered = { title: string; html: string }
type MenuView = { path: string; targets: readonly string[] }

/** What app/web/public/prerender.tsx exports. */
type Prerenderer = {
  publicPaths: readonly string[]
  renderPage: (path: string, settings: Settings) => Promise<Rendered>
  menuViewOf: (area: Area, path: string, permissions: readonly string[]) => MenuView | undefined
  renderShell: (settings: Settings, view: MenuView & { area: Area; isWhole: boolean }) => Rendered
}

/** What a logged-in user may see, and whether the URL has no query. */
export type Viewer = { permissions: readonly string[]; isWhole: boolean }

export type Page = {
  status: number
  isSecret: boolean
  /** Set on a page behind a login. */
  area?: Area
  documents: Record<Locale, Document>
  documentFor?: (locale: Locale, viewer: Viewer) => Document
}
export type Pages = { find: (path: string) => Page | undefined; missing: Page }

/** “Check your email” when it is reloaded: only the browser knows the address that the page shows. */
export const sentPath = `${paths.forgotPassword}?${sentMark}`

/** Renders the public pages in every language; pages behind a login are rendered at their first request. */
export async function preparePages(settings: AnyLanguage, colors: string): Promise<Pages> {
  const built = new URL('../dist/ssr/prerender.js', import.meta.url).href
  const { prerenderer } = (await import(built)) as { prerenderer: Prerenderer }
  const manifest = readManifest()
  const page = publicPages(prerenderer, manifest, settings, colors)
  const areaPage = areaPages(prerenderer, manifest, withoutTerms(settings), colors)
  const known = new Map<string, Page>([
    [sentPath, await page(paths.forgotPassword, 200, true)],
    ...partnerPaths.map((path) => [path, areaPage('partner', path, 200)] as const),
    ...adminPaths.map((path) => [path, areaPage('admin', path, 200)] as const),
  ])
  for (const path of prerenderer.publicPaths) {
    known.set(path, await page(path, path === paths.unauthorized ? 403 : 200))
  }
  const lost = { '/main/': areaPage('partner', '', 404), '/admin/': areaPage('admin', '', 404) }

  return {
    missing: await page('/not-found', 404),
    find: (path) =>
      known.get(path) ??
      known.get(baseOf(path) ?? '') ??
      Object.entries(lost).find(([base]) => path.startsWith(base))?.[1],
  }
}

function publicPages(
  { renderPage }: Prerenderer,
  manifest: Manifest,
  settings: AnyLanguage,
  colors: string,
) {
  return async (path: string, status: number, isWaiting = false): Promise<Page> => {
    const isSecret = tokenPaths.includes(path)
    const assets = assetsOf(manifest, 'public', path, colors)
    const documents = await Promise.all(
      locales.map(async (locale) => {
        const localized = { ...(path === paths.terms ? settings : withoutTerms(settings)), locale }
        const document = makeDocument(manifest, {
          area: 'public',
          assets,
          settings: localized,
          isIndexed: !isSecret,
          isWaiting,
          ...(await renderPage(path, localized)),
        })
        return [locale, document]
      }),
    )
    return { status, isSecret, documents: Object.fromEntries(documents) as Page['documents'] }
  }
}

/** Empty documents, which the browser fills; and shells for logged-in users (decision 20). */
function areaPages(
  { menuViewOf, renderShell }: Prerenderer,
  manifest: Manifest,
  settings: AnyLanguage,
  colors: string,
) {
  const shells = new Map<string, Document>()

  function write(area: Area, path: string, locale: Locale, rendered?: Rendered): Document {
    return makeDocument(manifest, {
      area,
      assets: assetsOf(manifest, area, path, colors),
      settings: { ...settings, locale },
      isIndexed: false,
      title: settings.brand.name,
      html: '',
      ...rendered,
    })
  }

  return (area: Area, path: string, status: number): Page => {
    const documents = Object.fromEntries(
      locales.map((locale) => [locale, write(area, path, locale)]),
    ) as Page['documents']

    function documentFor(locale: Locale, { permissions, isWhole }: Viewer): Document {
      const view = menuViewOf(area, path, permissions)
      if (!view) return documents[locale]
      const key = JSON.stringify([area, view, isWhole, locale])
      const known = shells.get(key)
      if (known) return known
      const rendered = renderShell({ ...settings, locale }, { ...view, area, isWhole })
      const shell = write(area, view.path, locale, rendered)
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
