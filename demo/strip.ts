import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { overview } from '#contract/admin-links.ts'
import { companyArea, home } from '#contract/links.ts'
import { langOf, locales, type Locale } from '#contract/locale.ts'
import { findAdminByEmail } from '#domain/accounts/admin.ts'
import { adminLogins, openSession, userLogins } from '#domain/sign-in/login.ts'
import { findUserByEmail } from '#domain/accounts/user.ts'
import { config } from '#server/config.ts'
import { adminCookies, cookieOptions, cookies } from '#server/cookies.ts'
import { visitorOf } from '#server/csrf.ts'
import { db, transaction } from '#server/db.ts'
import { originOf, type Server } from '#server/http.ts'
import { html } from '#server/page.ts'
import { isTokenFor, tokenFor } from '#server/secret.ts'
import { contentSecurityPolicy } from '#server/security-headers.ts'
import { colleagueEmail } from './past.ts'
import { demoAdminEmail, demoEmail } from './seed.ts'

/** The accounts that the strip logs in as, and their start pages. */
const parts = {
  customer: { email: demoEmail, area: userLogins, path: home.path },
  companyOwner: { email: demoEmail, area: userLogins, path: companyArea.path },
  support: { email: colleagueEmail('support'), area: adminLogins, path: overview.path },
  auditor: { email: colleagueEmail('auditor'), area: adminLogins, path: overview.path },
  owner: { email: demoAdminEmail, area: adminLogins, path: overview.path },
} as const
type Part = keyof typeof parts

const messages: Record<Locale, Record<Part | 'title', string>> = {
  en: {
    title: 'Demo: look as',
    customer: 'Customer',
    companyOwner: 'Company owner',
    support: 'Support',
    auditor: 'Auditor',
    owner: 'Owner',
  },
  ar: {
    title: 'عرض تجريبي: الدخول بصفة',
    customer: 'عميل',
    companyOwner: 'مالك شركة',
    support: 'دعم',
    auditor: 'مدقق',
    owner: 'مالك',
  },
  fr: {
    title: 'Démo : voir en tant que',
    customer: 'Client',
    companyOwner: 'Propriétaire d’entreprise',
    support: 'Assistance',
    auditor: 'Auditeur',
    owner: 'Propriétaire',
  },
  es: {
    title: 'Demo: ver como',
    customer: 'Cliente',
    companyOwner: 'Propietario de empresa',
    support: 'Soporte',
    auditor: 'Auditor',
    owner: 'Propietario',
  },
  zh: {
    title: '演示：查看身份',
    customer: '客户',
    companyOwner: '公司所有者',
    support: '客服',
    auditor: '审计员',
    owner: '所有者',
  },
}
const style = readFileSync(new URL('strip.css', import.meta.url), 'utf8')
const enterScript = `
  const { mark, path } = document.currentScript.dataset
  localStorage.setItem(mark, 'true')
  location.replace(path)`
/** The address at which a login that a platform requested continues. */
const signOn = /^\/sign-on\/[\w-]+$/
const formType = 'application/x-www-form-urlencoded'
const loopback = ['127.0.0.1', '::1', 'localhost']

/**
 * Adds a strip to each page that logs in as a demo account with one click. It asks for no password, so it is only added
 * on http://localhost with a server that listens on loopback.
 */
export function addStrip(server: Server): void {
  const { hostname, host, origin } = new URL(config.publicUrl)
  if (hostname !== 'localhost' || !loopback.includes(config.host)) return
  server.addHook('onRequest', (request, reply, done) => {
    if (request.method === 'GET' && isDocument(request)) {
      // The page must not be compressed, so that the strip can be inserted.
      delete request.headers['accept-encoding']
      // The visitor's cookie can be set only before the response is sent.
      visitorOf(request, reply)
    }
    done()
  })
  server.addHook('onSend', (request, reply, payload, done) => {
    const isPage = Buffer.isBuffer(payload) && request.method === 'GET' && isDocument(request)
    if (!isPage || request.headers.host !== host) return done(null, payload)
    const page = payload
      .toString('utf8')
      .replace('</body>', () => `${stripOf(request, reply)}</body>`)
    reply.removeHeader('content-length')
    done(null, page)
  })
  server.get('/demo/enter.js', (_, reply) => reply.type('text/javascript').send(enterScript))
  server.get('/demo/strip.css', (_, reply) => reply.type('text/css; charset=utf-8').send(style))
  server.register(async (scope: FastifyInstance) => {
    // Only forms, because JSON could contain values other than strings.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(formType, { parseAs: 'string' }, (_, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(body as string)))
    })
    scope.post('/demo/look-as', async (request, reply) => {
      const {
        part = '',
        token = '',
        redirect = '',
      } = (request.body ?? {}) as Record<string, string>
      const isOwn = request.headers.host === host && isSentBy(origin, request)
      if (!isOwn || !isTokenFor('csrf', ownerOf(request, reply), token) || !isPart(part))
        return reply
          .status(403)
          .type('text/plain; charset=utf-8')
          .send('Reload the page and try again.')
      await logInAs(request, reply, part)
      const { area } = parts[part]
      const path = area === userLogins && signOn.test(redirect) ? redirect : parts[part].path
      // The browser's mark of a login (web/browser-storage.ts); without it, pages do not request the session.
      const mark = area === adminLogins ? 'adminLogin' : 'login'
      return reply
        .header('content-security-policy', contentSecurityPolicy(["script-src 'self'"]))
        .type('text/html; charset=utf-8')
        .send(
          html`<!doctype html><title>Portico</title>
            <script src="/demo/enter.js" data-mark="${mark}" data-path="${path}"></script>`.text,
        )
    })
  })
}

const ownerOf = (request: FastifyRequest, reply: FastifyReply) =>
  `demo ${visitorOf(request, reply)}`
const isPart = (part: string): part is Part => Object.hasOwn(parts, part)

/**
 * Returns true for the own origin. A page that sends no referrer sends the origin `null`, but the browser still reports
 * same-origin.
 */
function isSentBy(origin: string, { headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return headers.origin === origin || (headers.origin === 'null' && site === 'same-origin')
}

/** Returns true for a page that a browser shows, rather than a resource of a page. */
function isDocument({ headers, url }: FastifyRequest): boolean {
  return String(headers.accept).includes('text/html') && !url.startsWith('/api/')
}

function stripOf(request: FastifyRequest, reply: FastifyReply): string {
  const token = tokenFor('csrf', ownerOf(request, reply))
  const buttons = (Object.keys(parts) as Part[]).map(
    (part) => `<button name="part" value="${part}">${inEachLanguage(part)}</button>`,
  )
  return [
    '<link rel="stylesheet" href="/demo/strip.css"><aside class="demo-strip">',
    `<p id="demo-strip">${inEachLanguage('title')}</p>`,
    '<form method="post" action="/demo/look-as" aria-labelledby="demo-strip">',
    html`<input type="hidden" name="token" value="${token}" />`.text,
    html`<input type="hidden" name="redirect" value="${redirectOf(request)}" />`.text,
    ...buttons,
    '</form></aside>',
  ].join('')
}

/** Returns the login that the address continues; empty if there is none. The address need not be a valid URL. */
function redirectOf({ url }: FastifyRequest): string {
  const [, search = ''] = url.split('?')
  const redirect = new URLSearchParams(search).get('redirect') ?? ''
  return signOn.test(redirect) ? redirect : ''
}

/** Returns the text in all languages, because the language of the page may change without a new page. */
function inEachLanguage(name: Part | 'title'): string {
  return locales
    .map((locale) => html`<span lang="${langOf(locale)}">${messages[locale][name]}</span>`.text)
    .join('')
}

/** Logs in; the audit log records a login with the method `demo`. */
async function logInAs(request: FastifyRequest, reply: FastifyReply, part: Part): Promise<void> {
  const { email, area } = parts[part]
  const isAdmin = area === adminLogins
  const account = await (isAdmin ? findAdminByEmail(db, email) : findUserByEmail(db, email))
  if (!account) throw new Error(`${email} is not in the demo`)
  const { session: name } = isAdmin ? adminCookies : cookies
  const origin = { ...originOf(request), sessionToken: request.cookies[name] }
  const login = { accountId: account.id, origin, methods: ['pwd', 'otp'] }
  const session = await transaction(db, (tx) => openSession(tx, area, login, { method: 'demo' }))
  reply.setCookie(name, session.token, cookieOptions)
  if (session.browserToken !== undefined)
    reply.setCookie(cookies.browser, session.browserToken, cookieOptions)
}
