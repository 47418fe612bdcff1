import { deepEqual, doesNotMatch, equal, match, ok, rejects } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { test, type TestContext } from 'node:test'
import { connect, type ConnectionOptions } from 'node:tls'
import { parse, parseAllDocuments } from 'yaml'
import { maxImageBytes } from '#contract/image.ts'
import { freePort } from '#test/free-port.ts'
import { certify, forgetFolder } from '#test/proxies.ts'
import { until } from '#test/until.ts'
import { addInvitations, checkInvitations } from '../features/admin/invitations/contract.ts'

const nginx = '/usr/sbin/nginx'

const read = (file: string) => readFileSync(`deploy/${file}`, 'utf8')

test('S3: only the migration has the password of the tables’ owner, and each role has its own password', () => {
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
  match(read('make-roles.sh'), /alter role portico_server set statement_timeout = '10s'/)
  match(read('systemd/portico-migrate.service'), /EnvironmentFile=\/etc\/portico\/owner\.env/)
})

test('3S14: nothing ends a migration after a fixed time, because the next one would build the same index again', () => {
  doesNotMatch(read('helm/portico/templates/jobs.yaml'), /activeDeadlineSeconds:/)
  doesNotMatch(read('systemd/portico-migrate.service'), /TimeoutStartSec/)
})

test('an instance of the systemd unit reads its own variables after the shared ones, and may have none', () => {
  const files = read('systemd/portico@.service').match(/^EnvironmentFile=.*$/gm)
  deepEqual(files, [
    'EnvironmentFile=/etc/portico/portico.env',
    'EnvironmentFile=-/etc/portico/%i.env',
  ])
})

test('the example of a database gives its roles and pools the settings that the program needs', () => {
  const parts = parseAllDocuments(read('helm/examples/cloudnativepg.yaml')).map(
    (each) => each.toJS() as Manifest,
  )
  const [cluster] = parts.filter(({ kind }) => kind === 'Cluster')
  const [pooler] = parts.filter(({ kind }) => kind === 'Pooler')
  const [follower] = parts.filter(({ kind }) => kind === 'Service')
  const statements = cluster?.spec.bootstrap?.initdb.postInitApplicationSQL ?? []
  ok(statements.includes("alter role portico_server set statement_timeout = '10s'"))
  const { default_pool_size: size, max_prepared_statements: prepared } =
    pooler?.spec.pgbouncer?.parameters ?? {}
  const cores = Number(cluster?.spec.resources?.requests.cpu)
  equal(Number(size) * (pooler?.spec.instances ?? 0), 2 * cores)
  equal(prepared, undefined)
  const name = follower?.metadata.name ?? ''
  ok(cluster?.spec.certificates?.serverAltDNSNames.includes(name))
  match(follower?.spec.selector?.['cnpg.io/instanceName'] ?? '', /^portico-db-\d$/)
  match(read('helm/examples/cloudnativepg.yaml'), new RegExp(`READ_URL +the same at ${name}$`, 'm'))
})

type Manifest = {
  kind: string
  metadata: { name: string }
  spec: {
    instances?: number
    bootstrap?: { initdb: { postInitApplicationSQL: string[] } }
    certificates?: { serverAltDNSNames: string[] }
    resources?: { requests: { cpu: string } }
    pgbouncer?: { parameters: Record<string, string> }
    selector?: Record<string, string>
  }
}

test('nginx accepts bodies as large as any call allows', () => {
  const [, limitKib] = /client_max_body_size (\d+)k;/.exec(read('nginx.conf')) ?? []
  const bodyLimits = [checkInvitations.maxBodyBytes, addInvitations.maxBodyBytes, maxImageBytes]
  ok(Number(limitKib) * 1024 > Math.max(...bodyLimits.map(Number)))
})

test('S18: behind nginx, port 80 rejects calls and redirects browsers to https, which requires forward secrecy', async (t) => {
  if (!existsSync(nginx)) return t.skip('no nginx (Debian: nginx)')
  const { plain, tls, ca } = await startNginx(t)
  const get = (path: string) => fetch(`http://127.0.0.1:${plain}${path}`, { redirect: 'manual' })
  for (const path of ['/api/users/login', '/api', '/platform/invitations', '/oidc/token'])
    equal((await get(path)).status, 403, path)
  const page = await get('/login?next=1')
  equal(page.headers.get('location'), 'https://id.example.com/login?next=1')
  const cipherOf = async (options: ConnectionOptions) => {
    const socket = connect({ port: tls, ca, servername: 'id.example.com', ...options })
    await once(socket, 'secureConnect')
    const { name } = socket.getCipher()
    socket.destroy()
    return name
  }
  match(await cipherOf({}), /^TLS_/)
  const old = { maxVersion: 'TLSv1.2' } as const
  match(await cipherOf(old), /^ECDHE-ECDSA-(AES(256|128)-GCM|CHACHA20)/)
  for (const ciphers of [
    'ECDHE-ECDSA-AES256-SHA',
    'ECDHE-ECDSA-AES128-SHA256',
    'AES256-GCM-SHA384',
  ])
    await rejects(cipherOf({ ...old, ciphers }), /handshake failure|ECONNRESET|alert/, ciphers)
  const head = await headOf('/readyz', { port: tls, ca, servername: 'id.example.com' })
  match(head, /^HTTP\/1.1 404/)
  match(head, /^strict-transport-security: max-age=63072000; includeSubDomains\r?$/im)
  const undecoded = await headOf('/%E0%A4%A', { port: tls, ca, servername: 'id.example.com' })
  match(undecoded, /^HTTP\/1.1 303/)
  match(undecoded, /^location: https:\/\/id\.example\.com\/page-not-found\r?$/im)
  await rejects(
    cipherOf({ maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' }),
  )
})

/** Returns the response head of nginx itself (ASVS 3.4.1). */
async function headOf(path: string, options: ConnectionOptions): Promise<string> {
  const socket = connect(options)
  socket.end(`GET ${path} HTTP/1.1\r\nHost: id.example.com\r\nConnection: close\r\n\r\n`)
  let response = ''
  for await (const part of socket) response += String(part)
  return response.split('\r\n\r\n')[0] ?? ''
}

async function startNginx(t: TestContext) {
  const folder = await certify({ portal: 'id.example.com', platform: 'hub.test', platformId: '' })
  const [plain, tls] = [await freePort(), await freePort()]
  const adapted = read('nginx.conf')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ', `listen 127.0.0.1:${tls} `)
    .replace('/etc/nginx/tls/portico.crt', `${folder}/own.pem`)
    .replace('/etc/nginx/tls/portico.key', `${folder}/own.key`)
    .replaceAll('/tmp/nginx', `${folder}/nginx`)
  await writeFile(`${folder}/nginx.conf`, adapted)
  const args = ['-p', folder, '-c', `${folder}/nginx.conf`, '-g', 'daemon off;']
  const child = spawn(nginx, args, { stdio: 'ignore' })
  t.after(async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
    await forgetFolder(folder)
  })
  const isUp = () =>
    fetch(`http://127.0.0.1:${plain}/api`, { redirect: 'manual' }).then(
      Boolean,
      () => child.exitCode !== null,
    )
  await until(isUp)
  equal(child.exitCode, null)
  return { plain, tls, ca: await readFile(`${folder}/own.pem`) }
}
