import { fileURLToPath } from 'node:url'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedLocale, isLocale, locales, type Locale } from '#contract/locale.ts'
import type { Settings } from '#contract/settings.ts'
import { makeDocument, readManifest, type Document, type Manifest } from './document.ts'
import { documentPolicy, securityHeaders } from './security-headers.ts'
import { movedPaths, partnerPaths, paths, tokenPaths } from './web/addresses.ts'

type About = { settings: Omit<Settings, 'locale'>; secure: boolean; formTargets?: string[] }
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
  const policy = documentPolicy({ ...about, apis: apis.map((url) => new URL(url).origin) })
  const prepared = await prepare(about.settings)

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
    scope.get('/*', (request, reply) => answer(request, reply, { prepared, policy }))
  })
}

type Prepared = { prepared: Pages; policy: string }

function answer(request: FastifyRequest, reply: FastifyReply, { prepared, policy }: Prepared) {
  const { path, search } = addressOf(request)
  if (elsewhere.test(path)) return reply.callNotFound()
  const moved = movedPath(path, prepared)
  if (moved !== undefined) return reply.redirect(moved + search, 302)
  const page = prepared.find(path) ?? prepared.missing
  return send(request, reply.header('content-security-policy', policy), page)
}

function send(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const locale = localeOf(request)
  const { plain, br, gzip } = page.documents[locale]
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
    .send({ br, gzip, identity: plain }[encoding ?? 'identity'])
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
  return plain !== path && prepared.find(path) === undefined && prepared.find(plain)
    ? plain
    : undefined
}

function localeOf(request: FastifyRequest): Locale {
  const [, chosen] = /(?:^|;\s*)locale=(\w+)/.exec(request.headers.cookie ?? '') ?? []
  return isLocale(chosen) ? chosen : acceptedLocale(request.headers['accept-language'])
}

async function prepare(settings: Omit<Settings, 'locale'>): Promise<Pages> {
  const built = new URL('../dist/ssr/prerender.js', import.meta.url).href
  const { publicPaths, render } = (await import(built)) as Prerender
  const manifest = readManifest()
  const page = (path: string, status: number): Page => {
    const isSecret = tokenPaths.includes(path)
    const entry = 'app/web/public/main.tsx'
    const write = (at: Settings) =>
      makeDocument({
        manifest,
        entry,
        settings: at,
        isIndexed: !isSecret,
        ...render({ path, settings: at }),
      })
    return { status, isSecret, documents: inEveryLanguage(settings, write) }
  }
  const known = new Map(
    publicPaths.map((path) => [path, page(path, path === paths.unauthorized ? 403 : 200)]),
  )
  const partner = partnerPage(manifest, settings, 200)
  for (const path of partnerPaths) known.set(path, partner)
  const lost = partnerPage(manifest, settings, 404)

  return {
    missing: page('/not-found', 404),
    find: (path) =>
      known.get(path) ??
      known.get(baseOf(path) ?? '') ??
      (path.startsWith('/main/') ? lost : undefined),
  }
}

/** `/x/{token}` is the page `/x`. */
function baseOf(path: string): string | undefined {
  return tokenPaths.find(
    (base) => /^\/[^/]+$/.test(path.replace(base, '')) && path.startsWith(`${base}/`),
  )
}

function partnerPage(manifest: Manifest, settings: Omit<Settings, 'locale'>, status: number): Page {
  const entry = 'app/web/partner/main.tsx'
  const about = { manifest, entry, title: settings.brand.name, html: '', isIndexed: false }
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
