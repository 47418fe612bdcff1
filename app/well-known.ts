import type { FastifyInstance } from 'fastify'
import { locales } from '#contract/locale.ts'

const lifetimeMs = 180 * 24 * 60 * 60 * 1000

type About = { publicUrl: string; supportEmail: string }

/** What programs ask of any host; where a password is changed is an address of the pages. */
export function wellKnown(server: FastifyInstance, { publicUrl, supportEmail }: About): void {
  const security = [
    `Contact: mailto:${supportEmail}`,
    // RFC 9116 §2.5.5: less than a year, so that nobody relies on what is forgotten.
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
