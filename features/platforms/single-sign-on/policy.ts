import { listSubsystems } from '#domain/subsystem.ts'
import { db } from '#server/db.ts'

/**
 * What a page of the provider may load and where its forms may lead: also to the registered platforms, as a
 * browser counts the redirect after a form too.
 */
export async function policyOf(leadsToPlatforms: boolean): Promise<Record<string, string>> {
  const targets = leadsToPlatforms ? await platformOrigins() : []
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    // The provider adds the hash of a script of its own to it, where it sends a form on by itself.
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
  const urls = platforms.flatMap((one) => [one.url, ...one.redirectUris, ...one.postLogoutUris])
  return [...new Set(urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin))]
}
