import { fileURLToPath } from 'node:url'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedLocale, isLocale, locales, wantedLocale, type Locale } from '#contract/locale.ts'
import type { Settings } from '#contract/settings.ts'
import type { Brand } from '#server/brand.ts'
import { brandStyle, picturesOf, serveLogo, withoutTerms } from './brand.ts'
import { makeDocument, readManifest, readStyle, type Document } from './document.ts'
import { documentPolicy, securityHeaders } from './security-headers.ts'
import { isOfHost } from './hosts.ts'
import { adminPaths, movedPaths, partnerPaths, paths, tokenPaths } from './web/addresses.ts'
import { entries, screens } from './web/screens.ts'

type About = {
  settings: Omit<Settings, 'locale'>
  secure: boolean
  brand: Brand
  /** Whose pages are served here. */
  areas: readonly ('users' | 'admin')[]
}
type Prerender = {
  publicPaths: string[]
  render: (about: { path: string; settings: Settings }) => { title: string; html: string }
}
type Page = { status: number; isSecret: boolean; documents: Record<Locale, Document> }
type Pages = { find: (path: string) => Page | undefined; missing: Page }

const assets = fileURLToPath(new URL('../dist/client/assets', import.meta.url))
const elsewhere = /^\/(api|oidc|platform|forward-auth|auth-proxy|healthz|\.portico)(\/|$)/

/** The documents and assets of the browser: rendered once at start, sent from memory. */
export async function pages(server: FastifyInstance, about: About): Promise<void> {
  const apis = [about.settings.usersApi, about.settings.adminApi].filter((url) => URL.canParse(url))
  const colors = brandStyle(about.brand)
  const style = readStyle(readManifest('public')) + colors
  const prepared = await prepare(about.settings, { style, colors })
  const policy = documentPolicy({
    ...about,
    apis: apis.map((url) => new URL(url).origin),
    styles: [style, colors],
    pictures: picturesOf(about.brand),
  })

  await server.register(async (scope) => {
    scope.addHook('onRequest', async (_, reply) => {
      reply.headers(securityHeaders(about))
    })
    await scope.register(staticFiles, {
      root: assets,
      prefix: '/assets/',
      maxAge: '365d',
      immutable: true,
      preCompressed: true,
      index: false,
      decorateReply: false,
    })
    serveLogo(scope, about.brand)
    scope.get('/*', (request, reply) =>
      answer(request, reply, { prepared, policy, areas: about.areas }),
    )
  })
}

type Prepared = { prepared: Pages; policy: string; areas: About['areas'] }

function answer(request: FastifyRequest, reply: FastifyReply, about: Prepared) {
  const { prepared, policy } = about
  const { path, search } = addressOf(request)
  if (elsewhere.test(path)) return reply.callNotFound()
  reply.header('content-security-policy', policy)
  if (path === '/' && !isServed('/', request, about) && isServed(paths.admin, request, about)) {
    return reply.redirect(paths.admin, 302)
  }
  if (!isServed(path, request, about)) return send(request, reply, prepared.missing)
  const moved = movedPath(path, prepared)
  if (moved !== undefined) return reply.redirect(moved + search, 302)
  return send(request, reply, prepared.find(path) ?? prepared.missing)
}

/** Each area's pages where that area is served, and on its own host; what says no belongs to both. */
function isServed(path: string, request: FastifyRequest, { areas }: Prepared): boolean {
  if (path === paths.unauthorized) return true
  const isAdmin = /^\/admin(?![^/])/i.test(path)
  return areas.includes(isAdmin ? 'admin' : 'users') && isOfHost(request, isAdmin)
}

function send(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const locale = localeOf(request)
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
  if (encoding) reply.header('content-encoding', encoding)
  if (page.isSecret) reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
  return reply
    .status(page.status)
    .headers({
      'content-language': locale,
      vary: 'Accept-Language, Cookie, Accept-Encoding',
      'cache-control': page.isSecret ? 'no-store' : 'no-cache',
    })
    .type('text/html; charset=utf-8')
    .send(page.documents[locale][encoding ?? 'plain'])
}

function addressOf(request: FastifyRequest): { path: string; search: string } {
  const [path = '/'] = request.url.split('?')
  return { path, search: request.url.slice(path.length) }
}

/** Short ways, and other spellings of a page that exists: never an address that was made up outside. */
function movedPath(path: string, prepared: Pages): string | undefined {
  const plain = path.toLowerCase().replace(/\/+$/, '') || '/'
  const moved = movedPaths[plain]
  if (moved !== undefined) return moved
  if (plain === '/.well-known/change-password') return `${paths.security}#change-password`
  const isKnown = (each: string) => (prepared.find(each)?.status ?? 404) !== 404
  return plain !== path && !isKnown(path) && isKnown(plain) ? plain : undefined
}

function localeOf(request: FastifyRequest): Locale {
  // OpenID Connect Core §3.1.2.1: a platform may say in which language it sends somebody to the login.
  const wanted = new URLSearchParams(addressOf(request).search).get('ui_locales')
  const fromPlatform = wantedLocale(wanted)
  if (fromPlatform) return fromPlatform
  const [, chosen] = /(?:^|;\s*)locale=(\w+)/.exec(request.headers.cookie ?? '') ?? []
  return isLocale(chosen) ? chosen : acceptedLocale(request.headers['accept-language'])
}

async function prepare(
  settings: Omit<Settings, 'locale'>,
  { style, colors }: { style: string; colors: string },
): Promise<Pages> {
  const built = new URL('../dist/ssr/prerender.js', import.meta.url).href
  const { publicPaths, render } = (await import(built)) as Prerender
  const manifest = readManifest('public')
  const page = (path: string, status: number): Page => {
    const isSecret = tokenPaths.includes(path)
    const shown = path === paths.terms ? settings : withoutTerms(settings)
    const write = (at: Settings) =>
      makeDocument({
        manifest,
        entry: entries.public,
        screen: screens.public[path],
        style,
        settings: at,
        isIndexed: !isSecret,
        ...render({ path, settings: at }),
      })
    return { status, isSecret, documents: inEveryLanguage(shown, write) }
  }
  const known = new Map(
    publicPaths.map((path) => [path, page(path, path === paths.unauthorized ? 403 : 200)]),
  )
  const areas = readManifest('areas')
  const behind = withoutTerms(settings)
  const areaPage = (area: 'partner' | 'admin', path: string, status: number): Page => {
    const about = { manifest: areas, entry: entries[area], screen: screens[area][path] }
    return emptyPage({ ...about, style: colors, settings: behind, status })
  }
  for (const path of partnerPaths) known.set(path, areaPage('partner', path, 200))
  for (const path of adminPaths) known.set(path, areaPage('admin', path, 200))
  const lost = { '/main/': areaPage('partner', '', 404), '/admin/': areaPage('admin', '', 404) }

  return {
    missing: page('/not-found', 404),
    find: (path) =>
      known.get(path) ??
      known.get(baseOf(path) ?? '') ??
      Object.entries(lost).find(([base]) => path.startsWith(base))?.[1],
  }
}

/** `/x/{token}` is the page `/x`. */
function baseOf(path: string): string | undefined {
  return tokenPaths.find(
    (base) => /^\/[^/]+$/.test(path.replace(base, '')) && path.startsWith(`${base}/`),
  )
}

type Bundle = Pick<Parameters<typeof makeDocument>[0], 'manifest' | 'entry' | 'screen' | 'style'>
type EmptyPage = Bundle & { settings: Omit<Settings, 'locale'>; status: number }

/** Filled by the browser, once it is known who is looking. */
function emptyPage({ settings, status, ...bundle }: EmptyPage): Page {
  const about = { ...bundle, title: settings.brand.name, html: '', isIndexed: false }
  const write = (at: Settings) => makeDocument({ ...about, settings: at })
  return { status, isSecret: true, documents: inEveryLanguage(settings, write) }
}

function inEveryLanguage(
  settings: Omit<Settings, 'locale'>,
  write: (settings: Settings) => Document,
): Record<Locale, Document> {
  const documents = locales.map((locale) => [locale, write({ ...settings, locale })])
  return Object.fromEntries(documents) as Record<Locale, Document>
}
