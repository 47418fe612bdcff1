import { hash } from 'node:crypto'

const deniedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]

/** Denies everything except what `directives` allow; forms are sent to `formTargets` only. */
export function contentSecurityPolicy(
  directives: readonly string[] = [],
  formTargets: readonly string[] = ["'none'"],
): string {
  return [
    "default-src 'none'",
    ...directives,
    "base-uri 'none'",
    ['form-action', ...formTargets].join(' '),
    "frame-ancestors 'none'",
  ].join('; ')
}

/** For pages without a script of their own (Trusted Types, §4). */
export const noTrustedTypes = ["require-trusted-types-for 'script'", "trusted-types 'none'"]

/** Headers of every answer; `isSecure` where the product is served on https. */
export function securityHeaders(isSecure: boolean): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': [
      'publickey-credentials-get=(self)',
      'publickey-credentials-create=(self)',
      'clipboard-write=(self)',
      ...deniedFeatures.map((feature) => `${feature}=()`),
    ].join(', '),
    ...(isSecure && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  }
}

type PageSources = {
  /** Origins of APIs and of images on other hosts. */
  apis: readonly string[]
  pictures: readonly string[]
  /** Content of the page's own style element. */
  style: string
}

/** The policy of the portal's own pages: no inline code but the given style, nothing from other origins. */
export function documentPolicy({ apis, pictures, style }: PageSources): string {
  // Content Security Policy Level 3 §2.3.1.
  const styleHash = hash('sha256', style, 'base64')
  return contentSecurityPolicy(
    [
      "script-src 'self'",
      `style-src 'self' 'sha256-${styleHash}'`,
      "worker-src 'self'",
      ["connect-src 'self'", ...apis].join(' '),
      ["img-src 'self' data:", ...pictures].join(' '),
      "font-src 'self'",
      "require-trusted-types-for 'script'",
      'trusted-types default svelte-trusted-html',
    ],
    ["'self'"],
  )
}
