import { adminSignInFaults, adminSignInOf } from './admin-sign-in.ts'
import { isLoopback } from './address.ts'
import { brandFaults, brandOf } from './brand.ts'
import { limitsOf } from './limits.ts'
import { runningFaults, runningOf } from './running.ts'
import {
  leastPasswordHash,
  list,
  variables,
  type Name,
  type Part,
  type Values,
} from './variables.ts'

/** What the program is told from outside. It is read once; the program does not start on a bad one. */

type Given = Readonly<Record<string, string | undefined>>

export class BadConfiguration extends Error {
  constructor(faults: readonly string[]) {
    super(
      `Portico cannot start with this configuration:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    )
    this.name = 'BadConfiguration'
  }
}

const neededInProduction: readonly Name[] = [
  'PUBLIC_URL',
  'SECRET_KEYS',
  'SMTP_URL',
  'DATABASE_URL',
]

/** Throws BadConfiguration with a sentence for each variable that is wrong or missing. */
export function readConfig(given: Given) {
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
    sandboxBusinessHubUrl: originOf(values.SANDBOX_BUSINESS_HUB_URL),
    sandboxSsoUrl: originOf(values.SANDBOX_SSO_URL),
    sandboxTrustedIssuer: originOf(values.SANDBOX_TRUSTED_ISSUER),
    humanCheck: {
      kind: values.HUMAN_CHECK,
      siteKey: values.HUMAN_CHECK_SITE_KEY,
      cost: values.HUMAN_CHECK_COST,
    },
    brand: brandOf(values),
    passwordHash: {
      memoryKib: values.PASSWORD_HASH_MEMORY_KIB,
      passes: values.PASSWORD_HASH_PASSES,
      atOnce: values.PASSWORD_HASH_AT_ONCE,
      queue: values.PASSWORD_HASH_QUEUE,
    },
    mfaRequired: values.MFA_REQUIRED === 'true',
    auditHeads: values.AUDIT_HEADS,
    auditArchive: values.AUDIT_ARCHIVE,
    ...adminSignInOf(values),
    limits: limitsOf(values),
    ...runningOf(values),
    logLevel: values.LOG_LEVEL,
  }
}

export type Config = ReturnType<typeof readConfig>

export const config: Config = readConfig(process.env)

function originOf(url: string | undefined): string {
  return url ? new URL(url).origin : ''
}

function parse(given: Given): { values: Values; faults: string[] } {
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
  if (isProduction && values.PUBLIC_URL && !isLoopback(values.PUBLIC_URL)) {
    if (values.PUBLIC_URL.startsWith('http:')) {
      faults.push('PUBLIC_URL is not encrypted. Example: PUBLIC_URL=https://id.example.com')
    }
    faults.push(...passwordHashFaults(values))
  }
  if (faults.length === 0) {
    faults.push(...adminSignInFaults(values), ...runningFaults(values), ...brandFaults(values))
  }
  return { values, faults }
}

function passwordHashFaults(values: Values): string[] {
  return (Object.keys(leastPasswordHash) as (keyof typeof leastPasswordHash)[])
    .filter((name) => values[name] < leastPasswordHash[name])
    .map((name) => {
      const [, , example] = variables[name]
      return `${name} is below ${leastPasswordHash[name]}. Example: ${name}=${example}`
    })
}
