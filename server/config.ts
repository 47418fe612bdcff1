import * as z from 'zod/mini'
import { adminSignInFaults, adminSignInOf, adminSignInVariables } from './admin-sign-in.ts'
import { isLoopback, isSecureUrl, origin, postgres, url } from './address.ts'
import { limitsOf, limitVariables, whole } from './limits.ts'

/** What the program is told from outside. It is read once; the program does not start on a bad one. */

type Variables = Readonly<Record<string, string | undefined>>

export class BadConfiguration extends Error {
  constructor(faults: readonly string[]) {
    super(
      `Portico cannot start with this configuration:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    )
    this.name = 'BadConfiguration'
  }
}

const parts = ['users', 'admin', 'sso', 'worker'] as const

const list = (value: string) =>
  value
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)

/** Each variable: what it must look like, its value where none is given, and an example for the error. */
const variables = {
  NODE_ENV: [z.enum(['production', 'development', 'test']), 'development', 'production'],
  PUBLIC_URL: [origin, 'http://localhost:8080', 'https://id.example.com'],
  ADMIN_URL: [z.optional(origin), undefined, 'https://admin.example.com'],
  HOST: [z.string(), '127.0.0.1', '0.0.0.0'],
  PORT: [whole(0, 65535), '8080', '8080'],
  SERVE: [
    z.string().check(
      z.refine((value) => list(value).every((part) => parts.includes(part as Part)), {
        error: `names a part that is none of ${parts.join(', ')}`,
      }),
    ),
    parts.join(','),
    'users,sso',
  ],
  DATABASE_URL: [postgres, undefined, 'postgres://portico_server:secret@db.example.com/portico'],
  DATABASE_OWNER_URL: [
    z.optional(postgres),
    undefined,
    'postgres://portico_owner:secret@db.example.com/portico',
  ],
  DATABASE_POOL: [whole(1, 1000), '10', '10'],
  DATABASE_PREPARE: [z.enum(['on', 'off']), 'on', 'off'],
  SECRET_KEYS: [
    z.string().check(
      z.refine(
        (value) =>
          list(value).length > 0 &&
          list(value).every((key) => Buffer.from(key, 'base64').length === 32),
        {
          error: 'needs keys of 32 bytes each, in base64, separated by commas',
        },
      ),
    ),
    undefined,
    '"$(openssl rand -base64 32)"',
  ],
  SMTP_URL: [
    z.string().check(
      z.refine((value) => /^smtps?:\/\/./.test(value) && URL.canParse(value), {
        error: 'is not an SMTP address',
      }),
    ),
    undefined,
    'smtps://user:secret@mail.example.com',
  ],
  MAIL_FROM: [z.string(), 'Portico <no-reply@portico.example>', 'Example <no-reply@example.com>'],
  TRUSTED_PROXIES: [z.string(), '', '10.0.0.0/8,127.0.0.1'],
  USERS_API_URL: [z.optional(url), undefined, 'https://id.example.com/api'],
  ADMIN_API_URL: [z.optional(url), undefined, 'https://admin.example.com/api'],
  BUSINESS_HUB_URL: [origin, 'http://127.0.0.1:8081', 'https://hub.example.com'],
  ONBOARDING_URL: [origin, 'http://127.0.0.1:8082', 'https://onboarding.example.com'],
  SANDBOX_BUSINESS_HUB_URL: [z.optional(origin), undefined, 'https://sandbox-hub.example.com'],
  SANDBOX_SSO_URL: [z.optional(origin), undefined, 'https://sandbox-id.example.com'],
  HUMAN_CHECK: [z.enum(['altcha', 'turnstile', 'hcaptcha', 'recaptcha']), 'altcha', 'altcha'],
  HUMAN_CHECK_SITE_KEY: [z.string(), '', 'your-site-key'],
  HUMAN_CHECK_COST: [whole(1, 1_000_000), '5000', '5000'],
  BRAND_NAME: [
    z.string().check(z.minLength(1, 'is empty'), z.maxLength(40, 'is longer than 40 characters')),
    'Portico',
    'Example Pay',
  ],
  SUPPORT_EMAIL: [
    z.email('is not an e-mail address'),
    'support@portico.example',
    'support@example.com',
  ],
  PASSWORD_HASH_MEMORY_KIB: [whole(8, 1_048_576), '19456', '19456'],
  PASSWORD_HASH_PASSES: [whole(1, 20), '2', '2'],
  MFA_REQUIRED: [z.enum(['true', 'false']), 'true', 'true'],
  AUDIT_HEADS: [
    z.string().check(
      z.refine((value) => !value.includes('://') || isSecureUrl(value), {
        error: 'is neither a file nor an https address',
      }),
    ),
    '',
    'https://notary.example.com/heads',
  ],
  AUDIT_ARCHIVE: [z.string(), '', '/var/lib/portico/audit-archive'],
  ...adminSignInVariables,
  ...limitVariables,
  LOG_LEVEL: [
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']),
    'info',
    'info',
  ],
} as const satisfies Record<string, readonly [z.ZodMiniType, string | undefined, string]>

type Name = keyof typeof variables
type Values = { [N in Name]: z.output<(typeof variables)[N][0]> }
export type Part = (typeof parts)[number]

const neededInProduction: readonly Name[] = [
  'PUBLIC_URL',
  'SECRET_KEYS',
  'SMTP_URL',
  'DATABASE_URL',
]

/** Throws BadConfiguration with a sentence for each variable that is wrong or missing. */
export function readConfig(given: Variables) {
  const { values, faults } = parse(given)
  if (faults.length > 0) throw new BadConfiguration(faults)
  const isProduction = values.NODE_ENV === 'production'
  const publicUrl = new URL(values.PUBLIC_URL).origin
  const isSecure = publicUrl.startsWith('https:')
  return {
    isProduction,
    publicUrl,
    adminUrl: values.ADMIN_URL ? new URL(values.ADMIN_URL).origin : publicUrl,
    isSecure,
    /** On https the browser keeps a cookie of this name to this one host. */
    cookiePrefix: isSecure ? '__Host-' : '',
    host: values.HOST,
    port: values.PORT,
    serve: list(values.SERVE) as Part[],
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL ?? values.DATABASE_URL,
    databasePool: values.DATABASE_POOL,
    prepareStatements: values.DATABASE_PREPARE === 'on',
    secretKeys: list(values.SECRET_KEYS).map((key) => Buffer.from(key, 'base64')),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    trustedProxies: list(values.TRUSTED_PROXIES),
    usersApiUrl: values.USERS_API_URL ?? '/api',
    adminApiUrl: values.ADMIN_API_URL ?? '/api',
    businessHubUrl: values.BUSINESS_HUB_URL,
    onboardingUrl: values.ONBOARDING_URL,
    sandboxBusinessHubUrl: values.SANDBOX_BUSINESS_HUB_URL ?? '',
    sandboxSsoUrl: values.SANDBOX_SSO_URL ?? '',
    humanCheck: {
      kind: values.HUMAN_CHECK,
      siteKey: values.HUMAN_CHECK_SITE_KEY,
      cost: values.HUMAN_CHECK_COST,
    },
    brand: { name: values.BRAND_NAME, supportEmail: values.SUPPORT_EMAIL },
    passwordHash: {
      memoryKib: values.PASSWORD_HASH_MEMORY_KIB,
      passes: values.PASSWORD_HASH_PASSES,
    },
    mfaRequired: values.MFA_REQUIRED === 'true',
    auditHeads: values.AUDIT_HEADS,
    auditArchive: values.AUDIT_ARCHIVE,
    ...adminSignInOf(values),
    limits: limitsOf(values),
    logLevel: values.LOG_LEVEL,
  }
}

export type Config = ReturnType<typeof readConfig>

export const config: Config = readConfig(process.env)

function parse(given: Variables): { values: Values; faults: string[] } {
  const faults: string[] = []
  const isProduction = given['NODE_ENV'] === 'production'
  const values = Object.fromEntries(
    (Object.keys(variables) as Name[]).map((name) => {
      const [schema, fallback, example] = variables[name]
      const isNeeded = isProduction && neededInProduction.includes(name)
      const value = given[name] || (isNeeded ? undefined : fallback)
      const parsed = schema.safeParse(value)
      if (!parsed.success) {
        const wrong = value === undefined ? 'is missing' : parsed.error.issues[0]?.message
        faults.push(`${name} ${wrong}. Example: ${name}=${example}`)
      }
      return [name, parsed.data]
    }),
  ) as Values
  if (isProduction && values.PUBLIC_URL?.startsWith('http:') && !isLoopback(values.PUBLIC_URL)) {
    faults.push('PUBLIC_URL is not encrypted. Example: PUBLIC_URL=https://id.example.com')
  }
  if (faults.length === 0) faults.push(...adminSignInFaults(values))
  return { values, faults }
}
