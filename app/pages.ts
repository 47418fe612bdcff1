import { fileURLToPath } from 'node:url'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedLocale, isLocale, wantedLocale, type Locale } from '#contract/locale.ts'
import type { Settings } from '#contract/settings.ts'
import type { Brand } from '#server/brand.ts'
import { documentPolicy } from '#server/security-headers.ts'
import { brandStyle, picturesOf, serveLogo } from './brand.ts'
import { readManifest, readStyle, type Document } from './document.ts'
import { isOfHost } from './hosts.ts'
import { permissionsAt } from './page-permissions.ts'
import { prepare, sentPath, type Page, type Pages } from './prepared.ts'
import { movedPaths, paths, sentMark } from './web/addresses.ts'

type About = {
  settings: Omit<Settings, 'locale'>
  brand: Brand
  /** Whose pages are served here. */
  areas: readonly ('users' | 'admin')[]
}

const assets = fileURLToPath(new URL('../dist/client/assets', import.meta.url))
const elsewhere = /^\/(api|oidc|platform|forward-auth|auth-proxy|healthz|\.portico)(\/|$)/

/** The documents and assets of the browser: rendered once, sent from memory. */
export async function pages(server: FastifyInstance, about: About): Promise<void> {
  const apis = [about.settings.usersApi, about.settings.adminApi].filter((url) => URL.canParse(url))
  const colors = brandStyle(about.brand)
  const style = readStyle(readManifest('public')) + colors
  const prepared = await prepare(about.settings, { style, colors })
  const policy = documentPolicy({
    apis: apis.map((url) => new URL(url).origin),
    styles: [style, colors],
    pictures: picturesOf(about.brand),
  })

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
  const isSent = path === paths.forgotPassword && new URLSearchParams(search).has(sentMark)
  return send(request, reply, prepared.find(isSent ? sentPath : path) ?? prepared.missing)
}

/** Each area's pages where that area is served, and on its own host; what says no belongs to both. */
function isServed(path: string, request: FastifyRequest, { areas }: Prepared): boolean {
  if (path === paths.unauthorized) return true
  const isAdmin = /^\/admin(?![^/])/i.test(path)
  return areas.includes(isAdmin ? 'admin' : 'users') && isOfHost(request, isAdmin)
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
): Promise<FastifyReply> {
  const locale = localeOf(request)
  const document = await documentOf(request, page, locale)
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
    .send(document[encoding ?? 'plain'])
}

/** Whoever is logged in finds on a page behind the login what she may see of it before its scripts come. */
async function documentOf(request: FastifyRequest, page: Page, locale: Locale): Promise<Document> {
  const permissions = page.area && (await permissionsAt(request, page.area))
  if (!permissions || !page.documentFor) return page.documents[locale]
  return page.documentFor(locale, { permissions, isWhole: addressOf(request).search === '' })
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
