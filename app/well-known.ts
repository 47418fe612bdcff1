import type { FastifyInstance } from 'fastify'
import { locales } from '#contract/locale.ts'

const lifetimeMs = 180 * 24 * 60 * 60 * 1000

type WellKnownOptions = { publicUrl: string; supportEmail: string }

/** Serves security.txt and passkey-endpoints; app/pages.ts redirects change-password. */
export function wellKnown(
  server: FastifyInstance,
  { publicUrl, supportEmail }: WellKnownOptions,
): void {
  const security = [
    `Contact: mailto:${supportEmail}`,
    // RFC 9116 §2.5.5 recommends less than a year.
    `Expires: ${new Date(Date.now() + lifetimeMs).toISOString()}`,
    `Preferred-Languages: ${locales.join(', ')}`,
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
  server.get('/.well-known/security.txt', (_, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(security),
  )
  server.get('/.well-known/passkey-endpoints', (_, reply) =>
    reply.type('application/json').header('cache-control', 'no-cache').send('{}'),
  )
}
