import type * as z from 'zod/mini'
import { faultOfColor, grounds, readBrand, readLogo, readTexts } from './brand.ts'
import { isHttps, isLoopback } from './config-schema.ts'
import { variables, type Name, type Values } from './config-table.ts'

type CamelCase<Text extends string> = Text extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Text>

type Environment = Readonly<Record<string, string | undefined>>

export class BadConfiguration extends Error {
  override name = 'BadConfiguration'

  constructor(faults: readonly string[]) {
    super(['Portico cannot start with this configuration:', ...faults].join('\n  '))
  }
}

/** Minimum cost of a password hash in production, from OWASP's password storage cheat sheet (decision 21). */
export const minPasswordHash = {
  PASSWORD_HASH_MEMORY_KIB: 19_456,
  PASSWORD_HASH_PASSES: 2,
} as const

/** Failures at an account count in a row: forgotten after a day without one. */
const inARowMinutes = 24 * 60

/** Prefixes that only variables of this program have. */
const families = /^(LIMIT|BRAND|PASSWORD_HASH|RETENTION|SESSION|PASSKEY|MAX)_/
/** Set by a desktop's X session manager. */
const foreign = new Set(['SESSION_MANAGER'])
const minSimilarLength = 8
const maxDistance = 2

/** Throws BadConfiguration with one sentence for each variable that is missing, invalid or misspelled. */
export function readConfig(environment: Environment) {
  const { faults, warnings } = findUnknownNames(environment)
  const { values, invalid } = parse(environment)
  faults.push(...invalid.values(), ...faultsTogether(values, (name) => !invalid.has(name)))
  if (faults.length > 0) throw new BadConfiguration(faults)
  const isSecure = isHttps(values.PUBLIC_URL)
  return {
    ...camelCased(values),
    isProduction: values.NODE_ENV === 'production',
    adminUrl: values.ADMIN_URL ?? values.PUBLIC_URL,
    isSecure,
    /** On https, the browser then accepts the cookie from this host and path / only. */
    cookiePrefix: isSecure ? '__Host-' : '',
    usersApiUrl: values.USERS_API_URL ?? '/api',
    adminApiUrl: values.ADMIN_API_URL ?? '/api',
    databaseOwnerUrl: values.DATABASE_OWNER_URL ?? values.DATABASE_URL,
    brand: readBrand(values),
    limits: limitsFrom(values),
    limitNetworkFactor: values.LIMIT_NETWORK_FACTOR,
    /** Intervals as PostgreSQL reads them. */
    retention: {
      expired: `${values.RETENTION_EXPIRED_HOURS} hours`,
      links: `${values.RETENTION_LINKS_DAYS} days`,
      mails: `${values.RETENTION_MAILS_DAYS} days`,
      unknownMails: `${values.RETENTION_UNKNOWN_MAILS_DAYS} days`,
      platformSessions: `${values.RETENTION_PLATFORM_SESSIONS_DAYS} days`,
      idempotencyKeys: `${values.RETENTION_IDEMPOTENCY_HOURS} hours`,
      jobsDays: values.RETENTION_JOBS_DAYS,
      auditMonths: `${values.RETENTION_AUDIT_MONTHS} months`,
    },
    /** Sentences for the log: names that are close to a known one. */
    warnings,
  }
}

export type Config = ReturnType<typeof readConfig>

export const config: Config = readConfig(process.env)

function parse(environment: Environment): { values: Values; invalid: Map<Name, string> } {
  const isProduction = environment['NODE_ENV'] === 'production'
  const invalid = new Map<Name, string>()
  const entries = (Object.keys(variables) as Name[]).map((name) => {
    const { schema, default: fallback, required } = variables[name]
    const value = environment[name] || (isProduction && required ? undefined : fallback)
    const parsed: z.core.util.SafeParseResult<unknown> = schema.safeParse(value)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      invalid.set(name, fault(name, value === undefined ? 'is missing' : (issue?.message ?? '')))
    }
    return [name, parsed.data]
  })
  return { values: Object.fromEntries(entries) as Values, invalid }
}

/** What is wrong with values that are valid on their own. `isValid` tells which ones are. */
function faultsTogether(values: Values, isValid: (name: Name) => boolean): string[] {
  const faults: string[] = []
  const check = (names: readonly [Name, ...Name[]], faultOf: () => string | undefined | false) => {
    const wrong = names.every(isValid) && faultOf()
    if (wrong) faults.push(fault(names[0], wrong))
  }
  const isPublic =
    values.NODE_ENV === 'production' && isValid('PUBLIC_URL') && !isLoopback(values.PUBLIC_URL)
  check(['PUBLIC_URL'], () => isPublic && !isHttps(values.PUBLIC_URL) && 'is not encrypted')
  for (const [name, minimum] of Object.entries(minPasswordHash)) {
    const key = name as keyof typeof minPasswordHash
    check([key], () => isPublic && values[key] < minimum && `is below ${minimum}`)
  }
  for (const part of ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'] as const) {
    const name = `ADMIN_OIDC_${part}` as const
    check([name], () => values.ADMIN_SIGN_IN === 'oidc' && !values[name] && 'is missing')
  }
  check(
    ['DORMANT_WARN_DAYS', 'DORMANT_DEACTIVATE_DAYS'],
    () =>
      values.DORMANT_WARN_DAYS >= values.DORMANT_DEACTIVATE_DAYS &&
      'is not before DORMANT_DEACTIVATE_DAYS',
  )
  check(
    ['HEADERS_TIMEOUT_SECONDS', 'REQUEST_TIMEOUT_SECONDS'],
    () =>
      values.HEADERS_TIMEOUT_SECONDS > values.REQUEST_TIMEOUT_SECONDS &&
      'is longer than REQUEST_TIMEOUT_SECONDS',
  )
  check(['BRAND_COLOR'], () => faultOfColor(values.BRAND_COLOR, grounds.light))
  check(['BRAND_COLOR_LIGHT'], () => faultOfColor(values.BRAND_COLOR_LIGHT, grounds.dark))
  check(['BRAND_LOGO'], () => messageOf(() => readLogo(values.BRAND_LOGO)))
  check(['BRAND_TEXTS'], () => messageOf(() => readTexts(values.BRAND_TEXTS)))
  return faults
}

function fault(name: Name, wrong: string): string {
  const { example, default: fallback } = variables[name]
  return `${name} ${wrong}. Example: ${name}=${example ?? fallback}`
}

function messageOf(work: () => unknown): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** Names of which `limits`, `retention` and `brand` are made. */
type Grouped = `${'LIMIT' | 'RETENTION' | 'BRAND'}_${string}`
type CamelCased = { [N in Exclude<Name, Grouped> as CamelCase<N>]: Values[N] }

/** The value of DATABASE_POOL is `config.databasePool`. */
function camelCased(values: Values): CamelCased {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  ) as CamelCased
}

function limitsFrom(values: Values) {
  const account = limit(values.LIMIT_ACCOUNT_FAILURES, values.LIMIT_ACCOUNT_MINUTES, inARowMinutes)
  const browser = limit(values.LIMIT_BROWSER_FAILURES, values.LIMIT_BROWSER_MINUTES)
  return {
    addressFailures: limit(values.LIMIT_ADDRESS_FAILURES, values.LIMIT_ADDRESS_MINUTES),
    browserPassword: browser,
    browserCode: browser,
    accountPassword: account,
    accountCode: account,
    usedCodes: limit(values.LIMIT_USED_CODES, 10),
    forgotPerMail: limit(values.LIMIT_FORGOT_PER_MAIL, values.LIMIT_FORGOT_MINUTES),
    forgotPerAddress: limit(values.LIMIT_FORGOT_PER_ADDRESS, values.LIMIT_FORGOT_MINUTES),
    twoFactorLinks: limit(values.LIMIT_TWO_FACTOR_LINKS, values.LIMIT_TWO_FACTOR_MINUTES),
    signOns: limit(values.LIMIT_SIGN_ONS, values.LIMIT_SIGN_ON_MINUTES),
    signOnsPerClient: limit(values.LIMIT_SIGN_ONS_PER_CLIENT, values.LIMIT_SIGN_ON_MINUTES),
    platformInvitations: limit(values.LIMIT_PLATFORM_INVITATIONS, values.LIMIT_PLATFORM_MINUTES),
    platformReads: limit(values.LIMIT_PLATFORM_READS, values.LIMIT_PLATFORM_MINUTES),
    // One mail a week.
    invitationsOfUser: limit(1, 7 * 24 * 60),
    unknownLinks: limit(values.LIMIT_UNKNOWN_LINKS, values.LIMIT_UNKNOWN_MINUTES),
  }
}

function limit(max: number, blockMinutes: number, withinMinutes = blockMinutes) {
  return { max, withinMinutes, blockMinutes }
}

/**
 * Finds names that were probably meant to be known ones. An unknown name of a family is a fault; another name
 * within two edits of a known one is only a warning, since it may belong to another program.
 */
function findUnknownNames(environment: Environment) {
  const known = Object.keys(variables)
  const faults: string[] = []
  const warnings: string[] = []
  for (const [name, value] of Object.entries(environment)) {
    if (!value || known.includes(name) || foreign.has(name)) continue
    const [family] = families.exec(name) ?? []
    if (family !== undefined) {
      const relatives = known.filter((each) => each.startsWith(family))
      const meant = closest(name, relatives.length > 0 ? relatives : known)
      faults.push(`${name} is not a known variable. The closest known one is ${meant}`)
    } else if (name.length >= minSimilarLength) {
      const alike = known.filter((each) => Math.abs(each.length - name.length) <= maxDistance)
      const meant = closest(name, alike)
      if (meant !== undefined && editDistance(name, meant) <= maxDistance) {
        warnings.push(`${name} is not a known variable. Did you mean ${meant}?`)
      }
    }
  }
  return { faults, warnings }
}

function closest(name: string, candidates: readonly string[]): string | undefined {
  const distances = candidates.map((each) => ({ each, distance: editDistance(name, each) }))
  return distances.toSorted((one, other) => one.distance - other.distance)[0]?.each
}

/** Levenshtein's distance: insertions, deletions and substitutions. */
function editDistance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1]
    for (const [column, otherLetter] of [...other].entries()) {
      const substituted = above[column]! + (letter === otherLetter ? 0 : 1)
      current.push(Math.min(substituted, above[column + 1]! + 1, current[column]! + 1))
    }
    above = current
  }
  return above[other.length]!
}
