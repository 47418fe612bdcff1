import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { createServer as createTlsServer, request as requestByTls } from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

/** Real proxies with the shipped configurations (docs/forward-auth), on host names of the tests. */

const run = promisify(execFile)
const samples = join(import.meta.dirname, '../../docs/forward-auth')
const nginx = '/usr/sbin/nginx'
const caddy = process.env['CADDY_PATH'] ?? '/usr/bin/caddy'
const openssl = '/usr/bin/openssl'

/** Returns the reason why a test with a proxy cannot run here, in one sentence; false if it can. */
export function missing(program: 'nginx' | 'caddy'): string | false {
  const needed = { nginx, caddy }[program]
  const absent = [needed, openssl].filter((path) => !existsSync(path))
  if (absent.length === 0) return false
  return `${absent.join(' and ')} missing: apt-get install ${program} openssl`
}

export type Names = { portal: string; platform: string; platformId: string }
/** The values that replace those of the samples: names, ports and certificates. */
export type Place = Names & {
  folder: string
  /** The TLS ports of the portal and of the proxy, and the port of the page behind it. */
  portalPort: number
  proxyPort: number
  pagePort: number
}

export type Running = { stop: () => Promise<void> }

export async function startNginx(place: Place): Promise<Running> {
  const { folder, portal, platform, platformId, portalPort, proxyPort, pagePort } = place
  const sample = await readFile(join(samples, 'nginx.conf'), 'utf8')
  const site = sample
    .replace('listen 443 ssl', `listen 127.0.0.1:${proxyPort} ssl`)
    .replaceAll('https://id.example.com', `https://127.0.0.1:${portalPort}`)
    .replaceAll(/(Host +)id\.example\.com/g, `$1${portal}:${portalPort}`)
    .replaceAll('id.example.com', portal)
    .replaceAll(/\/etc\/ssl\/orders\.example\.com/g, `${folder}/own`)
    .replaceAll('/etc/ssl/certs/ca-certificates.crt', `${folder}/own.pem`)
    .replaceAll('orders.example.com', platform)
    .replaceAll('subsystem=orders', `subsystem=${platformId}`)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${pagePort}`)
  await writeFile(join(folder, 'site.conf'), site)
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const temporary = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n  ')
  const main = `daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events {}
http {
  access_log off;
  ${temporary}
  include ${folder}/site.conf;
}
`
  await writeFile(join(folder, 'nginx.conf'), main)
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]
  return started(spawn(nginx, args, { stdio: 'inherit' }), proxyPort)
}

export async function startCaddy(place: Place): Promise<Running> {
  const { folder, platform, platformId, portalPort, proxyPort, pagePort } = place
  const sample = await readFile(join(samples, 'Caddyfile'), 'utf8')
  const site = sample
    .replaceAll('https://id.example.com', `https://127.0.0.1:${portalPort}`)
    .replace(
      /^orders\.example\.com \{/m,
      `https://${platform}:${proxyPort} {\n\tbind 127.0.0.1\n\ttls ${folder}/own.pem ${folder}/own.key`,
    )
    .replaceAll('subsystem=orders', `subsystem=${platformId}`)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${pagePort}`)
  const options = '{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n'
  const file = join(folder, 'Caddyfile')
  await writeFile(file, options + site)
  const env = { ...process.env, HOME: folder, SSL_CERT_FILE: join(folder, 'own.pem') }
  const args = ['run', '--config', file, '--adapter', 'caddyfile']
  const log = process.env['LOG_LEVEL'] === 'info' ? 'inherit' : 'ignore'
  return started(spawn(caddy, args, { env, stdio: ['ignore', log, log] }), proxyPort)
}

/** Creates a certificate for these names in a new folder, with no other trust. */
export async function certify({ portal, platform }: Names): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-proxy-'))
  const names = `subjectAltName=DNS:${portal},DNS:${platform},IP:127.0.0.1`
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const subject = ['-days', '2', '-subj', `/CN=${portal}`, '-addext', names]
  const to = ['-keyout', join(folder, 'own.key'), '-out', join(folder, 'own.pem')]
  await run(openssl, ['req', ...kind, ...subject, ...to])
  return folder
}

export function forgetFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true })
}

/** Starts a TLS terminator in front of the portal. */
export async function startTlsFront(
  folder: string,
  to: () => string,
): Promise<Running & { port: number }> {
  const key = await readFile(join(folder, 'own.key'))
  const cert = await readFile(join(folder, 'own.pem'))
  const server = createTlsServer({ key, cert }, (asked, answer) => {
    const { protocol, hostname, port } = new URL(to())
    const from = [asked.headers['x-forwarded-for'], asked.socket.remoteAddress].filter(Boolean)
    const headers = { ...asked.headers, 'x-forwarded-for': from.join(', ') }
    const { method, url: path } = asked
    const target = { hostname, port, method, path, headers, servername: hostname }
    const ask = protocol === 'https:' ? requestByTls : request
    const passed = ask(target, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
    })
    passed.on('error', () => answer.writeHead(502).end())
    asked.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, stop: () => closeAll(server) }
}

export function closeAll(
  server: ReturnType<typeof createServer | typeof createTlsServer>,
): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

async function started(child: ChildProcess, port: number): Promise<Running> {
  for (let wait = 0; wait < 600 && child.exitCode === null; wait += 1) {
    if (await isListening(port)) return { stop: () => stopped(child) }
    await delay(50)
  }
  await stopped(child)
  throw new Error('the proxy did not start')
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
