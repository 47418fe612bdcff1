import './runtime.ts'
import type { EventEmitter } from 'node:events'
import { Provider, type Configuration } from 'oidc-provider'
import { locales } from '#contract/locale.ts'
import { listActiveKeys } from '#domain/signing-key.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { logger } from '#server/log.ts'
import { derivedKeys } from '#server/secret.ts'
import { recordsOf } from './adapter.ts'
import { acceptOldSecrets, fetchKeys, forgetOldKeys, loginScopes, ownScopes } from './client.ts'
import {
  accessPolicy,
  findAccount,
  requirePlatformAccess,
  mayIntrospect,
  mayRevoke,
} from './authorize-access.ts'
import { confirmPage, failurePage, loggedOutPage } from './pages.ts'
import { multiFactor, singleFactor, bindToPortalSession } from './portal-session.ts'

const longest = 12 * 60 * 60
const cookie = config.isSecure ? '__Secure-portico-op' : 'portico-op'
const cookieOptions = { httpOnly: true, sameSite: 'lax', secure: config.isSecure } as const

/** The OpenID provider, with the keys of the database. It is told otherwise only where it is measured. */
export async function makeProvider(otherwise: Configuration = {}): Promise<Provider> {
  const keys = await listActiveKeys(db, 'oidc')
  const provider = new Provider(`${config.publicUrl}/oidc`, {
    ...settings,
    jwks: { keys: keys.map((key) => key.privateJwk) },
    ...otherwise,
  })
  // The routes say which scheme it is, behind a proxy that ends TLS too; nothing a client sends counts.
  provider.proxy = config.isSecure
  const events: EventEmitter = provider
  events.on('server_error', (_, error) => logger.error({ err: error }, 'the provider failed'))
  events.on('error', (error) => logger.error({ err: error }, 'the provider failed'))
  bindToPortalSession(provider)
  acceptOldSecrets(provider)
  forgetOldKeys(provider)
  return provider
}

const settings: Configuration = {
  adapter: (model) => recordsOf(model),
  findAccount,
  loadExistingGrant: requirePlatformAccess,
  interactions: { policy: accessPolicy(), url: (_, interaction) => `/sign-on/${interaction.uid}` },
  cookies: {
    keys: derivedKeys('provider-cookie'),
    names: { session: cookie, interaction: `${cookie}-sign-on`, resume: `${cookie}-resume` },
    long: { ...cookieOptions, path: '/oidc' },
    short: cookieOptions,
  },
  responseTypes: ['code'],
  extraClientMetadata: { properties: ['pkce', 'credential_version', 'old_client_secret'] },
  // A token of the platform itself is good for as long as what it was asked for with (domain/platform-token.ts).
  extraTokenClaims: (ctx, token) =>
    token.kind === 'ClientCredentials'
      ? { credentialVersion: ctx.oidc.client?.['credential_version'] }
      : undefined,
  pkce: { required: (_, client) => client['pkce'] !== 'optional' },
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
  enabledJWA: { clientAuthSigningAlgValues: ['RS256', 'PS256', 'ES256', 'EdDSA'] },
  allowOmittingSingleRegisteredRedirectUri: false,
  scopes: [...loginScopes, ...ownScopes],
  acrValues: [multiFactor, singleFactor],
  claims: {
    openid: ['sub', 'auth_time', 'acr', 'amr'],
    profile: ['name', 'given_name', 'family_name', 'locale', 'zoneinfo', 'partner'],
    email: ['email'],
  },
  // Every record hangs on the portal's session by its row (adapter.ts). The library's own tie is a list inside its
  // session record, and of platforms entered at the same moment one overwrites what the other added (tried).
  expiresWithSession: () => false,
  // No token outlives the portal's session, so asking for offline access or not makes no difference.
  issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
  rotateRefreshToken: true,
  ttl: {
    AccessToken: 5 * 60,
    AuthorizationCode: 60,
    ClientCredentials: 5 * 60,
    IdToken: 5 * 60,
    Interaction: 60 * 60,
    Grant: longest,
    RefreshToken: longest,
    Session: longest,
  },
  features: {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    claimsParameter: { enabled: true },
    clientCredentials: { enabled: true },
    pushedAuthorizationRequests: { enabled: true },
    resourceIndicators: { enabled: false },
    introspection: { enabled: true, allowedPolicy: mayIntrospect },
    revocation: { enabled: true, allowedPolicy: mayRevoke },
    backchannelLogout: { enabled: true },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: confirmPage,
      postLogoutSuccessSource: loggedOutPage,
    },
  },
  fetch: fetchKeys,
  fetchResponseBodyLimits: { jwks_uri: 64 * 1024 },
  renderError: failurePage,
  clientBasedCORS: () => false,
  discovery: { ui_locales_supported: locales },
}
