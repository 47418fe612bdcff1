import { deepEqual, doesNotMatch, equal, match, throws } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmod, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { newFolder } from '#test/debian-cluster.ts'
import { readConfig } from './config.ts'

const key = randomBytes(32).toString('base64')
const good = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://id.example.com',
  DATABASE_URL: 'postgres://portico_server:gZ7kQ2vX@db.example.com/portico?sslmode=verify-full',
  SECRET_KEYS: key,
  SMTP_URL: 'smtps://portico:Vt4Lw9Qe@mail.example.com',
}

function faults(variables: Record<string, string>): string {
  let message = ''
  throws(
    () => readConfig({ ...good, ...variables }),
    (error) => (message = (error as Error).message) !== '',
  )
  return message
}

const accepts = (variables: Record<string, string>) => readConfig({ ...good, ...variables })

const hosts = 'postgres://portico_server@one.example.com,two.example.com/portico'
const unverified = [
  'postgres://portico_server@db.example.com/portico',
  'postgres://portico_server@localhost/portico?host=db.example.com',
  'postgres://portico_server@db.example.com/portico?sslmode=disable',
  'postgres://portico_server@db.example.com/portico?sslmode=no-verify',
  'postgres://portico_server@db.example.com/portico?sslmode=require&uselibpqcompat=true',
]
const verified = [
  'postgres://portico_server@127.0.0.1/portico',
  'postgres://portico_server@[::1]:5433/portico',
  'postgres://portico_server@localhost/portico?host=/var/run/postgresql',
  'postgres://portico_server@db.example.com/portico?ssl=true',
]

test('S7: production rejects a database connection without verified TLS', () => {
  const severalUnverified = ['postgres://portico_server@127.0.0.1,db.example.com/portico', hosts]
  for (const name of ['DATABASE_URL', 'DATABASE_READ_URL', 'DATABASE_OWNER_URL']) {
    // Because DATABASE_READ_URL accepts only one host.
    const takesSeveral = name !== 'DATABASE_READ_URL'
    for (const wrong of [...unverified, ...(takesSeveral ? severalUnverified : [])]) {
      match(faults({ [name]: wrong }), new RegExp(`${name} does not use verified TLS`))
      match(faults({ [name]: wrong }), new RegExp(`or set INSECURE_ALLOW=${name}\\.`))
      accepts({ [name]: wrong, INSECURE_ALLOW: name })
      accepts({ [name]: wrong, NODE_ENV: 'development' })
    }
    for (const right of [...verified, ...(takesSeveral ? [`${hosts}?sslmode=verify-full`] : [])])
      accepts({ [name]: right })
  }
})

test('S7: production requires STARTTLS for a mail server on another machine', () => {
  equal(accepts({ SMTP_URL: 'smtp://mail.example.com' }).requiresStartTls, true)
  equal(accepts({ SMTP_URL: 'smtp://127.0.0.1:25' }).requiresStartTls, false)
  for (const query of ['ignoreTLS=true', 'requireTLS=false', 'tls.rejectUnauthorized=false']) {
    for (const scheme of ['smtp', 'smtps']) {
      const url = `${scheme}://mail.example.com?${query}`
      match(faults({ SMTP_URL: url }), /SMTP_URL weakens TLS by a query parameter: remove it/)
    }
  }
  const plain = { SMTP_URL: 'smtp://mail.example.com?ignoreTLS=true', INSECURE_ALLOW: 'SMTP_URL' }
  equal(accepts(plain).requiresStartTls, false)
  equal(accepts({ ...plain, NODE_ENV: 'development' }).requiresStartTls, false)
})

test('S7: production rejects http URLs except loopback ones and those in INSECURE_ALLOW', () => {
  for (const name of [
    'ADMIN_URL',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'USERS_API_URL',
    'ADMIN_API_URL',
    'BUSINESS_HUB_URL',
    'ONBOARDING_URL',
    'SANDBOX_BUSINESS_HUB_URL',
    'SANDBOX_SSO_URL',
    'SANDBOX_TRUSTED_ISSUER',
  ]) {
    const open = { [name]: 'http://other.example.com' }
    const sentence = `${name} is not encrypted: use https, or set INSECURE_ALLOW=${name}\\. Example`
    match(faults(open), new RegExp(sentence))
    match(faults({ ...open, INSECURE_ALLOW: 'SMTP_URL' }), new RegExp(sentence))
    accepts({ [name]: 'http://127.0.0.1:4318' })
    accepts({ [name]: 'https://other.example.com' })
    accepts({ ...open, NODE_ENV: 'development' })
    const { warnings } = accepts({ ...open, INSECURE_ALLOW: name })
    deepEqual(warnings, [`INSECURE_ALLOW: the connection of ${name} may be unencrypted`])
  }
  match(
    faults({ INSECURE_ALLOW: 'PUBLIC_URL' }),
    /INSECURE_ALLOW contains a name that is not one of ADMIN_URL, /,
  )
})

test('S8: production rejects well-known passwords and keys that are not random', () => {
  for (const [name, value] of [
    ['DATABASE_URL', 'postgres://postgres:postgres@localhost/portico'],
    ['DATABASE_URL', 'postgres://portico_server:portico_server@localhost/portico'],
    ['DATABASE_URL', 'postgres://portico_server@localhost/portico?password=Change-Me'],
    ['DATABASE_READ_URL', 'postgres://portico_server:secret@one/portico?sslmode=verify-full'],
    ['DATABASE_OWNER_URL', 'postgres://portico_owner:secret@one,two/portico?sslmode=verify-full'],
    ['SMTP_URL', 'smtps://user:password@mail.example.com'],
    ['ADMIN_OIDC_CLIENT_SECRET', 'the-secret-of-that-client'],
  ] as const) {
    match(faults({ [name]: value }), new RegExp(`${name} contains a well-known password: generate`))
    accepts({ [name]: value, NODE_ENV: 'development' })
  }
  for (const weak of [
    Buffer.alloc(32),
    Buffer.alloc(32, 0xff),
    Buffer.from('0123456789abcdef'.repeat(2)),
    Buffer.from('correct horse battery staple, 42'),
    Buffer.from(Array.from({ length: 32 }, (_, index) => index * 3)),
    Buffer.from(Array.from({ length: 32 }, (_, index) => [0, 200, 31, 7, 190][index % 5]!)),
  ]) {
    const keys = `${key},${weak.toString('base64')}`
    match(
      faults({ SECRET_KEYS: keys }),
      /SECRET_KEYS contains a key that is not random: generate one with/,
    )
    accepts({ SECRET_KEYS: keys, NODE_ENV: 'development' })
  }
  for (let each = 0; each < 200; each += 1)
    accepts({ SECRET_KEYS: randomBytes(32).toString('base64') })
})

test('S9: each secret can be read from a file, which must not be accessible to others', async (t) => {
  const file = `${await newFolder(t)}/secret`
  await writeFile(file, `${good.DATABASE_URL}\n`, { mode: 0o640 })
  equal(accepts({ DATABASE_URL: '', DATABASE_URL_FILE: file }).databaseUrl, good.DATABASE_URL)
  const oidc = accepts({ ADMIN_OIDC_CLIENT_SECRET_FILE: file })
  equal(oidc.adminOidcClientSecret, good.DATABASE_URL)
  deepEqual(oidc.warnings, [])
  const secrets = ['DATABASE_URL', 'DATABASE_READ_URL', 'DATABASE_OWNER_URL', 'SECRET_KEYS']
  for (const name of [...secrets, 'SMTP_URL'])
    match(
      faults({ [name]: '', [`${name}_FILE`]: '/nowhere' }),
      new RegExp(`  ${name}_FILE .*ENOENT`),
    )
  match(
    faults({ DATABASE_URL_FILE: file }),
    /DATABASE_URL and DATABASE_URL_FILE are both set: keep/,
  )
  for (const mode of [0o644, 0o602]) {
    await chmod(file, mode)
    const message = faults({ DATABASE_URL: '', DATABASE_URL_FILE: file })
    match(
      message,
      /DATABASE_URL_FILE is accessible to other users: run chmod o= .*\. Example: DATABASE_URL_FILE=/,
    )
    doesNotMatch(message, /gZ7kQ2vX/)
  }
  await chmod(file, 0o600)
  await writeFile(file, '\n')
  match(faults({ SECRET_KEYS: '', SECRET_KEYS_FILE: file }), /SECRET_KEYS_FILE is empty: /)
})

test('S5: production rejects MFA_REQUIRED=false without a reason, and logs the reason at startup', () => {
  const off = { MFA_REQUIRED: 'false' }
  match(faults(off), /MFA_REQUIRED is false without a reason: explain in MFA_OPTIONAL_REASON why/)
  match(faults({ ...off, MFA_OPTIONAL_REASON: '  ' }), /MFA_REQUIRED is false without a reason/)
  const { mfaRequired, warnings } = accepts({ ...off, MFA_OPTIONAL_REASON: 'Pilot until March' })
  equal(mfaRequired, false)
  deepEqual(warnings, ['MFA_REQUIRED=false: a password alone is enough (Pilot until March)'])
  accepts({ ...off, NODE_ENV: 'development' })
})

test('S3: production warns about DATABASE_OWNER_URL unless AUDIT_ARCHIVE needs it', () => {
  const owner = { DATABASE_OWNER_URL: 'postgres://portico_owner@localhost/portico' }
  match(accepts(owner).warnings.join(), /DATABASE_OWNER_URL is set, but only commands need it/)
  const archive = { AUDIT_ARCHIVE: '/var/lib/portico/archive' }
  deepEqual(accepts({ ...owner, ...archive }).warnings, [])
  match(
    faults(archive),
    /AUDIT_ARCHIVE requires DATABASE_OWNER_URL: without it, run `audit:retire`/,
  )
})
