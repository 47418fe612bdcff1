import { listSubsystems } from '#domain/subsystem.ts'
import { db } from '#server/db.ts'

/**
 * Returns the security headers of the provider's pages. `form-action` may include the platforms, because browsers
 * apply it to the redirect after a form, too.
 */
export async function securityHeaders(allowsPlatforms: boolean): Promise<Record<string, string>> {
  const targets = allowsPlatforms ? await platformOrigins() : []
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    // The provider adds the hash of its own script to pages that submit a form by themselves.
    "script-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ["form-action 'self'", ...targets].join(' '),
  ]
  return {
    'content-security-policy': policy.join('; '),
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
