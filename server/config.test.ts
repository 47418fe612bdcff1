import { deepEqual, doesNotMatch, equal, match, ok, throws } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { removedVariables } from './config-removed.ts'
import { variables } from './config-table.ts'
import { BadConfiguration, readConfig } from './config.ts'

const key = randomBytes(32).toString('base64')
const good = {
  DATABASE_URL: 'postgres://portico@localhost/portico',
  SECRET_KEYS: key,
  SMTP_URL: 'smtp://127.0.0.1:1025',
}

function faults(variables: Record<string, string>): string {
  let message = ''
  throws(
    () => readConfig(variables),
    (error) => {
      message = (error as Error).message
      return error instanceof BadConfiguration
    },
  )
  return message
}

test('in production, the startup error lists each missing variable with an example', () => {
  const message = faults({ NODE_ENV: 'production' })
  for (const name of ['PUBLIC_URL', 'SECRET_KEYS', 'SMTP_URL', 'DATABASE_URL']) {
    match(message, new RegExp(`${name} is missing. Example: ${name}=`))
  }
})

test('the startup error contains the name, the fault and an example of an invalid variable', () => {
  match(faults({ ...good, PORT: '80a' }), /PORT is not a number. Example: PORT=8080/)
  match(faults({ ...good, PUBLIC_URL: 'id.example.com' }), /PUBLIC_URL is not an http or https URL/)
  match(faults({ ...good, SECRET_KEYS: 'short' }), /SECRET_KEYS needs keys of 32 bytes/)
  match(faults({ ...good, SERVE: 'users,kitchen' }), /SERVE contains a part that is not one of/)
  match(faults({ ...good, LOG_LEVEL: 'loud' }), /LOG_LEVEL is not one of silent, fatal, error/)
})

test('production requires an https URL and prefixes cookies with __Host-', () => {
  match(
    faults({ ...good, NODE_ENV: 'production', PUBLIC_URL: 'http://id.example.com' }),
    /PUBLIC_URL is not encrypted/,
  )
  const config = readConfig({
    ...good,
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://id.example.com',
  })
  equal(config.cookiePrefix, '__Host-')
})

test('production requires the minimum cost of a password hash', () => {
  const production = { ...good, NODE_ENV: 'production', PUBLIC_URL: 'https://id.example.com' }
  const message = faults({
    ...production,
    PASSWORD_HASH_MEMORY_KIB: '19455',
    PASSWORD_HASH_PASSES: '1',
  })
  match(message, /PASSWORD_HASH_MEMORY_KIB is below 19456. Example: PASSWORD_HASH_MEMORY_KIB=65536/)
  match(message, /PASSWORD_HASH_PASSES is below 2/)
  const minimums = { PASSWORD_HASH_MEMORY_KIB: '19456', PASSWORD_HASH_PASSES: '2' }
  equal(readConfig({ ...production, ...minimums }).passwordHashPasses, 2)
})

test('EN-05 variables set the URLs of APIs, platforms and sandbox and the human check’s site key', () => {
  const config = readConfig({
    ...good,
    USERS_API_URL: 'https://users.example.com/api',
    ADMIN_API_URL: 'https://admin.example.com/api',
    BUSINESS_HUB_URL: 'https://hub.example.com',
    ONBOARDING_URL: 'https://start.example.com',
    SANDBOX_BUSINESS_HUB_URL: 'https://sandbox-hub.example.com',
    SANDBOX_SSO_URL: 'https://sandbox-id.example.com',
    HUMAN_CHECK_SITE_KEY: 'site-key',
  })
  deepEqual(
    [
      config.usersApiUrl,
      config.adminApiUrl,
      config.businessHubUrl,
      config.onboardingUrl,
      config.sandboxBusinessHubUrl,
      config.sandboxSsoUrl,
      config.humanCheckSiteKey,
    ],
    [
      'https://users.example.com/api',
      'https://admin.example.com/api',
      'https://hub.example.com',
      'https://start.example.com',
      'https://sandbox-hub.example.com',
      'https://sandbox-id.example.com',
      'site-key',
    ],
  )
})

test('SECRET_KEYS accepts several keys and keeps their order', () => {
  const other = randomBytes(32).toString('base64')
  const { secretKeys } = readConfig({ ...good, SECRET_KEYS: `${other},${key}` })
  deepEqual(
    secretKeys.map(String),
    [other, key].map((each) => String(Buffer.from(each, 'base64'))),
  )
})

test('ADMIN_SIGN_IN=oidc requires issuer, client id and client secret', () => {
  const message = faults({ ...good, ADMIN_SIGN_IN: 'oidc' })
  for (const name of ['ADMIN_OIDC_ISSUER', 'ADMIN_OIDC_CLIENT_ID', 'ADMIN_OIDC_CLIENT_SECRET']) {
    match(message, new RegExp(`${name} is missing. Example: ${name}=`))
  }
  match(
    faults({ ...good, ADMIN_OIDC_ISSUER: 'http://login.example.com' }),
    /ADMIN_OIDC_ISSUER is neither an https URL nor a loopback URL/,
  )
  const document = 'https://login.example.com/.well-known/openid-configuration'
  match(faults({ ...good, ADMIN_OIDC_ISSUER: document }), /ADMIN_OIDC_ISSUER is .* \/\.well-known/)
  equal(readConfig(good).adminSignIn, 'local')
  const oidc = {
    ...good,
    ADMIN_SIGN_IN: 'oidc',
    ADMIN_OIDC_ISSUER: 'https://login.example.com',
    ADMIN_OIDC_CLIENT_ID: 'portico',
    ADMIN_OIDC_CLIENT_SECRET: 'of a test',
  }
  match(readConfig(oidc).warnings.join(), /ADMIN_OIDC_ACR is empty/)
  deepEqual(readConfig({ ...oidc, ADMIN_OIDC_ACR: 'mfa' }).warnings, [])
})

test('startup rejects each variable that is no longer a setting, and says what applies', () => {
  for (const [name, rule] of Object.entries(removedVariables)) {
    equal(name in variables, false)
    ok(
      faults({ ...good, [name]: '1' }).includes(
        `${name} is no longer a setting (${rule}): remove it`,
      ),
    )
  }
  equal(readConfig({ ...good, MAX_CONNECTIONS: '' }).warnings.length, 0)
})

test('each variable names who sets it', () => {
  for (const { setBy } of Object.values(variables)) match(setBy, /^[A-Z].*\.$/)
  ok(Object.keys(variables).length <= 80)
})

test('C1 startup rejects an unknown variable with one of our prefixes and names the closest known one', () => {
  for (const [name, known] of [
    ['LIMIT_ADRESS_FAILURES', 'LIMIT_ADDRESS_FAILURES'],
    ['BRAND_COLOUR', 'BRAND_COLOR'],
    ['PASSWORD_HASH_MEMORY', 'PASSWORD_HASH_MEMORY_KIB'],
    ['RETENTION_AUDIT_MONTH', 'RETENTION_AUDIT_MONTHS'],
    ['PASSKEY_ORIGIN', 'PASSKEY_ORIGINS'],
    ['SESSION_IDLE_MINUTE', 'SESSION_IDLE_MINUTES'],
    ['ADMIN_SESSION_MINUTES', 'ADMIN_SESSION_IDLE_MINUTES'],
  ] as const) {
    match(
      faults({ ...good, [name]: '1' }),
      new RegExp(`${name} is not a known variable. The closest known one is ${known}$`),
    )
  }
  deepEqual(readConfig({ ...good, LIMIT_TYPO: '', SESSION_MANAGER: 'local/x' }).warnings, [])
})

test('LI-03 sessions last 15 idle minutes and 12 hours (admins: 8) by default, and variables change each', () => {
  const times = (variables: Record<string, string>) => {
    const config = readConfig({ ...good, ...variables })
    return [
      [config.sessionIdleMinutes, config.sessionHours],
      [config.adminSessionIdleMinutes, config.adminSessionHours],
    ]
  }
  deepEqual(times({}), [
    [15, 12],
    [15, 8],
  ])
  const other = {
    SESSION_IDLE_MINUTES: '5',
    SESSION_HOURS: '1',
    ADMIN_SESSION_IDLE_MINUTES: '10',
    ADMIN_SESSION_HOURS: '2',
  }
  deepEqual(times(other), [
    [5, 1],
    [10, 2],
  ])
  match(
    faults({ ...good, SESSION_IDLE_MINUTES: '90', SESSION_HOURS: '1' }),
    /SESSION_IDLE_MINUTES is longer than SESSION_HOURS/,
  )
})

test('C1 any other name that resembles a known one causes a warning', () => {
  const { warnings } = readConfig({ ...good, PUBLIC_ULR: 'x', TRUSTED_PROXY: 'x', SPORT: 'x' })
  deepEqual(warnings, ['PUBLIC_ULR is not a known variable. Did you mean PUBLIC_URL?'])
  for (const name of ['XPUBLIC_URLX', 'PUB_IC_UR', 'PXBLIC_UXL', 'PUBLIC_URXX'])
    equal(readConfig({ ...good, [name]: 'x' }).warnings.length, 1, name)
  deepEqual(readConfig({ ...good, PUXXIC_XXL: 'x' }).warnings, [])
  deepEqual(readConfig({ ...good, PATH: '/bin', HOSTNAME: 'a', NODE_OPTIONS: 'x' }).warnings, [])
})

test('C1 the startup error lists every fault, including those of combined values', () => {
  const message = faults({
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://id.example.com',
    PORT: 'eighty',
    HUMAN_CHECK: 'turnstile',
    LIMIT_TYPO: '1',
    DORMANT_DEACTIVATE_DAYS: '1',
    BRAND_COLOR: '#ffffff',
  })
  for (const name of [
    'DATABASE_URL',
    'SECRET_KEYS',
    'SMTP_URL',
    'PUBLIC_URL',
    'PORT',
    'HUMAN_CHECK',
    'LIMIT_TYPO',
    'DORMANT_DEACTIVATE_DAYS',
    'BRAND_COLOR',
  ]) {
    match(message, new RegExp(`^  ${name} `, 'm'))
  }
  doesNotMatch(message, /BRAND_COLOR_LIGHT/)
})

test('LI-01 LI-02 the default rate limits match the requirements', () => {
  const { limits } = readConfig(good)
  const { addressFailures, accountPassword, forgotPerMail, forgotPerAddress } = limits
  deepEqual(addressFailures, { max: 10, withinMinutes: 10, blockMinutes: 10 })
  deepEqual([accountPassword.max, accountPassword.blockMinutes], [5, 30])
  // PCI DSS 8.3.4: at most ten attempts, then a lockout of 30 minutes, also in known browsers.
  deepEqual(limits.browserPassword, { max: 10, withinMinutes: 30, blockMinutes: 30 })
  deepEqual(limits.browserCode, limits.browserPassword)
  deepEqual([forgotPerMail.max, forgotPerAddress.max, forgotPerMail.blockMinutes], [3, 10, 10])
  equal(readConfig({ ...good, LIMIT_ADDRESS_FAILURES: '25' }).limits.addressFailures.max, 25)
})

test('the startup error contains the fault of an invalid limit', () => {
  for (const [value, wrong] of [
    ['0', /LIMIT_ADDRESS_FAILURES is below 1/],
    ['1000001', /LIMIT_ADDRESS_FAILURES is above 1000000/],
    ['1.5', /LIMIT_ADDRESS_FAILURES is not a whole number/],
    ['many', /LIMIT_ADDRESS_FAILURES is not a number/],
  ] as const) {
    match(faults({ ...good, LIMIT_ADDRESS_FAILURES: value }), wrong)
  }
})

test('startup rejects LOGIN_UNIFORM=on with MFA_REQUIRED=false', () => {
  equal(readConfig({ ...good, LOGIN_UNIFORM: 'on' }).loginUniform, true)
  equal(readConfig(good).loginUniform, false)
  match(
    faults({ ...good, LOGIN_UNIFORM: 'on', MFA_REQUIRED: 'false' }),
    /LOGIN_UNIFORM must be off with MFA_REQUIRED=false: without a second step, the first reveals which users exist/,
  )
})

test('startup rejects STEP_UP_FACTORS=2 with MFA_REQUIRED=false', () => {
  equal(readConfig(good).stepUpFactors, 1)
  equal(readConfig({ ...good, STEP_UP_FACTORS: '2' }).stepUpFactors, 2)
  match(
    faults({ ...good, STEP_UP_FACTORS: '2', MFA_REQUIRED: 'false' }),
    /STEP_UP_FACTORS must be 1 with MFA_REQUIRED=false: users with only a password could not open any platform/,
  )
})
