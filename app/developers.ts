import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { config } from '#server/config.ts'
import { onBrandChange } from '#server/current-brand.ts'
import type { Server } from '#server/http.ts'
import { escapeHtml } from '#contract/mail.ts'
import { themeOfRequest } from '#server/page.ts'
import { adminMarks, fileOf, portalMark, type DeveloperPage } from './developer-page.ts'
import { addressOf, createFrame } from './developers-frame.ts'
import { isOfHost } from './hosts.ts'
import { adminPermissionsAt } from './identify.ts'
import { keepPrepared, prepare, sendPrepared, type Prepared } from './prepared.ts'
import * as links from '#contract/links.ts'

const buildFolder = new URL('../dist/developers/', import.meta.url)
const [adminBegin, adminEnd] = adminMarks
const forAdmins = new RegExp(`${adminBegin}[^]*?${adminEnd}`, 'g')

export const developersPath = '/developers'
export const adminDevelopersPath = '/admin/developers'

type Options = {
  /** True if calls of the admin area are documented for admins only, below /admin. */
  isSplit: boolean
  /** True if this server serves the admin area (SERVE). */
  servesAdmins: boolean
}

/** Serves the documentation for developers, which the build generates from docs/. */
export function developerPages(server: Server, { isSplit, servesAdmins }: Options): void {
  const index = readFileSync(new URL('index.json', buildFolder), 'utf8')
  const all = JSON.parse(index) as DeveloperPage[]
  const publicPages = isSplit ? all.filter(({ isAdmin }) => !isAdmin) : all
  servePages(server, {
    base: developersPath,
    pages: publicPages,
    omitsAdminText: isSplit,
    isAdmin: false,
  })
  if (isSplit && servesAdmins)
    servePages(server, {
      base: adminDevelopersPath,
      pages: all,
      omitsAdminText: false,
      isAdmin: true,
    })
  else if (servesAdmins) redirectToPublicPages(server, new Set(all.map(({ path }) => path)))
}

/** Redirects from the admin area to the public pages, because the admin area links to its own host. */
function redirectToPublicPages(server: Server, pagePaths: ReadonlySet<string>): void {
  const redirect = (request: FastifyRequest, reply: FastifyReply, path: string) =>
    pagePaths.has(path) && isOfHost(request, { isAdmin: true })
      ? reply.redirect(config.publicUrl + addressOf(developersPath, path), 302)
      : reply.callNotFound()
  server.get(adminDevelopersPath, (request, reply) => redirect(request, reply, ''))
  server.get<{ Params: { '*': string } }>(`${adminDevelopersPath}/*`, (request, reply) =>
    redirect(request, reply, request.params['*']),
  )
}

type Area = {
  base: string
  pages: readonly DeveloperPage[]
  /** True if text for admins is left out. */
  omitsAdminText: boolean
  /** True if the pages are at the host of the admin area, for admins only. */
  isAdmin: boolean
}

function servePages(server: Server, area: Area): void {
  const { base, pages, isAdmin } = area
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const cache = new Map<string, Promise<Prepared>>()
  let frame = createFrame(base, pages)
  const stopListening = onBrandChange(() => {
    cache.clear()
    frame = createFrame(base, pages)
  })
  server.addHook('onClose', (_, done) => {
    stopListening()
    done()
  })

  async function answer(request: FastifyRequest, reply: FastifyReply, path: string) {
    if (!isOfHost(request, { isAdmin })) return reply.callNotFound()
    if (isAdmin && !(await adminPermissionsAt(request)))
      return reply.redirect(links.adminLogin.path, 302)
    const headers = { policy: frame.policy, vary: 'Cookie, Accept-Encoding' }
    if (path === 'search.json') {
      const prepared = keepPrepared(cache, path, () =>
        prepare('application/json', frame.searchIndex()),
      )
      return sendPrepared(request, reply, await prepared, headers)
    }
    const page = byPath.get(path)
    if (!page) return reply.callNotFound()
    const theme = themeOfRequest(request)
    const prepared = keepPrepared(cache, `${path} ${theme ?? ''}`, async () =>
      prepare('text/html', frame.write(page, { text: await textOf(page, area), theme })),
    )
    return sendPrepared(request, reply, await prepared, headers)
  }

  server.get(base, (request, reply) => answer(request, reply, ''))
  server.get<{ Params: { '*': string } }>(`${base}/*`, (request, reply) => {
    const path = request.params['*']
    if (!path.endsWith('/') && path !== '') return answer(request, reply, path)
    const plainPath = path.split('/').filter(Boolean).join('/')
    const isKnown = byPath.has(plainPath) && isOfHost(request, { isAdmin })
    return isKnown ? reply.redirect(addressOf(base, plainPath), 301) : reply.callNotFound()
  })
}

async function textOf(
  page: DeveloperPage,
  { base, omitsAdminText, isAdmin }: Area,
): Promise<string> {
  const text = await readFile(new URL(fileOf(page.path), buildFolder), 'utf8')
  const visible = omitsAdminText ? text.replaceAll(forAdmins, '') : text
  return visible
    .replaceAll(portalMark, escapeHtml(config.publicUrl))
    .replaceAll(`href="${developersPath}`, `href="${base}`)
    .replaceAll(
      'href="/api/openapi.json"',
      `href="${isAdmin ? '/api/admin' : '/api'}/openapi.json"`,
    )
}
