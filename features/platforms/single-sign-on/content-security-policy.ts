import { listSubsystems } from '#domain/subsystem.ts'
import { db } from '#server/db.ts'
import { contentSecurityPolicy, noTrustedTypes } from '#server/security-headers.ts'

/**
 * Returns the security headers of the provider's pages. `form-action` may include the platforms, because browsers
 * apply it to the redirect after a form, too.
 */
export async function securityHeaders(allowsPlatforms: boolean): Promise<Record<string, string>> {
  const targets = allowsPlatforms ? await platformOrigins() : []
  const directives = [
    "style-src 'self'",
    // The provider adds the hash of its own script to pages that submit a form by themselves.
    "script-src 'self'",
    "img-src 'self' data:",
    ...noTrustedTypes,
  ]
  return {
    'content-security-policy': contentSecurityPolicy(directives, ["'self'", ...targets]),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
}

async function platformOrigins(): Promise<string[]> {
  const platforms = await listSubsystems(db)
  const urls = platforms.flatMap((platform) => [
    platform.url,
    ...platform.redirectUris,
    ...platform.postLogoutUris,
  ])
  return [...new Set(urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin))]
}
