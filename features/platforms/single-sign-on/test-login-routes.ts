import Fastify, { type FastifyInstance } from 'fastify'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { getPublicJwks } from '#domain/keys/signing-key.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { describeUser } from './claims.ts'
import { singleSignOn } from './routes.ts'

/** An authorization code with the parameters that a public client presents with it. */
type CodeOfTest = {
  clientId: string
  code: string
  redirectUri: string
  verifier: string
  nonce: string
}

type Claims = Record<string, unknown>

/**
 * The result of the exchange: claims, never a token. Otherwise the error of the endpoint that failed, or
 * `invalid_id_token` if a platform would reject the ID token.
 */
type RedeemedCode =
  | { idToken: Claims; userInfo: Claims; scope: string }
  | { error: string; description: string }

let internalProvider: Promise<FastifyInstance> | undefined

/**
 * Exchanges the code of a test login at the provider's own endpoints, inside this process, and verifies the ID token
 * with the published keys. The tokens end with this call: the caller deletes their client.
 */
async function redeemCode(test: CodeOfTest): Promise<RedeemedCode> {
  internalProvider ??= createInternalProvider().catch((error: unknown) => {
    // The next test login tries again.
    internalProvider = undefined
    throw error
  })
  const server = await internalProvider
  const form = {
    grant_type: 'authorization_code',
    client_id: test.clientId,
    code: test.code,
    redirect_uri: test.redirectUri,
    code_verifier: test.verifier,
  }
  const tokenResponse = await server.inject({
    method: 'POST',
    url: '/oidc/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: String(new URLSearchParams(form)),
  })
  const tokens = tokenResponse.json<Record<string, string>>()
  if (tokenResponse.statusCode !== 200) return errorOf(tokens)
  const idToken = await verifyIdToken(tokens['id_token'] ?? '', test)
  if (!idToken) return { error: 'invalid_id_token', description: '' }
  const authorization = `Bearer ${tokens['access_token']}`
  const userInfoResponse = await server.inject({ url: '/oidc/me', headers: { authorization } })
  const userInfo = userInfoResponse.json<Claims>()
  if (userInfoResponse.statusCode !== 200) return errorOf(userInfo)
  return { idToken, userInfo, scope: tokens['scope'] ?? '' }
}

/**
 * Creates a provider for this file alone, because a process that serves the admin area may serve no provider. Listens
 * on no port.
 */
async function createInternalProvider(): Promise<FastifyInstance> {
  const server = Fastify()
  server.addHook('onRequest', (request, _, done) => {
    // Replaces the cookie plugin, because these calls send no cookies.
    request.cookies = {}
    done()
  })
  await singleSignOn(server)
  return server
}

/** Returns the claims of an ID token; undefined if a platform would reject it (OpenID Connect Core §3.1.3.7). */
async function verifyIdToken(token: string, test: CodeOfTest): Promise<Claims | undefined> {
  const keys = createLocalJWKSet(await getPublicJwks(db, 'oidc'))
  const parties = { issuer: `${config.publicUrl}/oidc`, audience: test.clientId }
  const result = await jwtVerify(token, keys, parties).catch(() => undefined)
  return result?.payload['nonce'] === test.nonce ? result.payload : undefined
}

function errorOf(answer: Claims): RedeemedCode {
  const { error = '', error_description: description = '' } = answer
  return { error: String(error), description: String(description) }
}

/** The functions of the provider that the admin area needs to test a platform. */
export const openIdProvider = { redeem: redeemCode, describe: describeUser }
