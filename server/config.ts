import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type * as z from 'zod/mini'
import { faultOfColor, readBrand, readLogo, readTexts } from './brand.ts'
import { passkeyRules, passkeysFrom } from './config-passkeys.ts'
import { fileNameOf, findUnknownNames, type Environment } from './config-names.ts'
import type { Profile } from './config-profile-section.ts'
import { defaultIn, faultsOfProfile, profileOf, settingsOf } from './config-profiles.ts'
import { productionRules, requiresStartTls } from './config-production.ts'
import { isHttps } from './config-schema.ts'
import { limitsFrom } from './config-rate-limits.ts'
import { variables, type Name, type Values } from './config-table.ts'
import { readSecretFile } from './secret-file.ts'

type CamelCase<Text extends string> = Text extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Text>

/** Thrown if the configuration is invalid; its message lists all faults. */
export class BadConfiguration extends Error {
  override name = 'BadConfiguration'

  constructor(faults: readonly string[]) {
    super(['Portico cannot start with this configuration:', ...faults].join('\n  '))
  }
}

/** Pairs of durations in minutes and hours of which the first must not exceed the second. */
const durationPairs = [
  ['SESSION_IDLE_MINUTES', 'SESSION_HOURS'],
  ['ADMIN_SESSION_IDLE_MINUTES', 'ADMIN_SESSION_HOURS'],
] as const

/** Rules of variables that require `MFA_REQUIRED=true`. */
const secondFactorRules: readonly (readonly [
  name: Name,
  rule: (values: Values) => string | false,
])[] = [
  [
    'LOGIN_UNIFORM',
    (values) =>
      values.LOGIN_UNIFORM &&
      'must be off with MFA_REQUIRED=false: without a second step, the first reveals which users exist',
  ],
  [
    'STEP_UP_FACTORS',
    (values) =>
      values.STEP_UP_FACTORS > 1 &&
      'must be 1 with MFA_REQUIRED=false: users with only a password could not open any platform',
  ],
]

const brandRules: readonly (readonly [name: Name, rule: (values: Values) => string | undefined])[] =
  [
    ['BRAND_COLOR', (values) => faultOfColor('light', values)],
    [
      'BRAND_COLOR_LIGHT',
      // BRAND_COLOR also tints the dark backgrounds, so its own fault comes first.
      (values) => (faultOfColor('light', values) ? undefined : faultOfColor('dark', values)),
    ],
    ['BRAND_LOGO', (values) => messageOf(() => readLogo(values.BRAND_LOGO))],
    ['BRAND_TEXTS', (values) => messageOf(() => readTexts(values.BRAND_TEXTS))],
  ]

/** Reads the configuration. Throws BadConfiguration with a sentence about each missing, invalid or unknown variable. */
export function readConfig(environment: Environment) {
  const { faults, warnings } = findUnknownNames(environment)
  const profile = profileOf(environment['SECURITY_PROFILE'])
  const { values, invalid } = parse(environment, profile)
  const isValid = (name: Name) => !invalid.has(name)
  const textOf = (name: Name) =>
    valueOf(environment, name).text || (defaultIn(profile, name, variables[name].default) ?? '')
  faults.push(
    ...invalid.values(),
    ...combinationFaults(values, isValid),
    ...faultsOfProfile(profile, values.PROFILE_EXCEPTIONS ?? [], textOf)
      .filter(({ variable }) => isValid(variable))
      .map(({ sentence }) => sentence),
  )
  if (faults.length > 0) throw new BadConfiguration(faults)
  const isSecure = isHttps(values.PUBLIC_URL)
  const isProduction = values.NODE_ENV === 'production'
  return {
    ...camelCased(values),
    isProduction,
    apiDocs: values.API_DOCS ?? (isProduction ? 'split' : 'public'),
    adminUrl: values.ADMIN_URL ?? values.PUBLIC_URL,
    isSecure,
    /** The prefix of cookie names. Browsers accept a cookie with `__Host-` only over https, for one host and path /. */
    cookiePrefix: isSecure ? '__Host-' : '',
    usersApiUrl: values.USERS_API_URL ?? '/api',
    adminApiUrl: values.ADMIN_API_URL ?? '/api',
    requiresStartTls: requiresStartTls(values),
    databaseOwnerUrl: values.DATABASE_OWNER_URL ?? values.DATABASE_URL,
    brand: readBrand(values),
    passkeys: passkeysFrom(values),
    limits: limitsFrom(values),
    /** Retention of the audit log, as an interval of PostgreSQL. */
    auditRetention: `${values.RETENTION_AUDIT_MONTHS} months`,
    tls: readTls(values),
    /** The variables of each compliance requirement, and whether they meet it. */
    requirements: settingsOf(textOf),
    /** Sentences to log at startup: probably misspelled names, and settings that weaken security. */
    warnings: [...warnings, ...weaknesses(values)],
  }
}

export type Config = ReturnType<typeof readConfig>

/** The configuration of this process. Importing this module throws BadConfiguration if it is invalid. */
export const config: Config = readConfig(process.env)

/** Parses each variable by its schema. `invalid` contains an error for each variable that is missing or invalid. */
function parse(
  environment: Environment,
  profile: Profile,
): { values: Values; invalid: Map<Name, string> } {
  const isProduction = environment['NODE_ENV'] === 'production'
  const invalid = new Map<Name, string>()
  const entries = (Object.keys(variables) as Name[]).map((name) => {
    const { schema, default: fallback, required } = variables[name]
    const { text, error } = valueOf(environment, name)
    if (error !== undefined) {
      invalid.set(name, error)
      return [name, undefined]
    }
    const hasDefault = !isProduction || !required
    const value = text || (hasDefault ? defaultIn(profile, name, fallback) : undefined)
    const parsed: z.core.util.SafeParseResult<unknown> = schema.safeParse(value)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      invalid.set(
        name,
        faultSentence(name, value === undefined ? 'is missing' : (issue?.message ?? '')),
      )
    }
    return [name, parsed.data]
  })
  return { values: Object.fromEntries(entries) as Values, invalid }
}

/** Returns the text of a variable, or an error. A secret can be in a file, whose path is in NAME_FILE. */
function valueOf(environment: Environment, name: Name): { text?: string; error?: string } {
  const text = environment[name] ?? ''
  const file = variables[name].isSecret && environment[fileNameOf(name)]
  if (!file) return { text }
  const example = `Example: ${fileNameOf(name)}=/run/secrets/${name.toLowerCase()}`
  if (text) return { error: `${name} and ${fileNameOf(name)} are both set: keep one. ${example}` }
  try {
    return { text: readSecretFile(file) }
  } catch (error) {
    return { error: `${fileNameOf(name)} ${(error as Error).message}. ${example}` }
  }
}

/** Returns the faults of combinations of values. Skips each rule with a variable that is invalid by itself. */
function combinationFaults(values: Values, isValid: (name: Name) => boolean): string[] {
  const faults: string[] = []
  // `names` are the variables that the rule reads; the fault is about the first.
  const check = (names: readonly [Name, ...Name[]], faultOf: () => string | undefined | false) => {
    const fault = names.every(isValid) && faultOf()
    if (fault) faults.push(faultSentence(names[0], fault))
  }
  for (const [name, rule] of values.NODE_ENV === 'production' ? productionRules : [])
    check([name, 'INSECURE_ALLOW'], () => rule(values))
  for (const part of ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'] as const) {
    const name = `ADMIN_OIDC_${part}` as const
    check([name], () => values.ADMIN_SIGN_IN === 'oidc' && !values[name] && 'is missing')
  }
  for (const [name, rule] of passkeyRules)
    check([name, 'PUBLIC_URL', 'ADMIN_URL'], () => rule(values))
  for (const [name, rule] of secondFactorRules)
    check([name, 'MFA_REQUIRED'], () => !values.MFA_REQUIRED && rule(values))
  for (const [minutes, hours] of durationPairs)
    check([minutes, hours], () => values[minutes] > values[hours] * 60 && `is longer than ${hours}`)
  check(['TLS_CERT', 'TLS_KEY'], () => {
    const isOnlyOneSet = [values.TLS_CERT, values.TLS_KEY].filter(Boolean).length === 1
    return isOnlyOneSet && 'and TLS_KEY must be set together'
  })
  check(
    ['TRUSTED_PROXIES', 'HOST'],
    () =>
      values.HOST.startsWith('/') &&
      values.TRUSTED_PROXIES.length > 0 &&
      'must be empty if HOST is a socket, whose proxy is always trusted',
  )
  check(['TLS_KEY', 'TLS_CERT'], () => {
    const fault = messageOf(() => readTls(values))
    return fault && `cannot be used (${fault})`
  })
  for (const [name, rule] of brandRules) check([name, 'BRAND_COLOR'], () => rule(values))
  return faults
}

/** Returns warnings about settings that weaken security, so that operators do not forget them. */
function weaknesses(values: Values): string[] {
  const { INSECURE_ALLOW: insecure, MFA_OPTIONAL_REASON: reason } = values
  const hasNeedlessOwnerUrl =
    values.NODE_ENV === 'production' && values.DATABASE_OWNER_URL && !values.AUDIT_ARCHIVE
  return [
    ...(values.MFA_REQUIRED ? [] : [`MFA_REQUIRED=false: a password alone is enough (${reason})`]),
    ...(values.ADMIN_SIGN_IN === 'oidc' && values.ADMIN_OIDC_ACR.length === 0
      ? ['ADMIN_OIDC_ACR is empty: the strength of admin logins is up to the identity provider']
      : []),
    ...values.PROFILE_EXCEPTIONS.map(
      ({ clause, reason }) => `PROFILE_EXCEPTIONS: clause ${clause} is not met (${reason})`,
    ),
    ...insecure.map((name) => `INSECURE_ALLOW: the connection of ${name} may be unencrypted`),
    ...(hasNeedlessOwnerUrl
      ? ['DATABASE_OWNER_URL is set, but only commands need it: remove it from the servers']
      : []),
  ]
}

function readTls({ TLS_CERT: cert, TLS_KEY: key }: Values) {
  if (cert === '' || key === '') return undefined
  const tls = { cert: readFileSync(cert, 'utf8'), key: readSecretFile(key) }
  // Throws for a certificate or key that is invalid.
  createSecureContext(tls)
  return tls
}

function faultSentence(name: Name, fault: string): string {
  const { example, default: fallback } = variables[name]
  return `${name} ${fault}. Example: ${name}=${example ?? fallback}`
}

/** Returns the message of the error that `work` throws, if any. */
function messageOf(work: () => unknown): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** Names of the variables that are combined into `limits`, `auditRetention`, `brand` and `passkeys`. */
type Grouped = `${'LIMIT' | 'RETENTION' | 'BRAND'}_${string}` | 'PASSKEYS' | 'ADMIN_PASSKEYS'
type CamelCased = { [N in Exclude<Name, Grouped> as CamelCase<N>]: Values[N] }

/** Converts names to camel case: DATABASE_POOL becomes `databasePool`. */
function camelCased(values: Values): CamelCased {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  ) as CamelCased
}
