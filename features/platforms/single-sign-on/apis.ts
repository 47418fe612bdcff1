import './node-lts.ts' // before oidc-provider
import {
  errors,
  Provider,
  type AdapterPayload,
  type Client,
  type Configuration,
  type Grant,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import {
  hasAnyScope,
  findApi,
  findApiOfPlatform,
  listApisOfPlatform,
  type Api,
  type ApiForPlatform,
} from '#domain/service-accounts/api.ts'
import { db } from '#server/db.ts'
import { allScopes } from './claims.ts'
import { currentRequest } from './oidc-request.ts'

/** Resource of a login that names no API. Its token requests then name any API that the platform may request. */
const anyApi = 'urn:portico:any-api'

type ResourceIndicators = NonNullable<NonNullable<Configuration['features']>['resourceIndicators']>

/**
 * Settings for resource indicators (RFC 8707). A token for an API has the API's id as `aud` and only the API's scopes,
 * and is not accepted by userinfo.
 */
export const resourceIndicators: ResourceIndicators = {
  enabled: true,
  // The token request need not repeat the API of the login.
  useGrantedResource: () => true,
  defaultResource: ({ oidc }, client, oneOf) => {
    // The library's default does the same.
    if (oneOf) return oneOf
    return oidc.route !== 'token' && client['has_apis'] ? anyApi : undefined
  },
  getResourceServerInfo: async ({ oidc }, resource, client) => {
    const isTokenCall = oidc.route === 'token'
    // API access is granted to users, and client credentials belong to no user.
    if (isTokenCall && oidc.params?.['grant_type'] === 'client_credentials')
      throw new errors.InvalidTarget()
    const platformId = client.clientId
    if (resource === anyApi && !isTokenCall) {
      const apis = await listApisOfPlatform(db, platformId)
      return { scope: apis.flatMap(({ scopes }) => scopes).join(' ') }
    }
    const api = await findApiOfPlatform(db, { platformId, apiId: resource })
    if (!api) throw new errors.InvalidTarget()
    return { scope: api.scopes.join(' '), accessTokenFormat: api.format }
  },
}

/** Throws InvalidScope for a scope of a requested API that the platform may not request. Ignores unknown scopes. */
export async function requireAllowedScopes({ oidc }: KoaContextWithOIDC): Promise<void> {
  const servers = Object.values(oidc.resourceServers ?? {})
  const apiIds = servers.map((server) => server.identifier())
  const allowed = [...allScopes, ...servers.flatMap(({ scopes }) => [...scopes])]
  const scopes = [...oidc.requestParamScopes].filter((scope) => !allowed.includes(scope))
  if (apiIds.length === 0 || scopes.length === 0) return
  if (await hasAnyScope(db, { apiIds, scopes }))
    throw new errors.InvalidScope('requested scope is not allowed', scopes.join(' '))
}

/** Adds the requested API scopes to a grant. Returns true if the grant did not contain all of them before. */
export async function addApiScopes(
  { oidc }: KoaContextWithOIDC,
  client: Client,
  grant: Grant,
): Promise<boolean> {
  const servers = Object.values(oidc.resourceServers ?? {})
  const requestedApis: Pick<ApiForPlatform, 'id' | 'scopes'>[] = servers.map((server) => ({
    id: server.identifier(),
    scopes: [...server.scopes],
  }))
  if (requestedApis.some(({ id }) => id === anyApi))
    requestedApis.push(...(await listApisOfPlatform(db, client.clientId)))
  let hasNewScopes = false
  for (const { id, scopes } of requestedApis) {
    const grantedScopes = grant.getResourceScope(id).split(' ')
    const newScopes = scopes.filter(
      (each) => oidc.requestParamScopes.has(each) && !grantedScopes.includes(each),
    )
    if (newScopes.length === 0) continue
    grant.addResourceScope(id, newScopes)
    hasNewScopes = true
  }
  return hasNewScopes
}

/** Returns the resource of a code or refresh token. If it is valid for any API, returns the API named in this call. */
export function resourceOf({ resource }: AdapterPayload): AdapterPayload['resource'] {
  if (resource !== anyApi) return resource
  return Provider.ctx?.oidc.params?.['resource'] as AdapterPayload['resource']
}

/** Returns the resource of the presented code or refresh token, which the new refresh token inherits. */
export function storedResource(): AdapterPayload['resource'] {
  return currentRequest().facts?.token?.payload.resource
}

/** Returns the extra claims of a token for an API: the user's roles, if the login was granted the scope `roles`. */
export function apiClaimsOf({ oidc }: KoaContextWithOIDC, { aud }: { aud?: unknown }) {
  const { AuthorizationCode: code, RefreshToken: refresh } = oidc.entities
  const isGranted = (refresh ?? code)?.scopes.has('roles')
  if (aud === undefined || !isGranted) return undefined
  return { roles: currentRequest().facts?.token?.roles ?? [] }
}

/** Finds an active API as a client of the provider. This client may only introspect tokens. */
export async function findApiClient(id: string): Promise<AdapterPayload | undefined> {
  const api = await findApi(db, id)
  return api?.active ? clientOfApi(api) : undefined
}

function clientOfApi(api: Api): AdapterPayload {
  const { id, clientId, name, clientSecretHash, oldClientSecretHash } = api
  return {
    client_id: clientId,
    client_name: name,
    redirect_uris: [],
    response_types: [],
    grant_types: [],
    token_endpoint_auth_method: 'client_secret_basic',
    api_id: id,
    // These are hashes, because compareSecretHashes compares hashes.
    client_secret: clientSecretHash.toString('base64url'),
    ...(oldClientSecretHash && { old_client_secret: oldClientSecretHash.toString('base64url') }),
  }
}

type IntrospectedToken = {
  kind?: string
  clientId?: string | undefined
  aud?: unknown
  scope?: string | undefined
  extra?: Record<string, unknown> | undefined
}

/**
 * Returns true if a token is an access token for this API and its platform is still allowed to get one. Then also
 * updates the token's scopes and roles to the current ones.
 */
export async function isTokenForApi(apiId: string, token: IntrospectedToken): Promise<boolean> {
  const { kind, clientId: platformId = '', aud, scope = '', extra } = token
  if (kind !== 'AccessToken' || aud !== apiId) return false
  const api = await findApiOfPlatform(db, { platformId, apiId })
  if (!api) return false
  token.scope = scope
    .split(' ')
    .filter((each) => api.scopes.includes(each))
    .join(' ')
  if (extra?.['roles']) extra['roles'] = currentRequest().facts?.token?.roles ?? []
  return true
}
