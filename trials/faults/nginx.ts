import { freePort } from '#test/free-port.ts'
import { makeCertificate, type Certificate } from '#test/certificate.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { until, type Stage } from './stage.ts'

type Front = {
  /** The port of https; by default a free one. */
  port?: number
  /** A certificate that the callers already trust; by default a new one. */
  certificate?: Certificate
  /** True to enable HTTP/2 for browsers. */
  isForBrowsers?: boolean
}

/** Starts nginx with deploy/nginx.conf on free ports. Returns the port of https. */
export async function startNginx(
  stage: Pick<Stage, 'onClose'>,
  servers: readonly number[],
  { port: given, certificate, isForBrowsers = false }: Front = {},
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-nginx-'))
  const [port, plain] = [given ?? (await freePort()), await freePort()]
  const { crt, key } = certificate ?? (await makeTrusted(folder))
  const text = await readFile('deploy/nginx.conf', 'utf8')
  const adapted = text
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    // Without HTTP/2, because nginx closes such a connection after a thousand requests, and Node's fetch then drops
    // requests in flight.
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port} ssl${isForBrowsers ? ' http2' : ''}`)
    .replaceAll('https://id.example.com', `https://localhost:${port}`)
    .replaceAll('id.example.com', 'localhost')
    .replace('/etc/nginx/tls/portico.crt', resolve(crt))
    .replace('/etc/nginx/tls/portico.key', resolve(key))
    .replaceAll('/tmp/nginx', `${folder}/nginx`)
    // Takes each user's IP address from a header, because all connect from this machine.
    .replace('http {', 'http { set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;')
    .replace('127.0.0.1:8080', `127.0.0.1:${servers[0]}`)
    .replace('127.0.0.1:8081', `127.0.0.1:${servers[1]}`)
  const config = join(folder, 'nginx.conf')
  await writeFile(config, adapted)
  const nginx = spawn('nginx', ['-p', folder, '-c', config, '-g', 'daemon off; user root;'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  stage.onClose(async () => {
    if (nginx.exitCode === null) {
      nginx.kill('SIGTERM')
      await once(nginx, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  })
  await until('nginx answers', () =>
    fetch(`https://localhost:${port}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    ),
  )
  return port
}

/** Creates a certificate that this process trusts. */
async function makeTrusted(folder: string): Promise<Certificate> {
  const certificate = makeCertificate(folder)
  setDefaultCACertificates([
    ...getCACertificates('default'),
    await readFile(certificate.crt, 'utf8'),
  ])
  return certificate
}

export async function nginxIsMissing(): Promise<string | undefined> {
  return existsSync('/usr/sbin/nginx') ? undefined : 'nginx is not installed (Debian: nginx)'
}
