import { createHash } from 'node:crypto'

export type Place = {
  /** Whether the product is reached by https. */
  secure: boolean
  /** Origins other than our own that the pages call. */
  apis?: readonly string[]
  /** The rules that stand in a page itself. */
  styles?: readonly string[]
  /** Origins of pictures that are not our own. */
  pictures?: readonly string[]
  /** Origins to which a form's answer may lead. */
  formTargets?: readonly string[]
}

const features = [
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

/** On every answer of any kind. */
export function securityHeaders({ secure }: Pick<Place, 'secure'>): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': [
      'publickey-credentials-get=(self)',
      'publickey-credentials-create=(self)',
      'clipboard-write=(self)',
      ...features.map((feature) => `${feature}=()`),
    ].join(', '),
    ...(secure && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  }
}

/** What a page of ours may load and do: nothing inline but what is named here, nothing foreign. */
export function documentPolicy({
  apis = [],
  styles = [],
  pictures = [],
  formTargets = [],
}: Place): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...styles.map(hashOf)].join(' '),
    "worker-src 'self'",
    ["connect-src 'self'", ...apis].join(' '),
    ["img-src 'self' data:", ...pictures].join(' '),
    "font-src 'self'",
    "base-uri 'none'",
    ["form-action 'self'", ...formTargets].join(' '),
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default svelte-trusted-html',
  ].join('; ')
}

/** Content Security Policy Level 3 §2.3.1: these rules and no others. */
function hashOf(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`
}
