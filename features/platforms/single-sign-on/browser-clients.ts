import type { Client, KoaContextWithOIDC, Provider } from 'oidc-provider'

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

/** RFC 7009 §2.2: clients ignore the body of a revocation's answer; some refuse an empty one that is called text. */
export function sendNoTypeOfNothing(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.body === '') ctx.remove('content-type')
  })
}
