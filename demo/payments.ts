import type { FastifyInstance } from 'fastify'
import type { RelyingParty } from './relying-party.ts'

/** A payment requires a login within the last five minutes. */
const maxAgeSeconds = 300

/**
 * Adds the platform's own API, as another server would offer it. It sees only the access token, and responds to a login
 * that is too old with a challenge (RFC 9470 §3).
 */
export function addPayments(server: FastifyInstance, party: RelyingParty): void {
  server.post('/api/payments', async (request, reply) => {
    const [, token = ''] = /^bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    const challenge = await challengeFor(token, party)
    if (challenge) return reply.status(401).header('www-authenticate', challenge).send({})
    return { paid: true }
  })
}

/** Returns undefined if the token's login is recent enough. */
async function challengeFor(token: string, party: RelyingParty): Promise<string | undefined> {
  if (token === '') return 'Bearer'
  const { active, auth_time: authTime } = await party.introspect(token)
  if (!active) return 'Bearer error="invalid_token"'
  const isOld = Date.now() / 1000 - Number(authTime) > maxAgeSeconds
  const description = 'error_description="The login is too old"'
  return isOld
    ? `Bearer error="insufficient_user_authentication", ${description}, max_age="${maxAgeSeconds}"`
    : undefined
}

export type PaymentResult = 'paid' | 'expired' | { maxAge: string }

/** Pays with an access token. Returns `maxAge` if the API requires a more recent login. */
export async function pay(url: string, accessToken: string): Promise<PaymentResult> {
  const headers = { authorization: `Bearer ${accessToken}` }
  const answer = await fetch(`${url}/api/payments`, { method: 'POST', headers })
  if (answer.ok) return 'paid'
  const challenge = answer.headers.get('www-authenticate') ?? ''
  const [, maxAge] = /insufficient_user_authentication.*max_age="(\d+)"/.exec(challenge) ?? []
  return maxAge === undefined ? 'expired' : { maxAge }
}
