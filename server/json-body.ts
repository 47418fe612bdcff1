import type { FastifyInstance } from 'fastify'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { containsNul } from './malformed.ts'

/** Accepts JSON bodies in UTF-8 (RFC 8259 §8.1). Another charset answers 415; invalid UTF-8 or NUL answers 400. */
export function acceptJson(server: FastifyInstance): void {
  // Refuses the keys `__proto__` and `constructor.prototype`.
  const parseJson = server.getDefaultJsonParser('error', 'error')
  const decoder = new TextDecoder('utf-8', { fatal: true })
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const charset = /;\s*charset="?([^";\s]*)/i.exec(request.headers['content-type'] ?? '')?.[1]
    if (charset !== undefined && !/^utf-?8$/i.test(charset))
      return done(new Refusal(commonErrors.notJson), undefined)
    let text: string
    try {
      text = decoder.decode(body as Buffer)
    } catch {
      return done(new Refusal(commonErrors.invalidInput), undefined)
    }
    if (containsNul(text)) return done(new Refusal(commonErrors.invalidInput), undefined)
    return parseJson(request, text, done)
  })
}
