import { deepEqual, equal, match, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { BadConfiguration, readConfig } from './config.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const good = {
  DATABASE_URL: 'postgres://portico@localhost/portico',
  SECRET_KEYS: key,
  SMTP_URL: 'smtp://127.0.0.1:1025',
}

function faults(given: Record<string, string>): string {
  let message = ''
  throws(
    () => readConfig(given),
    (error) => {
      message = (error as Error).message
      return error instanceof BadConfiguration
    },
  )
  return message
}

test('in production each variable that is missing is named, with an example', () => {
  const message = faults({ NODE_ENV: 'production' })
  for (const name of ['PUBLIC_URL', 'SECRET_KEYS', 'SMTP_URL', 'DATABASE_URL']) {
    match(message, new RegExp(`${name} is missing. Example: ${name}=`))
  }
})

test('a bad variable is named with what is wrong and an example', () => {
  match(faults({ ...good, PORT: '80a' }), /PORT is not a number. Example: PORT=8080/)
  match(
    faults({ ...good, PUBLIC_URL: 'id.example.com' }),
    /PUBLIC_URL is not an http or https address/,
  )
  match(faults({ ...good, SECRET_KEYS: 'short' }), /SECRET_KEYS needs keys of 32 bytes/)
  match(faults({ ...good, SERVE: 'users,kitchen' }), /SERVE names a part that is none of/)
})

test('production is served on https', () => {
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

test('production hashes passwords at no less than the least that is advised', () => {
  const production = { ...good, NODE_ENV: 'production', PUBLIC_URL: 'https://id.example.com' }
  const message = faults({
    ...production,
    PASSWORD_HASH_MEMORY_KIB: '19455',
    PASSWORD_HASH_PASSES: '1',
  })
  match(message, /PASSWORD_HASH_MEMORY_KIB is below 19456. Example: PASSWORD_HASH_MEMORY_KIB=65536/)
  match(message, /PASSWORD_HASH_PASSES is below 2/)
  const least = { PASSWORD_HASH_MEMORY_KIB: '19456', PASSWORD_HASH_PASSES: '2' }
  equal(readConfig({ ...production, ...least }).passwordHash.passes, 2)
})

test('EN-05 addresses of APIs, platforms and sandbox and the key of the human check are variables', () => {
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
      config.humanCheck.siteKey,
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

test('the first of several keys is the one that seals', () => {
  const other = Buffer.alloc(32, 9).toString('base64')
  equal(readConfig({ ...good, SECRET_KEYS: `${other},${key}` }).secretKeys.length, 2)
})

test('where an identity provider logs admins in, what it is known by has to be named', () => {
  const message = faults({ ...good, ADMIN_SIGN_IN: 'oidc' })
  for (const name of ['ADMIN_OIDC_ISSUER', 'ADMIN_OIDC_CLIENT_ID', 'ADMIN_OIDC_CLIENT_SECRET']) {
    match(message, new RegExp(`${name} is missing. Example: ${name}=`))
  }
  match(
    faults({ ...good, ADMIN_OIDC_ISSUER: 'http://login.example.com' }),
    /ADMIN_OIDC_ISSUER is neither an https address nor one of this machine/,
  )
  equal(readConfig(good).adminSignIn, 'local')
})
