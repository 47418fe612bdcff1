import { createHash } from 'node:crypto'

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
  /** Origins of APIs on other hosts. */
  apis?: readonly string[]
  /** Contents of the page's own style elements. */
  styles?: readonly string[]
  /** Origins of images on other hosts. */
  pictures?: readonly string[]
  /** Origins that a form may redirect to. */
  formTargets?: readonly string[]
}

/** The policy of the portal's own pages: no inline code but the given styles, nothing from other origins. */
export function documentPolicy({
  apis = [],
  styles = [],
  pictures = [],
  formTargets = [],
}: PageSources): string {
  return contentSecurityPolicy(
    [
      "script-src 'self'",
      ["style-src 'self'", ...styles.map(hashSource)].join(' '),
      "worker-src 'self'",
      ["connect-src 'self'", ...apis].join(' '),
      ["img-src 'self' data:", ...pictures].join(' '),
      "font-src 'self'",
      "require-trusted-types-for 'script'",
      'trusted-types default svelte-trusted-html',
    ],
    ["'self'", ...formTargets],
  )
}

/** Content Security Policy Level 3 §2.3.1. */
function hashSource(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`
}
