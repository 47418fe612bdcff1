import { deepEqual, equal, match, throws } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { readConfig } from './config.ts'

const good = {
  DATABASE_URL: 'postgres://portico@localhost/portico',
  SECRET_KEYS: randomBytes(32).toString('base64'),
  SMTP_URL: 'smtp://127.0.0.1:1025',
  PUBLIC_URL: 'https://id.example.com',
}

function faults(variables: Record<string, string>): string {
  let message = ''
  throws(
    () => readConfig({ ...good, ...variables }),
    (error) => Boolean((message = (error as Error).message)),
  )
  return message
}

test('by default, passkeys belong to the host of their area and are accepted from its pages', () => {
  const { passkeys } = readConfig({ ...good, ADMIN_URL: 'https://admin.example.com' })
  deepEqual(passkeys, {
    users: { mode: 'whole', rpId: 'id.example.com', origins: ['https://id.example.com'] },
    admins: { mode: 'second', rpId: 'admin.example.com', origins: ['https://admin.example.com'] },
  })
})

test('PASSKEY_RP_ID accepts a parent domain, and PASSKEY_ORIGINS adds origins', () => {
  const { users } = readConfig({
    ...good,
    PASSKEY_RP_ID: 'example.com',
    PASSKEY_ORIGINS: 'https://id.example.org',
  }).passkeys
  equal(users.rpId, 'example.com')
  deepEqual(users.origins, ['https://id.example.com', 'https://id.example.org'])
})

test('startup rejects a relying party id or an origin that browsers would refuse', () => {
  for (const rpId of ['com', 'example.org', 'd.example.com', 'ample.com', 'www.id.example.com'])
    match(faults({ PASSKEY_RP_ID: rpId }), /PASSKEY_RP_ID is neither id\.example\.com nor a parent/)
  match(faults({ PASSKEY_RP_ID: 'https://id.example.com' }), /PASSKEY_RP_ID is not a host name/)
  match(
    faults({ ADMIN_URL: 'https://admin.example.net', ADMIN_PASSKEY_RP_ID: 'example.com' }),
    /ADMIN_PASSKEY_RP_ID is neither admin\.example\.net/,
  )
  match(faults({ PASSKEY_ORIGINS: 'http://id.example.org' }), /PASSKEY_ORIGINS contains http:/)
  match(faults({ PASSKEYS: 'first' }), /PASSKEYS is not one of whole, second, off/)
})

test('passkeys are disabled if PUBLIC_URL contains an IP address', () => {
  for (const PUBLIC_URL of ['http://127.0.0.1:8080', 'http://[::1]:8080'])
    equal(readConfig({ ...good, PUBLIC_URL }).passkeys.users.mode, 'off')
  equal(readConfig({ ...good, PUBLIC_URL: 'http://localhost:8080' }).passkeys.users.mode, 'whole')
})

test('admin passkeys are disabled with ADMIN_SIGN_IN=oidc', () => {
  const oidc = {
    ADMIN_SIGN_IN: 'oidc',
    ADMIN_OIDC_ISSUER: 'https://login.example.com',
    ADMIN_OIDC_CLIENT_ID: 'portico',
    ADMIN_OIDC_CLIENT_SECRET: 'x'.repeat(32),
  }
  equal(readConfig({ ...good, ...oidc, ADMIN_PASSKEYS: 'whole' }).passkeys.admins.mode, 'off')
})
