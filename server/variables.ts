import * as z from 'zod/mini'
import { adminSignInVariables } from './admin-sign-in.ts'
import { isSecureUrl, origin, postgres, url } from './address.ts'
import { brandVariables } from './brand.ts'
import { limitVariables, whole } from './limits.ts'
import { runningVariables } from './running.ts'

const parts = ['users', 'admin', 'sso', 'worker'] as const

/** A list as it stands in a variable: parts between commas. */
export const list = (value: string) =>
  value
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)

/** Each variable: what it must look like, its value where none is given, and an example for the error. */
export const variables = {
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
  SANDBOX_TRUSTED_ISSUER: [z.optional(origin), undefined, 'https://id.example.com'],
  HUMAN_CHECK: [z.enum(['altcha', 'turnstile', 'hcaptcha', 'recaptcha']), 'altcha', 'altcha'],
  HUMAN_CHECK_SITE_KEY: [z.string(), '', 'your-site-key'],
  HUMAN_CHECK_COST: [whole(1, 1_000_000), '5000', '5000'],
  ...brandVariables,
  PASSWORD_HASH_MEMORY_KIB: [whole(8, 1_048_576), '65536', '65536'],
  PASSWORD_HASH_PASSES: [whole(1, 20), '3', '3'],
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
  ...runningVariables,
  LOG_LEVEL: [
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']),
    'info',
    'info',
  ],
} as const satisfies Record<string, readonly [z.ZodMiniType, string | undefined, string]>

/** What OWASP asks for at least (decision 21): less is for tests. */
export const leastPasswordHash = {
  PASSWORD_HASH_MEMORY_KIB: 19_456,
  PASSWORD_HASH_PASSES: 2,
} as const

export type Name = keyof typeof variables
export type Values = { [N in Name]: z.output<(typeof variables)[N][0]> }
export type Part = (typeof parts)[number]
