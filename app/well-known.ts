import type { FastifyInstance, FastifyReply } from 'fastify'
import * as links from '#contract/links.ts'
import { locales } from '#contract/locale.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { config } from '#server/config.ts'
import { currentBrand } from '#server/current-brand.ts'

/** Lifetime of security.txt, from its request. */
const lifetimeMs = 180 * 24 * 60 * 60 * 1000

/**
 * Serves security.txt and the documents about passkeys that browsers request. `/.well-known/change-password` is a
 * redirect of app/pages.ts.
 */
export function wellKnown(server: FastifyInstance): void {
  server.get('/.well-known/security.txt', (_, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(securityText()),
  )
  const { mode } = config.passkeys.users
  const passkeysPage = `${config.publicUrl}${links.security.path}#passkeys`
  const endpoints = mode === 'off' ? {} : { enroll: passkeysPage, manage: passkeysPage }
  server.get('/.well-known/passkey-endpoints', (_, reply) => sendJson(reply, endpoints))
  server.get('/.well-known/webauthn', ({ hostname }, reply) => {
    const origins = relatedOriginsAt(hostname)
    if (origins.length === 0) throw new Refusal(commonErrors.notFound)
    return sendJson(reply, { origins })
  })
}

function securityText(): string {
  return [
    `Contact: mailto:${currentBrand().supportEmail}`,
    // RFC 9116 §2.5.5 recommends less than a year.
    `Expires: ${new Date(Date.now() + lifetimeMs).toISOString()}`,
    `Preferred-Languages: ${locales.join(', ')}`,
    `Canonical: ${config.publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
}

/**
 * Returns the origins that may use the passkeys of a host; empty if that is only its own origin (WebAuthn, "Related
 * Origin Requests").
 */
function relatedOriginsAt(hostname: string): string[] {
  const areas = Object.values(config.passkeys).filter(
    ({ mode, rpId, origins }) => mode !== 'off' && rpId === hostname && origins.length > 1,
  )
  return [...new Set(areas.flatMap(({ origins }) => origins))]
}

function sendJson(reply: FastifyReply, answer: object): FastifyReply {
  return reply
    .type('application/json')
    .header('cache-control', 'no-cache')
    .send(JSON.stringify(answer))
}
