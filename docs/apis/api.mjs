import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'

/**
 * Returns a function that verifies a portal's access tokens for the API `id`, in the format `jwt` (RFC 9068 §4). The
 * function returns the claims: `sub`, `client_id`, `scope`, `acr` and, if the platform was granted them, `roles`. It
 * throws for any other token. The keys are read once, and again for an unknown key.
 */
export function createVerifier({ portal, id, fetch = globalThis.fetch }) {
  const issuer = `${portal}/oidc`
  const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`), { [customFetch]: fetch })
  return async (token, scope) => {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: id,
      // Rejects an ID token or a logout token, which the same key signs.
      typ: 'at+jwt',
      algorithms: ['RS256'],
      requiredClaims: ['exp', 'iat', 'sub', 'client_id', 'jti'],
    })
    return withScope(payload, scope)
  }
}

/**
 * Returns a function that introspects access tokens of the format `opaque` at the portal (RFC 7662). The function
 * returns the claims `sub`, `client_id`, `scope`, `acr` and `roles`. It throws once the token, the session, the user's
 * access or the platform has ended.
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
