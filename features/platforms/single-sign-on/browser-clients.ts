import type { Client, KoaContextWithOIDC, Provider } from 'oidc-provider'

/** Endpoints that a public client calls from a page. */
const readableRoutes = new Set(['token', 'userinfo', 'revocation'])

/**
 * Returns true if a page of this origin may read the response (Fetch Standard, CORS protocol). The client must be
 * public, and the origin must be that of one of its redirect URIs. Cookies are never involved.
 */
export function mayReadFromPage(
  { oidc }: KoaContextWithOIDC,
  origin: string,
  client: Client,
): boolean {
  const { clientAuthMethod, redirectUris = [] } = client
  return (
    readableRoutes.has(oidc.route) &&
    clientAuthMethod === 'none' &&
    // Sandboxed pages and URLs without a host have the origin `null`.
    origin !== 'null' &&
    redirectUris.some((uri) => new URL(uri).origin === origin)
  )
}

/**
 * Removes the content type of empty responses (RFC 7009 §2.2), because some clients reject an empty revocation
 * response that is declared as text.
 */
export function omitContentTypeOfEmptyResponses(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.body === '') ctx.remove('content-type')
  })
}
