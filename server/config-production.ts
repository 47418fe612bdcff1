import { parseIntoClientConfig } from 'pg-connection-string'
import {
  addresses,
  databases,
  isHttps,
  isLoopback,
  type connectionVariables,
} from './config-schema.ts'
import type { Name, Values } from './config-table.ts'
import { addressesIn } from './primary-host.ts'

/** Well-known passwords of examples, images and installers. A password equal to its role's name is rejected, too. */
const knownPasswords = new Set(
  'admin change-me changeme default example letmein pass passw0rd password portico postgres postgresql root secret test the-secret-of-that-client user 123456 12345678'.split(
    ' ',
  ),
)
/** The minimum number of distinct differences between adjacent bytes of a 32-byte key. A random key has about 30. */
const minDifferences = 16
/** Query parameters of an SMTP URL that can weaken its TLS. */
const weakeningParameters = [
  'ignoretls',
  'requiretls',
  'opportunistictls',
  'secure',
  'tls.rejectunauthorized',
]

/** The minimum cost of a password hash in production, from OWASP's password storage cheat sheet (decision 21). */
export const minPasswordHash = {
  PASSWORD_HASH_MEMORY_KIB: 19_456,
  PASSWORD_HASH_PASSES: 2,
} as const
const minimums = Object.entries(minPasswordHash) as [keyof typeof minPasswordHash, number][]

type Rule = (values: Values) => string | undefined | false

/** Additional rules of production, by variable; each returns a fault that completes the variable's name. */
export const productionRules: readonly (readonly [name: Name, rule: Rule])[] = [
  ...addresses.map(
    (name) => [name, unlessAllowed(name, (values) => httpFault(values[name]))] as const,
  ),
  ...databases.map(
    (name) => [name, unlessAllowed(name, (values) => databaseFault(values[name]))] as const,
  ),
  ['PUBLIC_URL', (values) => isPublic(values) && !isHttps(values.PUBLIC_URL) && 'is not encrypted'],
  ...minimums.map(
    ([name, minimum]) =>
      [
        name,
        (values: Values) => isPublic(values) && values[name] < minimum && `is below ${minimum}`,
      ] as const,
  ),
  ['SMTP_URL', unlessAllowed('SMTP_URL', (values) => smtpFault(values.SMTP_URL))],
  ...databases.map((name) => [name, (values: Values) => passwordFault(values[name])] as const),
  ['SMTP_URL', ({ SMTP_URL: url }) => passwordFault(url)],
  ['ADMIN_OIDC_CLIENT_SECRET', (values) => wellKnownPasswordFault(values.ADMIN_OIDC_CLIENT_SECRET)],
  [
    'SECRET_KEYS',
    ({ SECRET_KEYS: keys }) =>
      keys.some(isGuessable) &&
      'contains a key that is not random: generate one with `openssl rand -base64 32`',
  ],
  [
    'MFA_REQUIRED',
    (values) =>
      !values.MFA_REQUIRED &&
      values.MFA_OPTIONAL_REASON.trim() === '' &&
      'is false without a reason: explain in MFA_OPTIONAL_REASON why a password alone is enough',
  ],
  [
    'AUDIT_ARCHIVE',
    (values) =>
      values.AUDIT_ARCHIVE !== '' &&
      values.DATABASE_OWNER_URL === undefined &&
      'requires DATABASE_OWNER_URL: without it, run `audit:retire` on a schedule',
  ],
]

/** Returns true if STARTTLS is required: in production, unless the mail server is local or allowed to be insecure. */
export function requiresStartTls(values: Pick<Values, 'NODE_ENV' | 'SMTP_URL' | 'INSECURE_ALLOW'>) {
  return (
    values.NODE_ENV === 'production' &&
    !isLoopback(values.SMTP_URL) &&
    !values.INSECURE_ALLOW.includes('SMTP_URL')
  )
}

/** Returns a rule that finds no fault if INSECURE_ALLOW contains `name`, and whose fault mentions that way out. */
function unlessAllowed(name: (typeof connectionVariables)[number], rule: Rule): Rule {
  return (values) => {
    const fault = !values.INSECURE_ALLOW.includes(name) && rule(values)
    return fault && `${fault}, or set INSECURE_ALLOW=${name}`
  }
}

/** Returns true unless PUBLIC_URL is a loopback URL. An invalid URL counts as not public; another rule reports it. */
function isPublic({ PUBLIC_URL: url }: Partial<Values>): boolean {
  return url !== undefined && !isLoopback(url)
}

function httpFault(value: string | undefined) {
  return !!value && !isHttps(value) && !isLoopback(value) && 'is not encrypted: use https'
}

function databaseFault(value: string | undefined): string | false {
  const configs = addressesIn(value ?? '').map((each) => parseIntoClientConfig(each))
  const remote = configs.filter(({ host = '' }) => !host.startsWith('/') && !isLocal(host))
  const isVerified = remote.every(
    ({ ssl }) => ssl === true || (typeof ssl === 'object' && ssl.rejectUnauthorized !== false),
  )
  return !isVerified && 'does not use verified TLS: add ?sslmode=verify-full, use a socket'
}

function isLocal(host: string): boolean {
  return isLoopback(`http://${host.includes(':') ? `[${host}]` : host}`)
}

function smtpFault(value: string) {
  const names = new URL(value).searchParams.keys().map((name) => name.toLowerCase())
  return (
    !isLoopback(value) &&
    names.some((name) => weakeningParameters.includes(name)) &&
    'weakens TLS by a query parameter: remove it'
  )
}

function passwordFault(value = '') {
  // `parseIntoClientConfig` also parses SMTP URLs.
  const { user, password } = parseIntoClientConfig(addressesIn(value)[0] ?? value)
  return typeof password === 'string' && wellKnownPasswordFault(password, user)
}

function wellKnownPasswordFault(password: string, role = '') {
  const isKnown = knownPasswords.has(password.toLowerCase()) || password === role
  return (
    password !== '' &&
    isKnown &&
    'contains a well-known password: generate one with `openssl rand -hex 24`'
  )
}

/** Returns true for constant, repeating or counting bytes, and for ASCII text. */
function isGuessable(key: Buffer): boolean {
  const differences = new Set(key.subarray(1).map((byte, index) => byte - key[index]!))
  return differences.size < minDifferences || key.every((byte) => byte >= 0x20 && byte < 0x7f)
}
