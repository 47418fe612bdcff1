import { authorize } from '#server/authorize.ts'
import { onBrandChange } from '#server/current-brand.ts'
import type { Server } from '#server/http.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { contentSecurityPolicy } from '#server/security-headers.ts'
import { keepPrepared, prepare, sendPrepared, type Prepared } from './prepared.ts'

/** Options of `apiDocs`. `access` says who may read the document. */
type DocsOptions = {
  base: '/api' | '/api/admin'
  access: 'anyone' | 'admin'
  document: () => Promise<object>
  /** Address of the documentation pages. */
  pages: string
}

const policy = contentSecurityPolicy()

/** Serves the OpenAPI document below `base`, and redirects the former address of the documentation to `pages`. */
export function apiDocs(server: Server, { base, access, document, pages }: DocsOptions): void {
  const endpoint = { access } as Endpoint
  const cache = new Map<string, Promise<Prepared>>()
  const stopListening = onBrandChange(() => cache.clear())
  server.addHook('onClose', (_, done) => {
    stopListening()
    done()
  })
  server.get(`${base}/openapi.json`, async (request, reply) => {
    if (access === 'admin') await authorize(await server.identify(request, endpoint), endpoint)
    const prepared = keepPrepared(cache, base, async () =>
      prepare('application/json', JSON.stringify(await document())),
    )
    return sendPrepared(request, reply, await prepared, { policy })
  })
  server.get(`${base}/docs`, (_, reply) => reply.redirect(pages, 301))
}
