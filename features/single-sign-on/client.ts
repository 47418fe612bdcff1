import type { AdapterPayload } from 'oidc-provider'
import { findSubsystem, type Subsystem } from '#domain/subsystem.ts'
import { db } from '#server/db.ts'

/** A platform as the provider's client: read at each call, so what was registered just now works. */
export async function findClient(id: string): Promise<AdapterPayload | undefined> {
  const subsystem = await findSubsystem(db, id)
  // One that stands behind a proxy alone has no address to send anybody back to: it is no client.
  if (!subsystem || subsystem.redirectUris.length === 0) return undefined
  const { clientSecret, jwks, backchannelLogoutUri } = subsystem
  return {
    client_id: subsystem.id,
    client_name: subsystem.name,
    client_uri: subsystem.url,
    redirect_uris: subsystem.redirectUris,
    post_logout_redirect_uris: subsystem.postLogoutUris,
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: authMethodOf(subsystem),
    pkce: subsystem.pkce,
    ...(clientSecret !== null && { client_secret: clientSecret }),
    ...(jwks && { jwks }),
    ...(backchannelLogoutUri !== null && {
      backchannel_logout_uri: backchannelLogoutUri,
      backchannel_logout_session_required: true,
    }),
  }
}

/** A secret may be sent as `client_secret_basic` or `client_secret_post`: the library takes either for either. */
function authMethodOf({ clientSecret, jwks }: Subsystem) {
  if (jwks) return 'private_key_jwt'
  return clientSecret === null ? 'none' : 'client_secret_basic'
}
