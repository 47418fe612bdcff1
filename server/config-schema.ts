import * as z from 'zod/mini'
import { loopback } from '#contract/address.ts'
import { isNetwork } from './network-list.ts'

/** One row of the table. Start-up errors, docs/configuration.md and .env.example are made from it. */
export type Variable = {
  schema: z.ZodMiniType
  /** The value where the variable is not set; in production only where it is not `required`. */
  default?: string
  /** For error messages and .env.example, where the default is no example. */
  example?: string | undefined
  /** What the value does, and its unit. */
  description: string
  required?: 'always' | 'production'
  isSecret?: true
}

export type Section = Readonly<Record<string, Variable>>

/** Variables whose connections leave this machine by http. */
export const addresses = [
  'ADMIN_URL',
  'USERS_API_URL',
  'ADMIN_API_URL',
  'BUSINESS_HUB_URL',
  'ONBOARDING_URL',
  'SANDBOX_BUSINESS_HUB_URL',
  'SANDBOX_SSO_URL',
  'SANDBOX_TRUSTED_ISSUER',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
] as const
export const databases = ['DATABASE_URL', 'DATABASE_READ_URL', 'DATABASE_OWNER_URL'] as const
/** What `INSECURE_ALLOW` can name. */
export const encrypted = [...addresses, ...databases, 'SMTP_URL'] as const

/** Splits a comma-separated value. */
function listOf(value: string): string[] {
  return value
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
}

/** Text that passes the check; `error` completes the sentence that begins with the variable's name. */
export function textWhere(isValid: (value: string) => boolean, error: string) {
  return z.string().check(z.refine(isValid, { error }))
}

export const oneOf = <const Options extends readonly string[]>(...options: Options) =>
  z.enum(options, { error: `is none of ${options.join(', ')}` })
/** An http or https address without a path, parsed to its origin. */
export const origin = z.pipe(
  textWhere(
    (value) => isHttp(value) && new URL(value).pathname === '/',
    'is not an http or https address',
  ),
  z.transform((value) => new URL(value).origin),
)
/** Comma-separated texts. */
export const list = z.pipe(z.string(), z.transform(listOf))

/** Networks in CIDR notation, and addresses, comma-separated. */
export const networks = z.pipe(list, z.array(textWhere(isNetwork, 'names what is no network')))
export const fileOrUrl = textWhere(
  (value) => !value.includes('://') || isHttps(value),
  'is neither a file nor an https address',
)
export const url = textWhere(URL.canParse, 'is not an address')

/** A row for any text; its default may be empty. */
export function text(value: string, description: string, example?: string) {
  return { schema: z.string(), default: value, example, description }
}

/** `on` or `off`. */
export const onOff = z.pipe(
  oneOf('on', 'off'),
  z.transform((value) => value === 'on'),
)

/** A row for what is done unless it is switched off. */
export function switchedOn(description: string) {
  return { schema: onOff, default: 'on', example: 'off', description }
}

/** A row for an origin; empty where it is not set. */
export function optionalOrigin(description: string, example: string) {
  const schema = z.pipe(
    z.optional(origin),
    z.transform((value) => value ?? ''),
  )
  return { schema, example, description }
}

/** A row for a whole number within bounds. */
export function integer(minimum: number, maximum: number, value: string, description: string) {
  return { schema: wholeNumber(minimum, maximum), default: value, description }
}

export function wholeNumber(minimum: number, maximum: number) {
  return z.coerce
    .number('is not a number')
    .check(
      z.int('is not a whole number'),
      z.minimum(minimum, `is below ${minimum}`),
      z.maximum(maximum, `is above ${maximum}`),
    )
}

export function isHttp(value: string): boolean {
  return /^https?:\/\/./.test(value) && URL.canParse(value)
}

export function isHttps(value: string): boolean {
  return URL.canParse(value) && new URL(value).protocol === 'https:'
}

/** True for an address of this machine, where http needs no encryption. */
export function isLoopback(value: string): boolean {
  return URL.canParse(value) && loopback.includes(new URL(value).hostname)
}
