import { fileURLToPath } from 'node:url'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { wantedLocale, type Locale } from '#contract/locale.ts'
import type { LoginFacts } from '#contract/settings.ts'
import { ownPathOf } from '#contract/redirect.ts'
import type { Origin } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { cookieOptions, cookies } from '#server/cookies.ts'
import { currentBrand, onBrandChange } from '#server/current-brand.ts'
import { db } from '#server/db.ts'
import { answerUnrouted, originOf } from '#server/http.ts'
import { logDroppedRedirect } from '#server/log.ts'
import { localeOfRequest, themeOfRequest } from '#server/page.ts'
import { findLoginFacts } from '../features/account/home/document.ts'
import { serveLogo } from './brand.ts'
import { acceptedEncoding, type Document } from './document.ts'
import { isOfHost } from './hosts.ts'
import { serveImages } from './images.ts'
import { preparePages, sentPath, type Page, type Pages } from './page-documents.ts'
import { findAdminPageData, findPageAdmin, findPageData, findPageUser } from './page-data.ts'
import * as links from '#contract/links.ts'
import { movedRecord } from './web/addresses.ts'
import { movedPaths, sentMark, withoutSlashes } from './web/public-paths.ts'

type PageOptions = {
  /** Returns the settings with the current brand. */
  settings: () => Parameters<typeof preparePages>[0]
  /** The areas whose pages this server serves. */
  areas: readonly ('users' | 'admin')[]
}

// Not httpOnly, because scripts of the pages also set this cookie (web/theme.ts).
const themeCookieOptions = { ...cookieOptions, httpOnly: false, maxAge: 365 * 24 * 60 * 60 }
const assets = fileURLToPath(new URL('../dist/client/assets', import.meta.url))
const serverPath = /^\/(api|oidc|platform|forward-auth|auth-proxy|healthz|\.portico)(\/|$)/
/** Query parameters that lead to a page of the portal after a login (requirement RT-29). */
const redirectNames = ['redirect', 'redirectURL']

/**
 * Serves the documents and assets of the browser. A document without personal data is rendered at its first request and
 * cached; others are rendered for each request.
 */
export async function pages(
  server: FastifyInstance,
  { settings, areas }: PageOptions,
): Promise<void> {
  let prepared = await preparePages(settings(), currentBrand())
  const stopListening = onBrandChange(async () => {
    prepared = await preparePages(settings(), currentBrand())
  })
  server.addHook('onClose', (_, done) => {
    stopListening()
    done()
  })
  await server.register(async (scope) => {
    // The static plugin adds a charset to text types only.
    scope.addHook('onSend', async (_, reply) => {
      if (reply.getHeader('content-type') === 'image/svg+xml')
        reply.type('image/svg+xml; charset=utf-8')
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
    serveLogo(scope, config.brand)
    serveImages(scope)
    scope.get('/*', (request, reply) => {
      const { path, search } = addressOf(request)
      if (serverPath.test(path)) return reply.callNotFound()
      const { page, moved } = findPage(request, prepared, areas)
      if (moved !== undefined) return reply.redirect(moved, 302)
      logDroppedRedirects(search, originOf(request))
      return send(request, reply, page)
    })
  })
  server.setNotFoundHandler((request, reply) => {
    const { page, moved } = findPage(request, prepared, areas)
    const isPage = moved !== undefined || page.status !== 404
    const methods = isPage && !serverPath.test(addressOf(request).path) ? ['GET', 'HEAD'] : []
    return answerUnrouted(request, reply, methods)
  })
}

/** Returns the page at an address, or the address to which it has moved. */
function findPage(
  request: FastifyRequest,
  prepared: Pages,
  areas: PageOptions['areas'],
): { page: Page; moved?: string } {
  const { path, search } = addressOf(request)
  // True if this server and this host serve the area of a path. /unauthorized belongs to both areas.
  const isServed = (pagePath: string) => {
    // /admin itself and paths below it, but not /administrators.
    const isAdmin = /^\/admin(?![^/])/i.test(pagePath)
    const isArea = areas.includes(isAdmin ? 'admin' : 'users') && isOfHost(request, { isAdmin })
    return isArea || pagePath === links.unauthorized.path
  }
  const missing = prepared.missing(path)
  if (!isServed(path)) {
    return path === '/' && isServed(links.adminArea.path)
      ? { page: missing, moved: links.adminArea.path }
      : { page: missing }
  }
  const moved = movedPath(path, prepared)
  if (moved !== undefined) return { page: missing, moved: moved + search }
  const recordAddress = movedRecord(path, search)
  if (recordAddress !== undefined) return { page: missing, moved: recordAddress }
  // The browser adds the mark after the form was sent, so that a reload shows "Check your email".
  const isMailSent = path === links.forgotPassword.path && new URLSearchParams(search).has(sentMark)
  return { page: prepared.find(isMailSent ? sentPath : path) ?? missing }
}

/** Logs the redirect parameters whose targets are not paths of the portal. The login page ignores these targets. */
function logDroppedRedirects(search: string, origin: Origin): void {
  const query = new URLSearchParams(search)
  for (const name of redirectNames) {
    const target = query.get(name)
    if (target && ownPathOf(target) === undefined) logDroppedRedirect(name, target, origin)
  }
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
): Promise<FastifyReply> {
  // OpenID Connect Core §3.1.2.1: a platform may choose the language of the login.
  const requestedLocales = new URLSearchParams(addressOf(request).search).get('ui_locales')
  const locale = wantedLocale(requestedLocales) ?? localeOfRequest(request)
  const document = await documentOf(request, reply, page, locale)
  const encoding = acceptedEncoding(request)
  if (encoding) reply.header('content-encoding', encoding)
  if (page.isSecret) reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
  return reply
    .status(page.status)
    .headers({
      'content-security-policy': document.policy,
      'content-language': locale,
      vary: 'Accept-Language, Cookie, Accept-Encoding',
      'cache-control': page.isSecret ? 'no-store' : 'no-cache',
    })
    .type('text/html; charset=utf-8')
    .send(document[encoding ?? 'plain'])
}

/**
 * Returns the document of a page. For a logged-in user or admin, it contains their data. A login page contains the
 * facts of its URL (`LoginFacts`).
 */
async function documentOf(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  locale: Locale,
): Promise<Document> {
  const hasNoQuery = addressOf(request).search === ''
  const cookieTheme = themeOfRequest(request)
  if (page.area === undefined) {
    const login = page.isLogin ? await loginFactsOf(request) : undefined
    return (await page.documentIn(locale, login)).inTheme(cookieTheme)
  }
  if (page.area === 'admin') {
    const admin = await findPageAdmin(request)
    if (!admin) return (await page.documentIn(locale)).inTheme(cookieTheme)
    const { permissions } = admin.me
    // The data are those of the default period; a query may ask for another one.
    const data = await findAdminPageData(admin, hasNoQuery ? page.pathFor(permissions) : undefined)
    return page.documentFor(locale, { permissions, hasNoQuery, data }).inTheme(cookieTheme)
  }
  const user = await findPageUser(request)
  if (!user) return (await page.documentIn(locale)).inTheme(cookieTheme)
  const { permissions } = user.me
  const data = await findPageData(user, page.pathFor(permissions))
  const theme = user.me.theme ?? undefined
  // Stores the account's theme in a cookie, so that this browser's pages keep it after the logout.
  if (theme !== cookieTheme) reply.setCookie(cookies.theme, theme ?? 'system', themeCookieOptions)
  return page.documentFor(locale, { permissions, hasNoQuery, data }).inTheme(theme)
}

/**
 * Returns what a login page shows because of its URL: the platform that it leads to, and why the last session ended.
 * Undefined if the URL contains neither, or if the lookup fails.
 */
async function loginFactsOf(request: FastifyRequest): Promise<LoginFacts | undefined> {
  const { search } = addressOf(request)
  if (search === '') return undefined
  try {
    return await findLoginFacts(db, { search, origin: originOf(request) })
  } catch (error) {
    const details = { err: error, requestId: request.id }
    request.log.warn(details, 'the platform of a login could not be read')
    return undefined
  }
}

function addressOf(request: FastifyRequest): { path: string; search: string } {
  const [path = '/'] = request.url.split('?')
  return { path, search: request.url.slice(path.length) }
}

/**
 * Returns the target of a redirect from a short path or another spelling (capitals, trailing slashes); undefined for
 * every other path.
 */
function movedPath(path: string, prepared: Pages): string | undefined {
  const plainPath = withoutSlashes(path.toLowerCase()) || '/'
  const moved = movedPaths[plainPath]
  if (moved !== undefined) return moved
  if (plainPath === '/.well-known/change-password') return `${links.security.path}#change-password`
  const isKnown = (pagePath: string) => (prepared.find(pagePath)?.status ?? 404) !== 404
  // The case is kept if only a slash was added, because a token or an id may contain capitals.
  const withoutSlash = withoutSlashes(path) || '/'
  if (withoutSlash !== path && isKnown(withoutSlash)) return withoutSlash
  const isOtherSpelling = plainPath !== path && !isKnown(path) && isKnown(plainPath)
  return isOtherSpelling ? plainPath : undefined
}
