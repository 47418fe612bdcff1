import * as z from 'zod/mini'
import { loopback } from '#contract/address.ts'
import { isNetwork } from './network-list.ts'

/** The definition of an environment variable, the source of startup errors, docs/configuration.md and .env.example. */
export type Variable = {
  schema: z.ZodMiniType
  /** The value if the variable is not set. In production, `required` variables have no default. */
  default?: string
  /** An example for error messages and .env.example, if the default does not serve as one. */
  example?: string | undefined
  /** A description of the value, with its unit. */
  description: string
  /** A sentence that names who sets the variable, and when. */
  setBy: string
  required?: 'always' | 'production'
  isSecret?: true
}

export type Section = Readonly<Record<string, Variable>>

/** Variables with http or https URLs that must be encrypted in production, unless `INSECURE_ALLOW` contains them. */
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
/** The variables that `INSECURE_ALLOW` accepts. */
export const connectionVariables = [...addresses, ...databases, 'SMTP_URL'] as const

/** Returns a schema of text that passes the check; `error` completes the sentence "VARIABLE …". */
export function textWhere(isValid: (value: string) => boolean, error: string) {
  return z.string().check(z.refine(isValid, { error }))
}

export const oneOf = <const Options extends readonly string[]>(...options: Options) =>
  z.enum(options, { error: `is not one of ${options.join(', ')}` })
/** An http or https URL without a path, parsed to its origin. */
export const origin = z.pipe(
  textWhere(
    (value) => isHttp(value) && new URL(value).pathname === '/',
    'is not an http or https URL',
  ),
  z.transform((value) => new URL(value).origin),
)
/** A comma-separated list of texts, without empty ones. */
export const commaList = z.pipe(
  z.string(),
  z.transform((text: string) =>
    text
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean),
  ),
)

/** A comma-separated list of IP addresses and networks in CIDR notation. */
export const networks = z.pipe(
  commaList,
  z.array(textWhere(isNetwork, 'contains an invalid network')),
)
export const fileOrUrl = textWhere(
  (value) => !value.includes('://') || isHttps(value),
  'is neither a file nor an https URL',
)
export const url = textWhere(URL.canParse, 'is not a URL')

type Sentences = Pick<Variable, 'description' | 'setBy' | 'example'>

/** Defines a variable with any text; its default may be empty. */
export function text(defaultValue: string, sentences: Sentences) {
  return { schema: z.string(), default: defaultValue, ...sentences }
}

/** A switch: `on` or `off`, parsed to a boolean. */
export const onOff = z.pipe(
  oneOf('on', 'off'),
  z.transform((value) => value === 'on'),
)

/** Defines a switch that is on by default. */
export function switchedOn(sentences: Sentences) {
  return { schema: onOff, default: 'on', example: 'off', ...sentences }
}

/** Defines a variable with an origin; '' if it is not set. */
export function optionalOrigin(sentences: Sentences) {
  const schema = z.pipe(
    z.optional(origin),
    z.transform((value) => value ?? ''),
  )
  return { schema, ...sentences }
}

/** Defines a variable with an integer within bounds. */
export function integer(
  minimum: number,
  maximum: number,
  defaultValue: string,
  sentences: Sentences,
) {
  return { schema: wholeNumber(minimum, maximum), default: defaultValue, ...sentences }
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

/** Returns true for a loopback URL, for which plain http is allowed. */
export function isLoopback(value: string): boolean {
  return URL.canParse(value) && loopback.includes(new URL(value).hostname)
}
