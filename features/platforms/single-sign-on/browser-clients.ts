import type { Client, KoaContextWithOIDC } from 'oidc-provider'

/** What a page calls that is a client itself. Introspection and pushed requests are for clients that authenticate. */
const readable = new Set(['token', 'userinfo', 'revocation'])

/**
 * Whether a page of the origin may read the answer to a client (Fetch Standard, CORS protocol): one that cannot keep a
 * secret, in the origin of one of its redirect URIs. Never with cookies.
 */
export function mayRead({ oidc }: KoaContextWithOIDC, origin: string, client: Client): boolean {
  const { clientAuthMethod, redirectUris = [] } = client
  return (
    readable.has(oidc.route) &&
    clientAuthMethod === 'none' &&
    // That of sandboxed pages, and of addresses without a host.
    origin !== 'null' &&
    redirectUris.some((uri) => new URL(uri).origin === origin)
  )
}
