import type { AdapterPayload, Provider } from 'oidc-provider'
import { findSubsystem, type Subsystem } from '#domain/subsystem.ts'
import { db } from '#server/db.ts'
import { logger } from '#server/log.ts'

/** What a platform may ask for when somebody logs in. */
export const loginScopes = ['openid', 'profile', 'email', 'offline_access']
/** What it may ask for itself, without anybody being there. */
export const ownScopes = ['invitations']

/** A platform as the provider's client: read at each call, so what was registered just now works. */
export async function findClient(id: string): Promise<AdapterPayload | undefined> {
  const subsystem = await findSubsystem(db, id)
  if (!subsystem) return undefined
  const { clientSecret, oldClientSecret, jwks, jwksUri, backchannelLogoutUri } = subsystem
  const { responseTypes, grantTypes, scopes } = rightsOf(subsystem)
  // One that stands behind a proxy alone has no address to send anybody back to: it is no client.
  if (grantTypes.length === 0) return undefined
  return {
    client_id: subsystem.id,
    client_name: subsystem.name,
    client_uri: subsystem.url,
    redirect_uris: subsystem.redirectUris,
    post_logout_redirect_uris: subsystem.postLogoutUris,
    response_types: responseTypes,
    grant_types: grantTypes,
    scope: scopes.join(' '),
    token_endpoint_auth_method: authMethodOf(subsystem),
    pkce: subsystem.pkce,
    credential_version: subsystem.credentialVersion,
    ...(clientSecret !== null && { client_secret: clientSecret }),
    ...(oldClientSecret !== null && { old_client_secret: oldClientSecret }),
    ...(jwks && { jwks }),
    ...(jwksUri !== null && { jwks_uri: jwksUri }),
    ...(backchannelLogoutUri !== null && {
      backchannel_logout_uri: backchannelLogoutUri,
      backchannel_logout_session_required: true,
    }),
  }
}

/** Its people of a platform that is switched off are still told so; itself it gets nothing any more. */
function rightsOf({ redirectUris, mayInvite, active }: Subsystem) {
  const isEntered = redirectUris.length > 0
  const asksItself = mayInvite && active
  return {
    responseTypes: isEntered ? (['code'] as const) : [],
    grantTypes: [
      ...(isEntered ? ['authorization_code', 'refresh_token'] : []),
      ...(asksItself ? ['client_credentials'] : []),
    ],
    scopes: [...(isEntered ? loginScopes : []), ...(asksItself ? ownScopes : [])],
  }
}

/** A secret may be sent as `client_secret_basic` or `client_secret_post`: the library takes either for either. */
function authMethodOf({ clientSecret, jwks, jwksUri }: Subsystem) {
  if (jwks || jwksUri !== null) return 'private_key_jwt'
  return clientSecret === null ? 'none' : 'client_secret_basic'
}

/** For a while after it was replaced, the secret before is accepted too. */
export function acceptOldSecrets({ Client }: Provider): void {
  const isPresentSecret = Client.prototype.compareClientSecret
  Client.prototype.compareClientSecret = async function compare(given) {
    if (await isPresentSecret.call(this, given)) return true
    const old = this['old_client_secret']
    if (typeof old !== 'string') return false
    return isPresentSecret.call(Object.create(this, { clientSecret: { value: old } }), given)
  }
}

type Keys = { stale: () => boolean; clear: () => void }

/** The library asks for published keys anew only where a signature fits none: one that was withdrawn would live on. */
export function forgetOldKeys({ Client }: Provider): void {
  const find = Client.find.bind(Client)
  Client.find = async (id) => {
    const client = await find(id)
    const keys = client?.jwksUri ? (client['asymmetricKeyStore'] as Keys) : undefined
    if (keys?.stale()) keys.clear()
    return client
  }
}

/**
 * Only the keys of platforms are fetched, from where they are registered: in a private network, too. They are good
 * for the library's minute, whatever else the answer says of that.
 */
export async function fetchKeys(url: string | URL | Request, options: RequestInit = {}) {
  const { dispatcher: _, ...rest } = options as RequestInit & { dispatcher?: unknown }
  try {
    const { status, body } = await fetch(url, { ...rest, redirect: 'error' })
    if (status !== 200) logger.warn({ url, status }, 'the keys of a platform were not found')
    return new Response(body, { status })
  } catch (error) {
    logger.warn({ url, err: error }, 'the keys of a platform could not be fetched')
    throw error
  }
}
