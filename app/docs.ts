import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { authorize } from '#server/authorize.ts'
import { onBrandChange } from '#server/current-brand.ts'
import type { Server } from '#server/http.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { html } from '#server/page.ts'
import { contentSecurityPolicy, securityHeaders } from '#server/security-headers.ts'
import { acceptedEncoding } from './document.ts'

type Read = () => string | Promise<Buffer>
type Prepared = Awaited<ReturnType<typeof prepare>>

const resolve = createRequire(import.meta.url).resolve
const policy = contentSecurityPolicy([
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
])

/** `access` is that of the document and of the page. */
type DocsOptions = {
  base: '/api' | '/api/admin'
  title: () => string
  access: 'anyone' | 'admin'
  document: () => object
}

/** Serves the OpenAPI document and Swagger UI below `base`, without any other host. */
export function apiDocs(server: Server, { base, title, access, document }: DocsOptions): void {
  const files: Record<string, [type: string, read: Read]> = {
    '/openapi.json': ['application/json', () => JSON.stringify(document())],
    '/docs': ['text/html', () => page(title(), base)],
    '/docs/start.js': ['text/javascript', () => startAt(base)],
    '/docs/page.css': ['text/css', () => style],
    '/docs/viewer.js': ['text/javascript', () => readPackaged('swagger-ui-bundle.js')],
    '/docs/viewer.css': ['text/css', () => readPackaged('swagger-ui.css')],
  }
  const endpoint = { access } as Endpoint
  const stops: (() => void)[] = []
  server.addHook('onClose', (_, done) => {
    for (const stop of stops) stop()
    done()
  })
  for (const [path, [type, read]] of Object.entries(files)) {
    let prepared: Promise<Prepared> | undefined
    stops.push(onBrandChange(() => void (prepared = undefined)))
    server.get(base + path, async (request, reply) => {
      if (access === 'admin') await authorize(await server.identify(request, endpoint), endpoint)
      prepared ??= prepare(`${type}; charset=utf-8`, read)
      return send(request, reply, await prepared)
    })
  }
}

/** Fastify's copy of Swagger UI, since the package of its makers reports each installation. */
function readPackaged(name: string): Promise<Buffer> {
  return readFile(resolve(`@fastify/swagger-ui/static/${name}`))
}

async function prepare(type: string, read: Read) {
  const plain = Buffer.from(await read())
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`
  const [br, zipped] = await Promise.all([
    // Quality 11 would delay the first response by two seconds.
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    promisify(gzip)(plain, { level: 9 }),
  ])
  return { type, etag, plain, br, gzip: zipped }
}

function send(request: FastifyRequest, reply: FastifyReply, prepared: Prepared): FastifyReply {
  const { type, etag } = prepared
  reply.headers({
    ...securityHeaders(false),
    'content-security-policy': policy,
    // A shared cache would show the admins' document to everybody.
    'cache-control': 'private, no-cache',
    vary: 'Accept-Encoding',
    etag,
  })
  if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send()
  const encoding = acceptedEncoding(request)
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type(type).send(prepared[encoding ?? 'plain'])
}

function page(title: string, base: string): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${base}/docs/viewer.css" />
        <link rel="stylesheet" href="${base}/docs/page.css" />
        <script defer src="${base}/docs/viewer.js"></script>
        <script defer src="${base}/docs/start.js"></script>
      </head>
      <body>
        <main id="viewer"><a href="${base}/openapi.json">openapi.json</a></main>
      </body>
    </html>`.text
}

// No requests from this page: they would lack the CSRF token.
const startAt = (base: string) => `const isDark = matchMedia('(prefers-color-scheme: dark)').matches
document.documentElement.classList.toggle('dark-mode', isDark)
SwaggerUIBundle({
  url: '${base}/openapi.json',
  dom_id: '#viewer',
  deepLinking: true,
  supportedSubmitMethods: [],
  validatorUrl: null,
})
`

// The padlock of an operation names its cookie; there is no credential to enter.
const style = `
body { margin: 0 }
.swagger-ui .btn.authorize,
.swagger-ui .auth-container .wrapper:has(input),
.swagger-ui .response-col_links { display: none !important }
`
