import { fileURLToPath } from 'node:url'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedLocale, isLocale, wantedLocale, type Locale, locales } from '#contract/locale.ts'
import type { Settings } from '#contract/settings.ts'
import type { Brand } from '#server/brand.ts'
import { memoize } from '#server/memoize.ts'
import { documentPolicy } from '#server/security-headers.ts'
import { brandStyle, picturesOf, serveLogo } from './brand.ts'
import { acceptedEncoding, type Document } from './document.ts'
import { isOfHost } from './hosts.ts'
import { preparePages, sentPath, type Page, type Pages } from './page-documents.ts'
import { permissionsAt } from './identify.ts'
import { movedPaths, paths, sentMark } from './web/addresses.ts'

type PageOptions = {
  settings: Omit<Settings, 'locale'>
  brand: Brand
  /** The areas whose pages this server serves. */
  areas: readonly ('users' | 'admin')[]
}

const assets = fileURLToPath(new URL('../dist/client/assets', import.meta.url))
const serverPath = /^\/(api|oidc|platform|forward-auth|auth-proxy|healthz|\.portico)(\/|$)/

/** Serves the documents and assets of the browser. Documents are rendered once and sent from memory. */
export async function pages(server: FastifyInstance, options: PageOptions): Promise<void> {
  const { settings, brand, areas } = options
  const prepared = await preparePages(settings, brandStyle(brand))
  const policyOf = policies(options)

  await server.register(async (scope) => {
    await scope.register(staticFiles, {
      root: assets,
      prefix: '/assets/',
      maxAge: '365d',
      immutable: true,
      preCompressed: true,
      index: false,
      decorateReply: false,
    })
    serveLogo(scope, brand)
    scope.get('/*', (request, reply) => answer(request, reply, { prepared, policyOf, areas }))
  })
}

/** The content security policy of a document, by the style that it holds. */
function policies({ settings, brand }: PageOptions): (style: string) => string {
  const apis = [settings.usersApi, settings.adminApi].filter((url) => URL.canParse(url))
  const origins = apis.map((url) => new URL(url).origin)
  const pictures = picturesOf(brand)
  return memoize((style) => documentPolicy({ apis: origins, pictures, style }))
}

type Served = {
  prepared: Pages
  policyOf: (style: string) => string
  areas: PageOptions['areas']
}

function answer(request: FastifyRequest, reply: FastifyReply, served: Served) {
  const { prepared, policyOf } = served
  const { path, search } = addressOf(request)
  if (serverPath.test(path)) return reply.callNotFound()
  if (path === '/' && !isServed('/', request, served) && isServed(paths.admin, request, served)) {
    return reply.redirect(paths.admin, 302)
  }
  if (!isServed(path, request, served)) return send(request, reply, prepared.missing, policyOf)
  const moved = movedPath(path, prepared)
  if (moved !== undefined) return reply.redirect(moved + search, 302)
  const isSent = path === paths.forgotPassword && new URLSearchParams(search).has(sentMark)
  const page = prepared.find(isSent ? sentPath : path) ?? prepared.missing
  return send(request, reply, page, policyOf)
}

/** Whether this server and this host serve the area of a path; /unauthorized belongs to both areas. */
function isServed(path: string, request: FastifyRequest, { areas }: Served): boolean {
  if (path === paths.unauthorized) return true
  const isAdmin = /^\/admin(?![^/])/i.test(path)
  return areas.includes(isAdmin ? 'admin' : 'users') && isOfHost(request, isAdmin)
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  policyOf: Served['policyOf'],
): Promise<FastifyReply> {
  const locale = localeOf(request)
  const document = await documentOf(request, page, locale)
  const encoding = acceptedEncoding(request)
  if (encoding) reply.header('content-encoding', encoding)
  if (page.isSecret) reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
  return reply
    .status(page.status)
    .headers({
      'content-security-policy': policyOf(document.style),
      'content-language': locale,
      vary: 'Accept-Language, Cookie, Accept-Encoding',
      'cache-control': page.isSecret ? 'no-store' : 'no-cache',
    })
    .type('text/html; charset=utf-8')
    .send(document[encoding ?? 'plain'])
}

/** A logged-in user gets the shell of the page that they may see. */
async function documentOf(request: FastifyRequest, page: Page, locale: Locale): Promise<Document> {
  const permissions = page.area && (await permissionsAt(request, page.area))
  if (!permissions || !page.documentFor) return page.documents[locale]
  return page.documentFor(locale, { permissions, isWhole: addressOf(request).search === '' })
}

function addressOf(request: FastifyRequest): { path: string; search: string } {
  const [path = '/'] = request.url.split('?')
  return { path, search: request.url.slice(path.length) }
}

/** Where a short path or another spelling of a page leads; undefined for every other path. */
function movedPath(path: string, prepared: Pages): string | undefined {
  const plain = path.toLowerCase().replace(/\/+$/, '') || '/'
  const moved = movedPaths[plain]
  if (moved !== undefined) return moved
  if (plain === '/.well-known/change-password') return `${paths.security}#change-password`
  const isKnown = (each: string) => (prepared.find(each)?.status ?? 404) !== 404
  return plain !== path && !isKnown(path) && isKnown(plain) ? plain : undefined
}

function localeOf(request: FastifyRequest): Locale {
  // OpenID Connect Core §3.1.2.1: a platform may choose the language of the login.
  const wanted = new URLSearchParams(addressOf(request).search).get('ui_locales')
  const fromPlatform = wantedLocale(wanted)
  if (fromPlatform) return fromPlatform
  const [, chosen] = /(?:^|;\s*)locale=(\w+)/.exec(request.headers.cookie ?? '') ?? []
  return isLocale(chosen) ? chosen : acceptedLocale(request.headers['accept-language'])
}

const lifetimeMs = 180 * 24 * 60 * 60 * 1000

type WellKnownOptions = { publicUrl: string; supportEmail: string }

/** Serves security.txt and passkey-endpoints; app/pages.ts redirects change-password. */
export function wellKnown(
  server: FastifyInstance,
  { publicUrl, supportEmail }: WellKnownOptions,
): void {
  const security = [
    `Contact: mailto:${supportEmail}`,
    // RFC 9116 §2.5.5 recommends less than a year.
    `Expires: ${new Date(Date.now() + lifetimeMs).toISOString()}`,
    `Preferred-Languages: ${locales.join(', ')}`,
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
  server.get('/.well-known/security.txt', (_, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(security),
  )
  server.get('/.well-known/passkey-endpoints', (_, reply) =>
    reply.type('application/json').header('cache-control', 'no-cache').send('{}'),
  )
}
