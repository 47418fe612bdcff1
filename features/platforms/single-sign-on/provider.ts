import './node-lts.ts' // before oidc-provider
import type { EventEmitter } from 'node:events'
import type { Configuration, Provider } from 'oidc-provider'
import { acrs } from '#contract/assurance.ts'
import { locales } from '#contract/locale.ts'
import { getKeySetFingerprint, listActiveKeys } from '#domain/keys/signing-key.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { logger } from '#server/log.ts'
import { derivedKeys } from '#server/secret.ts'
import { mayReadFromPage, omitContentTypeOfEmptyResponses } from './browser-clients.ts'
import { createAdapter } from './adapter.ts'
import { apiClaimsOf, requireAllowedScopes, resourceIndicators } from './apis.ts'
import { allScopes, claimsByScope } from './claims.ts'
import {
  cacheClients,
  clockTolerance,
  compareSecretHashes,
  fetchPlatformKeys,
  requireRecentAssertion,
} from './client.ts'
import {
  createInteractionPolicy,
  findAccount,
  findOrCreateGrant,
  canIntrospect,
  loginClaimsOfToken,
  promptValues,
  refuseRegistration,
} from './authorize-access.ts'
import { providerCookie } from './oidc-request.ts'
import { confirmPage, failurePage, loggedOutPage, renderForms } from './pages.ts'
import { recordRefusals } from './refusals.ts'
import { bindToPortalSession, endSessionOnLogout } from './portal-session.ts'
import { PortalProvider } from './token-writes.ts'

const clientAuthMethods = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'none',
] as const
const assertionAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const
const sessionSeconds = config.sessionHours * 60 * 60
/** Lifetime in seconds of a session without a user: it holds only the confirmation of one logout. */
const anonymousSessionSeconds = 10 * 60
const cookieOptions = { httpOnly: true, sameSite: 'lax', secure: config.isSecure } as const

/** Interval in milliseconds between checks for rotated keys: well below `leadTime` in domain/keys/signing-key.ts. */
const reloadEveryMs = 1_000

type LoadedProvider = {
  provider: Provider
  answer: ReturnType<Provider['callback']>
  fingerprint: string
}

/**
 * Creates a loader of the provider. The loader recreates it after a key rotation: immediately if the caller passes the
 * current `keySet` (a fingerprint), otherwise within a second.
 */
export async function createProviderLoader(): Promise<
  (keySet?: string) => Promise<LoadedProvider>
> {
  let current = await load()
  let checkedAt = Date.now()
  let pendingCheck: Promise<void> | undefined

  function mustCheck(keySet?: string): boolean {
    if (keySet !== undefined) return keySet !== current.fingerprint
    return Date.now() - checkedAt >= reloadEveryMs
  }

  async function check(keySet?: string): Promise<void> {
    const fingerprint = keySet ?? (await getKeySetFingerprint(db, 'oidc'))
    if (fingerprint !== current.fingerprint) current = await load()
    checkedAt = Date.now()
  }

  return async (keySet) => {
    // A running check may have read the keys before the rotation that this caller knows of.
    if (pendingCheck && mustCheck(keySet)) await pendingCheck
    if (mustCheck(keySet)) {
      // Concurrent callers share one check.
      pendingCheck ??= check(keySet).finally(() => {
        pendingCheck = undefined
      })
      await pendingCheck
    }
    return current
  }
}

async function load(): Promise<LoadedProvider> {
  // The fingerprint is read before the keys: if they change in between, they are loaded again.
  const fingerprint = await getKeySetFingerprint(db, 'oidc')
  const provider = await createProvider()
  endSessionOnLogout(provider)
  renderForms(provider)
  omitContentTypeOfEmptyResponses(provider)
  return { provider, answer: provider.callback(), fingerprint }
}

/** Creates the OpenID provider with the keys of the database. */
async function createProvider(): Promise<Provider> {
  const keys = await listActiveKeys(db, 'oidc')
  const provider = new PortalProvider(`${config.publicUrl}/oidc`, {
    ...settings,
    jwks: { keys: keys.map((key) => key.privateJwk) },
  })
  // The library then takes its URL from forwarded headers. The routes overwrite them with PUBLIC_URL, so no client's
  // headers are trusted.
  provider.proxy = config.isSecure
  const events: EventEmitter = provider
  events.on('error', logFailure)
  events.on('server_error', (_, error) => logFailure(error))
  bindToPortalSession(provider)
  recordRefusals(provider)
  compareSecretHashes(provider)
  cacheClients(provider)
  return provider
}

function logFailure(err: unknown): void {
  logger.error({ err }, 'the OpenID provider failed')
}

const settings: Configuration = {
  adapter: (model) => createAdapter(model),
  findAccount,
  loadExistingGrant: findOrCreateGrant,
  interactions: {
    policy: createInteractionPolicy(),
    url: (_, interaction) => `/sign-on/${interaction.uid}`,
  },
  cookies: {
    keys: derivedKeys('provider-cookie'),
    names: {
      session: providerCookie,
      interaction: `${providerCookie}-sign-on`,
      resume: `${providerCookie}-resume`,
    },
    long: { ...cookieOptions, path: '/oidc' },
    short: cookieOptions,
  },
  responseTypes: ['code'],
  extraClientMetadata: {
    properties: [
      'pkce',
      'credential_version',
      'authentication_version',
      'old_client_secret',
      'id_token_claims',
      'required_acr',
      'has_idle_time',
      'has_apis',
      'api_id',
    ],
  },
  // A client credentials token is valid until the platform's credentials change (domain/platforms/subsystem.ts).
  extraTokenClaims: (ctx, token) =>
    token.kind === 'ClientCredentials'
      ? { credentialVersion: ctx.oidc.client?.['credential_version'] }
      : { ...loginClaimsOfToken(ctx), ...apiClaimsOf(ctx, token) },
  pkce: { required: (_, client) => client['pkce'] !== 'optional' },
  clientAuthMethods: [...clientAuthMethods],
  enabledJWA: { clientAuthSigningAlgValues: [...assertionAlgorithms] },
  // Applies to client assertions. The lifetime of codes and tokens is checked in the database (records.ts).
  clockTolerance,
  assertJwtClientAuthClaimsAndHeader: requireRecentAssertion,
  allowOmittingSingleRegisteredRedirectUri: false,
  scopes: allScopes,
  extraParams: { prompt: refuseRegistration, resource: requireAllowedScopes },
  acrValues: acrs,
  claims: claimsByScope,
  // The claims of an ID token depend on the platform's registration (claims.ts).
  conformIdTokenClaims: false,
  // Records reference the portal's session in the database (adapter.ts). The library's own list in its session record
  // loses entries when two platforms are opened concurrently.
  expiresWithSession: () => false,
  // No token outlives the portal's session, so `offline_access` does not exist and is ignored as an unknown scope.
  issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
  // RFC 9700 §4.14.2: a public client's token is replaced at each use. A client that authenticates keeps its token, so
  // that concurrent refreshes and lost responses do not end the grant.
  rotateRefreshToken: ({ oidc }) => oidc.client?.clientAuthMethod === 'none',
  ttl: {
    AccessToken: 5 * 60,
    AuthorizationCode: 60,
    ClientCredentials: 5 * 60,
    IdToken: 5 * 60,
    Interaction: 60 * 60,
    Grant: sessionSeconds,
    RefreshToken: sessionSeconds,
    Session: (_, { accountId }) =>
      accountId === undefined ? anonymousSessionSeconds : sessionSeconds,
  },
  features: {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    claimsParameter: { enabled: true },
    clientCredentials: { enabled: true },
    pushedAuthorizationRequests: { enabled: true },
    resourceIndicators,
    introspection: { enabled: true, allowedPolicy: canIntrospect },
    revocation: {
      enabled: true,
      // RFC 7009 §2.1: a platform may revoke only its own tokens.
      allowedPolicy: async (_, { clientId }, token) => token.clientId === clientId,
    },
    backchannelLogout: { enabled: true },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: confirmPage,
      postLogoutSuccessSource: loggedOutPage,
    },
  },
  fetch: fetchPlatformKeys,
  fetchResponseBodyLimits: { jwks_uri: 64 * 1024 },
  renderError: failurePage,
  clientBasedCORS: mayReadFromPage,
  discovery: {
    ui_locales_supported: locales,
    prompt_values_supported: promptValues,
    // RFC 8414 §2: these endpoints authenticate clients in the same way as the token endpoint.
    revocation_endpoint_auth_methods_supported: clientAuthMethods,
    revocation_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    introspection_endpoint_auth_methods_supported: clientAuthMethods,
    introspection_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
  },
}
