import type { FastifyInstance } from 'fastify'
import { imageHash, imagePath } from '#contract/image.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { findImage } from '#domain/settings/image.ts'
import { db } from '#server/db.ts'
import { contentSecurityPolicy } from '#server/security-headers.ts'

/**
 * Serves each stored image by its hash, without authentication. Its content security policy allows nothing but the
 * image.
 */
export function serveImages(server: FastifyInstance): void {
  server.get<{ Params: { hash: string } }>(imagePath(':hash'), async ({ params }, reply) => {
    const { hash } = params
    const png = imageHash.safeParse(hash).success ? await findImage(db, hash) : undefined
    if (!png) throw new Refusal(commonErrors.notFound)
    return reply
      .headers({
        'content-security-policy': contentSecurityPolicy(['sandbox']),
        'cache-control': 'public, max-age=31536000, immutable',
      })
      .type('image/png')
      .send(png)
  })
}
