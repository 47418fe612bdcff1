import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { commonErrors, Refusal } from '#contract/refusal.ts'

/** The maximum length of a path, in characters. Only the maximum header size limits the query. */
const maxPathLength = 1_024

/** Refuses malformed requests, so that routes need not expect them. Runs early: only the cookies are parsed before. */
export function refuseMalformed(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw }, _, done) => done(faultOf(raw)))
}

function faultOf(request: IncomingMessage): Refusal | undefined {
  const { url = '', httpVersionMajor } = request
  // With no or two Host headers, proxy and server may see different hosts (RFC 9112 §3.2). HTTP/0.9 has no headers.
  if (httpVersionMajor !== 1 || !hasOneHost(request)) return new Refusal(commonErrors.invalidInput)
  // A proxy that does not support the coding would find a different end of the request (RFC 9112 §6.1).
  if (!/^(?:chunked)?$/i.test(request.headers['transfer-encoding'] ?? ''))
    return new Refusal(commonErrors.invalidInput)
  const [path = ''] = url.split('?', 1)
  if (path.length > maxPathLength) return new Refusal(commonErrors.notFound)
  return url.includes('%00') ? new Refusal(commonErrors.invalidInput) : undefined
}

function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((each, index) => index % 2 === 0 && /^host$/i.test(each)).length
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

/** Matches the escape of NUL in JSON, which follows an even number of backslashes. */
const escapedNul = /(?<!\\)(?:\\\\)*\\u0000/
/** Matches half of a surrogate pair; `JSON.stringify` escapes surrogates only if they are not paired. */
const loneSurrogate = /(?<!\\)(?:\\\\)*\\ud[89a-f]/

/** Returns true if a JSON text contains NUL, which PostgreSQL cannot store in a text. */
export function containsNul(json: string): boolean {
  return json.includes(String.raw`\u0000`) && escapedNul.test(json)
}

/** Returns true if PostgreSQL accepts a text of `JSON.stringify` as `jsonb`. */
export function isStorable(json: string): boolean {
  return !containsNul(json) && !(json.includes(String.raw`\ud`) && loneSurrogate.test(json))
}
