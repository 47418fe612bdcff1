import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { commonErrors, Refusal } from '#contract/refusal.ts'

/** No path of ours is longer; what stands after `?` is limited by the size of the header only. */
const maxPathLength = 1_024

/** Refuses what no route has to expect. An early hook: of such a request, only the cookies are read before. */
export function refuseMalformed(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw }, _, done) => done(faultOf(raw)))
}

function faultOf(request: IncomingMessage): Refusal | undefined {
  const { url = '', httpVersionMajor } = request
  // RFC 9112 §3.2: without a host, or with two, proxy and server may read different ones. HTTP/0.9 has no headers.
  if (httpVersionMajor !== 1 || !hasOneHost(request)) return new Refusal(commonErrors.invalidInput)
  // RFC 9112 §6.1: a proxy that does not know the coding reads another end of the request.
  if (!/^(?:chunked)?$/i.test(request.headers['transfer-encoding'] ?? ''))
    return new Refusal(commonErrors.invalidInput)
  const query = url.indexOf('?')
  if ((query < 0 ? url.length : query) > maxPathLength) return new Refusal(commonErrors.notFound)
  return url.includes('%00') ? new Refusal(commonErrors.invalidInput) : undefined
}

function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((each, at) => at % 2 === 0 && /^host$/i.test(each)).length
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

/** An escape in JSON, that is behind an even number of backslashes. */
const nul = /(?<!\\)(?:\\\\)*\\u0000/
/** `JSON.stringify` writes half of a surrogate pair as an escape, and only that. */
const half = /(?<!\\)(?:\\\\)*\\ud[89a-f]/

/** Whether a JSON text holds NUL, which is no character of a text in PostgreSQL. */
export function holdsNul(json: string): boolean {
  return json.includes(String.raw`\u0000`) && nul.test(json)
}

/** Whether PostgreSQL takes a text of `JSON.stringify` as `jsonb`. */
export function isStorable(json: string): boolean {
  return !holdsNul(json) && !(json.includes(String.raw`\ud`) && half.test(json))
}
