import { timingSafeEqual } from 'node:crypto'
import { errors, type AdapterPayload, type Client, type Provider } from 'oidc-provider'
import { isApiClientId } from '#contract/api.ts'
import { isServiceAccountId } from '#contract/machine.ts'
import { extraScopes, loginScopes } from '#contract/scope.ts'
import { findServiceClient, type ServiceAccount } from '#domain/service-accounts/service-account.ts'
import { findSubsystem, type Subsystem } from '#domain/platforms/subsystem.ts'
import { findTestedPlatform, scopesOfLogin, testRedirectUri } from '#domain/platforms/test-login.ts'
import { db } from '#server/db.ts'
import { logger } from '#server/log.ts'
import { callOutside } from '#server/outbound.ts'
import { tokenHash } from '#server/secret.ts'
import { findApiClient } from './apis.ts'
import { metadataOf } from './assurance.ts'
import { clientCredentialScopes } from './claims.ts'
import { currentRequest } from './oidc-request.ts'

/** Finds a platform, a service account or an API by its client id, as metadata of a client. */
export async function findClient(id: string): Promise<AdapterPayload | undefined> {
  if (isServiceAccountId(id)) {
    const service = await findServiceClient(db, id, currentRequest().origin.ipAddress)
    if (service) return clientOfService(service)
  }
  if (isApiClientId(id)) return findApiClient(id)
  const testedId = await findTestedPlatform(db, id)
  const subsystem = await findSubsystem(db, testedId ?? id)
  if (!subsystem) return undefined
  if (testedId !== undefined) return testClientOf(id, subsystem)
  const { clientSecretHash, oldClientSecretHash, jwks, jwksUri, backchannelLogoutUri } = subsystem
  const hasLogin = subsystem.redirectUris.length > 0
  // A deactivated platform remains a client for logins, so that the user sees why access is refused. It loses its own
  // scopes.
  const hasOwnScopes = subsystem.mayInvite && subsystem.active
  // A platform that uses only forward-auth has no redirect URI, so it is not a client.
  if (!hasLogin && !hasOwnScopes) return undefined
  return {
    client_id: subsystem.id,
    client_name: subsystem.name,
    client_uri: subsystem.url,
    redirect_uris: subsystem.redirectUris,
    post_logout_redirect_uris: subsystem.postLogoutUris,
    response_types: hasLogin ? ['code'] : [],
    grant_types: [
      ...(hasLogin ? ['authorization_code', 'refresh_token'] : []),
      ...(hasOwnScopes ? ['client_credentials'] : []),
    ],
    scope: [
      ...(hasLogin ? loginScopes : []),
      // Unknown scopes of a later version would make the client invalid.
      ...extraScopes.filter((scope) => hasLogin && subsystem.extraScopes.includes(scope)),
      ...(hasOwnScopes ? clientCredentialScopes : []),
    ].join(' '),
    token_endpoint_auth_method: authMethodOf(subsystem),
    pkce: subsystem.pkce,
    id_token_claims: subsystem.idTokenClaims,
    credential_version: subsystem.credentialVersion,
    authentication_version: subsystem.authenticationVersion,
    has_apis: subsystem.apis.length > 0,
    ...metadataOf(subsystem),
    // These are hashes, because compareSecretHashes compares hashes.
    ...(clientSecretHash && { client_secret: clientSecretHash.toString('base64url') }),
    ...(oldClientSecretHash && { old_client_secret: oldClientSecretHash.toString('base64url') }),
    ...(jwks && { jwks }),
    ...(jwksUri !== null && { jwks_uri: jwksUri }),
    ...(backchannelLogoutUri !== null && {
      backchannel_logout_uri: backchannelLogoutUri,
      backchannel_logout_session_required: true,
    }),
  }
}

/** Returns a service account as a client that may only request tokens for itself, with a signed assertion. */
function clientOfService(service: ServiceAccount): AdapterPayload {
  const { id, name, scopes, jwks, jwksUri, credentialVersion } = service
  return {
    client_id: id,
    client_name: name,
    redirect_uris: [],
    response_types: [],
    grant_types: ['client_credentials'],
    scope: scopes.join(' '),
    token_endpoint_auth_method: 'private_key_jwt',
    credential_version: credentialVersion,
    ...(jwks && { jwks }),
    ...(jwksUri !== null && { jwks_uri: jwksUri }),
  }
}

/**
 * Returns the client of a test login: a public client with PKCE and the platform's scopes. Only the admin area gets its
 * tokens.
 */
function testClientOf(id: string, subsystem: Subsystem): AdapterPayload {
  return {
    client_id: id,
    client_name: subsystem.name,
    client_uri: subsystem.url,
    redirect_uris: [testRedirectUri(subsystem.id)],
    response_types: ['code'],
    grant_types: ['authorization_code'],
    scope: scopesOfLogin(subsystem).join(' '),
    token_endpoint_auth_method: 'none',
    pkce: 'required',
    id_token_claims: subsystem.idTokenClaims,
    ...metadataOf({ ...subsystem, idleMinutes: null }),
  }
}

/** Returns the authentication method. For `client_secret_basic`, the library accepts `client_secret_post`, too. */
function authMethodOf({ clientSecretHash, jwks, jwksUri }: Subsystem) {
  if (jwks || jwksUri !== null) return 'private_key_jwt'
  return clientSecretHash === null ? 'none' : 'client_secret_basic'
}

/** Makes the provider compare client secrets with their stored hashes. */
export function compareSecretHashes({ Client }: Provider): void {
  Client.prototype.compareClientSecret = isSecretOf
}

/** Returns true if a secret matches the current hash or, during its grace period, the previous one. */
async function isSecretOf(this: Client, secret: string): Promise<boolean> {
  const hash = tokenHash(secret)
  return [this.clientSecret, this['old_client_secret']].some(
    (stored) =>
      typeof stored === 'string' && timingSafeEqual(Buffer.from(stored, 'base64url'), hash),
  )
}

/** Maximum lifetime in seconds of a client assertion. */
const assertionSeconds = 5 * 60
/** Permitted difference in seconds between the clocks of a client and of the provider. */
export const clockTolerance = 60

/**
 * Throws `invalid_client` unless the assertion was issued and expires within five minutes of now: a service account's
 * token counts as a recent step-up (server/authorize.ts). The library has already rejected expired assertions.
 */
export function requireRecentAssertion(_: unknown, { iat, exp }: Record<string, unknown>): void {
  if (typeof iat !== 'number')
    throw new errors.InvalidClientAuth(
      'issue time (iat) must be provided in the client_assertion JWT',
    )
  const now = Date.now() / 1000
  const maxSeconds = assertionSeconds + clockTolerance
  if (iat > now + clockTolerance) throw new errors.InvalidClientAuth('jwt issued in the future')
  if (Number(exp) > now + maxSeconds || iat < now - maxSeconds)
    throw new errors.InvalidClientAuth(
      'the client_assertion JWT must be issued and expire within five minutes',
    )
}

type KeyStore = { stale: () => boolean; clear: () => void }

const maxCachedClients = 1_000

/**
 * Caches parsed clients by revision, because parsing costs more than the rest of a call. Parses a client of unknown
 * revision each time. Drops stale keys of a `jwks_uri`, because the library refetches only to find an unknown key, so a
 * withdrawn key would stay valid.
 */
export function cacheClients({ Client }: Provider): void {
  const find = Client.find.bind(Client)
  const cachedClients = new Map<string, { revision: string; client: Client }>()
  Client.find = async (id) => {
    const { facts, browser } = currentRequest()
    const clientFacts = (facts ?? browser)?.client
    const revision = clientFacts?.id === id ? clientFacts.revision : undefined
    const cached = cachedClients.get(id)
    const client = cached && cached.revision === revision ? cached.client : await find(id)
    if (client && revision !== undefined && client !== cached?.client) {
      cachedClients.delete(id)
      // The first key of a map is the one that was added first.
      if (cachedClients.size >= maxCachedClients)
        cachedClients.delete([...cachedClients.keys()][0]!)
      cachedClients.set(id, { revision, client })
    }
    const keys = client?.jwksUri ? (client['asymmetricKeyStore'] as KeyStore) : undefined
    if (keys?.stale()) keys.clear()
    return client
  }
}

/**
 * Fetches the keys of a platform from its registered `jwks_uri`. Returns only the body, so the library caches the keys
 * for one minute regardless of the response headers.
 */
export async function fetchPlatformKeys(url: string | URL | Request): Promise<Response> {
  const address = url instanceof Request ? url.url : String(url)
  const { status, body } = await callOutside(address, { headers: { accept: 'application/json' } })
  if (status !== 200) logger.warn({ address, status }, "a platform's keys were not found")
  return new Response(new Uint8Array(body), { status })
}
