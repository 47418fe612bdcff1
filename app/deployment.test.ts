import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse } from 'yaml'

const read = (file: string) => readFileSync(`deploy/${file}`, 'utf8')

test('S3: only the migration holds the password of the tables, and each role has its own', () => {
  const { services } = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as {
    services: Record<string, { environment: Record<string, string>; depends_on: object }>
  }
  const owners = Object.keys(services).filter(
    (name) => 'DATABASE_OWNER_URL' in (services[name]?.environment ?? {}),
  )
  deepEqual(owners, ['migrate'])
  for (const name of ['portico-one', 'portico-two']) {
    const { environment, depends_on: after } = services[name]!
    deepEqual(after, { migrate: { condition: 'service_completed_successfully' } })
    match(environment['DATABASE_URL'] ?? '', /\$\{SERVER_PASSWORD/)
    doesNotMatch(JSON.stringify(environment), /OWNER_PASSWORD|POSTGRES_PASSWORD/)
  }
  match(services['migrate']?.environment['DATABASE_OWNER_URL'] ?? '', /\$\{OWNER_PASSWORD/)
  match(read('make-roles.sh'), /portico_owner login password :'owner'/)
  match(read('make-roles.sh'), /portico_server login password :'server'/)
  equal(read('systemd/portico@.service').includes('owner.env'), false)
  match(read('systemd/portico-migrate.service'), /EnvironmentFile=\/etc\/portico\/owner\.env/)
})
