import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { securityHeaders } from '#server/security-headers.ts'
import { acceptedEncoding } from './document.ts'

export type Prepared = Awaited<ReturnType<typeof prepare>>

/** Compresses a response that is sent many times, and computes its ETag. */
export async function prepare(type: string, content: string) {
  const plain = Buffer.from(content)
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`
  const [br, zipped] = await Promise.all([
    // Quality 11 would delay the first response.
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    promisify(gzip)(plain, { level: 9 }),
  ])
  return { type: `${type}; charset=utf-8`, etag, plain, br, gzip: zipped }
}

/** Returns the response of this name. Creates it at the first call, and again if that failed. */
export function keepPrepared(
  cache: Map<string, Promise<Prepared>>,
  name: string,
  make: () => Promise<Prepared>,
): Promise<Prepared> {
  const prepared = cache.get(name) ?? make()
  cache.set(name, prepared)
  prepared.catch(() => cache.delete(name))
  return prepared
}

type HeaderValues = { policy: string; vary?: string }

/** Sends the response in the best encoding that the browser accepts; 304 if its copy is current. */
export function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, etag, ...contents }: Prepared,
  { policy, vary = 'Accept-Encoding' }: HeaderValues,
): FastifyReply {
  reply.headers({
    // Without HSTS, which a hook of the server sets.
    ...securityHeaders(false),
    'content-security-policy': policy,
    // A shared cache could show everyone what is for admins.
    'cache-control': 'private, no-cache',
    vary,
    etag,
  })
  if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send()
  const encoding = acceptedEncoding(request)
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type(type).send(contents[encoding ?? 'plain'])
}
