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
  frameAncestors = "'none'",
): string {
  return [
    "default-src 'none'",
    ...directives,
    "base-uri 'none'",
    ['form-action', ...formTargets].join(' '),
    `frame-ancestors ${frameAncestors}`,
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

/** For a mail that a page of these origins shows in a frame: its own styles and pictures, no script, no link that leads away. */
export function framedMailPolicy(origins: readonly string[]): string {
  const own = ["style-src 'unsafe-inline'", 'img-src data:', 'sandbox']
  return contentSecurityPolicy(own, undefined, origins.join(' '))
}

type PageSources = {
  /** Origins of APIs and of images on other hosts. */
  apis: readonly string[]
  pictures: readonly string[]
  /** Content of the page's own style element. */
  style: string
  /** What the page may frame; nothing by default. */
  frames?: readonly string[]
}

/**
 * The policy of a page that shows and does nothing, in a frame of ours. `style` as a source of styles. It keeps its
 * origin, so that it may show our images.
 */
export function stillPolicy(style: string, pictures: readonly string[]): string {
  const images = ["img-src 'self' data:", ...pictures].join(' ')
  return contentSecurityPolicy(
    [`style-src ${style}`, images, 'sandbox allow-same-origin'],
    undefined,
    "'self'",
  )
}

/** A source of styles: the style element with this content. */
export function styleSource(style: string): string {
  // Content Security Policy Level 3 §2.3.1.
  return `'sha256-${hash('sha256', style, 'base64')}'`
}

/** The policy of the portal's own pages: no inline code but the given style, nothing from other origins. */
export function documentPolicy({ apis, pictures, style, frames = [] }: PageSources): string {
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
      'trusted-types default svelte-trusted-html',
    ],
    ["'self'"],
  )
}
