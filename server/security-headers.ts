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

type PolicyOptions = { formTargets?: readonly string[]; frameAncestors?: string }

/** Returns a policy that denies everything except what `directives` allow. Forms can be sent only to `formTargets`. */
export function contentSecurityPolicy(
  directives: readonly string[] = [],
  { formTargets = ["'none'"], frameAncestors = "'none'" }: PolicyOptions = {},
): string {
  return [
    "default-src 'none'",
    ...directives,
    "base-uri 'none'",
    ['form-action', ...formTargets].join(' '),
    `frame-ancestors ${frameAncestors}`,
  ].join('; ')
}

/** Directives for pages whose scripts, if any, write no HTML (Trusted Types §4). */
export const noTrustedTypes = ["require-trusted-types-for 'script'", "trusted-types 'none'"]

/** Returns the headers of every response. `isSecure` is true if the portal is served on https. */
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

/**
 * Returns the policy of an email that a page of these origins displays in a frame: inline styles and images, no
 * scripts, no links.
 */
export function framedMailPolicy(origins: readonly string[]): string {
  const directives = ["style-src 'unsafe-inline'", 'img-src data:', 'sandbox']
  return contentSecurityPolicy(directives, { frameAncestors: origins.join(' ') })
}

type PageSources = {
  /** Origins of APIs on other hosts. */
  apis: readonly string[]
  /** Origins of images on other hosts. */
  pictures: readonly string[]
  /** The content of the page's style element. */
  style: string
  /** Sources that the page may frame; by default none. */
  frames?: readonly string[]
  /** Names of the Trusted Types policies that the page's scripts may create; by default none. */
  trustedTypes?: readonly string[]
}

/**
 * Returns the policy of a static page in one of our frames; `style` is a source of styles. The page keeps its origin,
 * so that it can display our images.
 */
export function staticPagePolicy(style: string, pictures: readonly string[]): string {
  const images = ["img-src 'self' data:", ...pictures].join(' ')
  return contentSecurityPolicy([`style-src ${style}`, images, 'sandbox allow-same-origin'], {
    frameAncestors: "'self'",
  })
}

/** Returns the source expression for a style element with this content. */
export function styleSource(style: string): string {
  // Content Security Policy Level 3 §2.3.1.
  return `'sha256-${hash('sha256', style, 'base64')}'`
}

/** Returns the policy of the portal's own pages: no inline code except `style`, and only the listed other origins. */
export function documentPolicy(sources: PageSources): string {
  const { apis, pictures, style, frames = [], trustedTypes = [] } = sources
  const policies = trustedTypes.length > 0 ? trustedTypes : ["'none'"]
  return contentSecurityPolicy(
    [
      "script-src 'self'",
      `style-src 'self' ${styleSource(style)}`,
      "worker-src 'self'",
      ["connect-src 'self'", ...apis].join(' '),
      ["img-src 'self' data:", ...pictures].join(' '),
      "font-src 'self'",
      ...(frames.length > 0 ? [['frame-src', ...frames].join(' ')] : []),
      "require-trusted-types-for 'script'",
      ['trusted-types', ...policies].join(' '),
    ],
    { formTargets: ["'self'"] },
  )
}
