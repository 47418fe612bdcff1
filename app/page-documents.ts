import type { Locale } from '#contract/locale.ts'
import type { LoginFacts, Settings } from '#contract/settings.ts'
import type { Brand } from '#server/brand.ts'
import { config } from '#server/config.ts'
import { documentPolicy } from '#server/security-headers.ts'
import { defaultTerms } from '../features/pages/terms/document.ts'
import { brandStyle, logoOriginsOf, withoutTerms } from './brand.ts'
import { assetsOf, makeDocument, readManifest, type Content, type Document } from './document.ts'
import * as links from '#contract/links.ts'
import { adminPaths, partnerPaths } from './web/addresses.ts'
import { missingPath, sentMark, tokenPaths } from './web/public-paths.ts'
import type { AnyPageData } from './web/page-replies.ts'
import type { Area } from './web/page-list.ts'
import { screens } from './web/screens.ts'

/** Settings of a page before its language and host are known. */
export type AnyLanguage = Omit<Settings, 'locale' | 'host'>
type MenuArea = Exclude<Area, 'public'>
type Rendered = { title: string; html: string }
type MenuView = { path: string; targets: readonly string[] }
type Shell = MenuView & { area: MenuArea; hasNoQuery: boolean; data: AnyPageData }

/** Exports of app/web/public/prerender.tsx. */
type Prerenderer = {
  publicPaths: readonly string[]
  renderPage: (path: string, settings: Settings) => Promise<Rendered>
  menuViewOf: (area: MenuArea, path: string, permissions: readonly string[]) => MenuView | undefined
  renderShell: (settings: Settings, view: Shell) => Rendered
}

/** Permissions and data of a logged-in user or admin. `hasNoQuery` is true if the URL has no query. */
type Viewer = { permissions: readonly string[]; hasNoQuery: boolean; data: AnyPageData }

type AnyPage = {
  status: number
  /** True if the address contains a token or the page is behind a login: it is not stored and not indexed. */
  isSecret: boolean
  /**
   * Returns the page as visitors without a session see it, rendered at its first request. Only login pages have
   * `login`.
   */
  documentIn: (locale: Locale, login?: LoginFacts) => Promise<Document>
}
type AreaPage = AnyPage & {
  area: MenuArea
  /** Returns the path of the page that the user sees here; undefined if the menu does not contain it. */
  pathFor: (permissions: readonly string[]) => string | undefined
  documentFor: (locale: Locale, viewer: Viewer) => Document
}
type PublicPage = AnyPage & { area?: undefined; isLogin: boolean }
export type Page = PublicPage | AreaPage
export type Pages = {
  /** Returns the page of a path, which may be the 404 page of an area; undefined without one. */
  find: (path: string) => Page | undefined
  /** Returns the 404 page for a path. */
  missing: (path: string) => Page
}

/** Key of the page “Check your email” when it is reloaded. Only the browser knows the email address that it shows. */
export const sentPath = `${links.forgotPassword.path}?${sentMark}`

/** Returns all pages. Each is rendered at its first request, because rendering all would slow down the start. */
export async function preparePages(settings: AnyLanguage, brand: Brand): Promise<Pages> {
  const prerenderer = await loadPrerenderer()
  const writerFor = writers(settings, brand)
  const createPublicPage = publicPages(prerenderer, settings, writerFor)
  const createAreaPage = areaPages(prerenderer, withoutTerms(settings), writerFor)
  const pageByPath = new Map<string, Page>([
    [sentPath, createPublicPage(links.forgotPassword.path, 200, { isWaiting: true })],
    ...partnerPaths.map((path) => [path, createAreaPage('partner', path, 200)] as const),
    ...adminPaths.map((path) => [path, createAreaPage('admin', path, 200)] as const),
  ])
  for (const path of prerenderer.publicPaths) {
    const status = path === links.unauthorized.path ? 403 : 200
    pageByPath.set(path, createPublicPage(path, status))
  }
  const recordPages = [...pageByPath].flatMap(([path, page]) =>
    path.includes('{') ? [{ pattern: patternOf(path), page }] : [],
  )
  const missing = createPublicPage(missingPath, 404)
  const missingForAdmins = createPublicPage(links.adminArea.path + missingPath, 404)
  // A visitor without a session gets the public 404 page: the scripts of the area would redirect to the login.
  const missingByArea = {
    [`${links.main.path}/`]: {
      ...createAreaPage('partner', '', 404),
      documentIn: missing.documentIn,
    },
    [`${links.adminArea.path}/`]: {
      ...createAreaPage('admin', '', 404),
      documentIn: missingForAdmins.documentIn,
    },
  }

  return {
    missing: (path) => (path.startsWith(`${links.adminArea.path}/`) ? missingForAdmins : missing),
    find: (path) =>
      pageByPath.get(path) ??
      pageByPath.get(baseOf(path) ?? '') ??
      recordPages.find(({ pattern }) => pattern.test(path))?.page ??
      Object.entries(missingByArea).find(([base]) => path.startsWith(base))?.[1],
  }
}

/** Loads the code that renders the client's pages, from the build. */
export async function loadPrerenderer(): Promise<Prerenderer> {
  const built = new URL('../dist/ssr/prerender.js', import.meta.url).href
  const { prerenderer } = (await import(built)) as { prerenderer: Prerenderer }
  return prerenderer
}

/**
 * Returns a function that returns the writer of a page's documents. It prepares the page's scripts, styles and content
 * security policy once.
 */
function writers({ usersApi, adminApi }: AnyLanguage, brand: Brand) {
  const manifest = readManifest()
  const urls = [usersApi, adminApi].filter((url) => URL.canParse(url))
  const sources = { apis: urls.map((url) => new URL(url).origin), pictures: logoOriginsOf(brand) }
  const prepare = (area: Area, path: string) => {
    const assets = assetsOf(manifest, area, path, brandStyle(brand))
    // For the previews of mails and of the brand.
    const frames = area === 'admin' ? ["'self'", ...sources.apis] : []
    const trustedTypes = trustedTypesOf(area, path)
    const policy = documentPolicy({ ...sources, style: assets.style, frames, trustedTypes })
    return (settings: Settings, content: Content, data?: AnyPageData) =>
      makeDocument(manifest, { area, assets, policy, settings, content, data })
  }
  const prepared = new Map<string, ReturnType<typeof prepare>>()
  return (area: Area, path: string) => {
    const writer = prepared.get(area + path) ?? prepare(area, path)
    prepared.set(area + path, writer)
    return writer
  }
}

/** Pages that show the human check, a widget that is compiled by Svelte. */
const humanCheckPaths: readonly string[] = [links.signup.path, links.forgotPassword.path]

/** Returns the names of the Trusted Types policies that the scripts of a page create. */
function trustedTypesOf(area: Area, path: string): readonly string[] {
  if (humanCheckPaths.includes(path)) return ['default', 'svelte-trusted-html']
  // For the date fields of the audit log, which the menu reaches from each page without another document.
  return area === 'admin' ? ['default'] : []
}

function publicPages(
  { renderPage }: Prerenderer,
  settings: AnyLanguage,
  writerFor: ReturnType<typeof writers>,
) {
  return (path: string, status: number, { isWaiting = false } = {}): Page => {
    const isSecret = tokenPaths.includes(path)
    const pageSettings = path === links.terms.path ? withTerms(settings) : withoutTerms(settings)

    async function documentOf(locale: Locale, login?: LoginFacts): Promise<Document> {
      const localized = { ...pageSettings, locale, host: hostOf(path), login }
      const rendered = await renderPage(path, localized)
      const write = writerFor('public', path in screens.public ? path : missingPath)
      return write(localized, { ...rendered, isIndexed: !isSecret, isWaiting })
    }

    return {
      status,
      isSecret,
      isLogin: loginPaths.includes(path),
      documentIn: cachingLatest(documentOf),
    }
  }
}

const loginPaths: readonly string[] = [links.login.path, links.adminLogin.path]

/**
 * Maximum number of cached documents of a page: one for each language and, for a login page, each `LoginFacts`. The
 * most recently used are kept.
 */
const maxDocuments = 100

/** Returns `documentOf` with a cache. A document that could not be rendered is rendered again at the next request. */
function cachingLatest(documentOf: AnyPage['documentIn']): AnyPage['documentIn'] {
  const cache = new Map<string, Promise<Document>>()
  return (locale, login) => {
    const key = JSON.stringify([locale, login])
    const document = cache.get(key) ?? documentOf(locale, login)
    cache.delete(key)
    cache.set(key, document)
    document.catch(() => cache.delete(key))
    const [oldest] = cache.keys()
    if (cache.size > maxDocuments && oldest !== undefined) cache.delete(oldest)
    return document
  }
}

function hostOf(path: string): string {
  return new URL(path.startsWith(`${links.adminArea.path}/`) ? config.adminUrl : config.publicUrl)
    .host
}

/** Returns the settings for the page of the terms: the operator's own terms, or else the default ones. */
function withTerms(settings: AnyLanguage): AnyLanguage {
  const { brand } = settings
  return { ...settings, brand: { ...brand, terms: brand.terms ?? defaultTerms(brand) } }
}

/**
 * Returns a function that creates the pages behind a login. Each has an empty document, which the browser fills, and
 * documents with the data of one user or admin (decision 87).
 */
function areaPages(
  { menuViewOf, renderShell }: Prerenderer,
  settings: AnyLanguage,
  writerFor: ReturnType<typeof writers>,
) {
  return (area: MenuArea, path: string, status: number): AreaPage => {
    const empty = { title: settings.brand.name, html: '' }
    const documentIn = cachingLatest(async (locale) =>
      writerFor(area, path)({ ...settings, locale, host: '' }, empty),
    )

    function documentFor(locale: Locale, { permissions, hasNoQuery, data }: Viewer): Document {
      const view = menuViewOf(area, path, permissions)
      const localized = { ...settings, locale, host: '' }
      if (!view) return writerFor(area, path)(localized, empty, data)
      const shell = renderShell(localized, { ...view, area, hasNoQuery, data })
      return writerFor(area, view.path)(localized, shell, data)
    }
    const pathFor = (permissions: readonly string[]) => menuViewOf(area, path, permissions)?.path
    return { status, isSecret: true, area, documentIn, pathFor, documentFor }
  }
}

/** Returns an expression that matches the addresses of a record's page. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

/** Returns the path in `tokenPaths` of a path with a token, such as `/x` of `/x/{token}`; otherwise undefined. */
function baseOf(path: string): string | undefined {
  return tokenPaths.find(
    (base) => path.startsWith(`${base}/`) && /^\/[^/]+$/.test(path.slice(base.length)),
  )
}
