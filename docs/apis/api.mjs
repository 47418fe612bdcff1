import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'

/**
 * Verifies access tokens for the API `id`, of the format `jwt` (RFC 9068 §4), of a `portal`. Returns the claims, among them `sub`, `client_id`,
 * `scope`, `acr` and, where the platform was granted them, `roles`; throws for any other token. The keys are read once
 * and again for an unknown one.
 */
export function createVerifier({ portal, id, fetch = globalThis.fetch }) {
  const issuer = `${portal}/oidc`
  const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`), { [customFetch]: fetch })
  return async (token, scope) => {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: id,
      // An ID token or a logout token of the same key is no access token.
      typ: 'at+jwt',
      algorithms: ['RS256'],
      requiredClaims: ['exp', 'iat', 'sub', 'client_id', 'jti'],
    })
    return withScope(payload, scope)
  }
}

/**
 * Asks the portal about access tokens of the format `opaque` (RFC 7662). Returns the same claims; throws once the token,
 * the session, the user's access or the platform has ended.
 */
export function createIntrospector({ portal, clientId, clientSecret, fetch = globalThis.fetch }) {
  const pair = [clientId, clientSecret].map(encodeURIComponent).join(':')
  return async (token, scope) => {
    const answer = await fetch(`${portal}/oidc/token/introspection`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(pair)}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ token }).toString(),
    })
    if (!answer.ok) throw new Error(`introspection answered ${answer.status}`)
    const { active, ...claims } = await answer.json()
    if (!active) throw new Error('invalid_token')
    return withScope(claims, scope)
  }
}

function withScope(claims, scope) {
  if (!claims.scope?.split(' ').includes(scope)) throw new Error('insufficient_scope')
  return claims
}
