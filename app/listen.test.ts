// own process: sets HOST and TRUSTED_PROXIES
import { equal, rejects, throws } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readFile, stat } from 'node:fs/promises'
import { request } from 'node:https'
import { after, test } from 'node:test'
import { certify, forgetFolder } from '#test/proxies.ts'

const folder = await certify({ portal: 'id.test', platform: 'hub.test', platformId: '' })
after(() => forgetFolder(folder))
const path = `${folder}/portico.sock`
Object.assign(process.env, {
  HOST: path,
  TRUSTED_PROXIES: '',
  TLS_CERT: `${folder}/own.pem`,
  TLS_KEY: `${folder}/own.key`,
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
})
const { createServer, originOf } = await import('#server/http.ts')
const { readConfig } = await import('#server/config.ts')
const { currentContext } = await import('#server/request-context.ts')
const { startTraces, traceparentOf } = await import('#server/traces.ts')
const { listen } = await import('./listen.ts')
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00'

test('S7: a server listens on a Unix socket with TLS and trusts the proxy that connects to it', async (t) => {
  await leaveDeadSocket()
  const servers = [newServer(), newServer()] as const
  const traces = await startTraces()
  t.after(traces.stop)
  t.after(() => Promise.all(servers.map((server) => server.close())))
  await listen(servers[0])
  equal((await stat(path)).mode & 0o777, 0o660)
  equal(await get('/ip'), '203.0.113.9')
  equal((await get('/trace')).slice(0, 36), traceparent.slice(0, 36))
  await rejects(listen(servers[1]), /Cannot listen on the socket .*EADDRINUSE.*HOST=…/)
  equal(await get('/ip'), '203.0.113.9')
})

test('S7: certificate and key must be set together, and the key must not be readable by others', async () => {
  rejectsSettings({ TLS_KEY: '' }, /TLS_CERT and TLS_KEY must be set together\. Example/)
  rejectsSettings({ TLS_CERT: '/nowhere' }, /TLS_KEY cannot be used \(ENOENT/)
  rejectsSettings({ TLS_CERT: `${folder}/own.key` }, /TLS_KEY cannot be used \(/)
  await chmod(`${folder}/own.key`, 0o604)
  rejectsSettings({}, /TLS_KEY cannot be used \(is accessible to other users: run chmod o= /)
  rejectsSettings(
    { TRUSTED_PROXIES: '10.0.0.1' },
    /TRUSTED_PROXIES must be empty if HOST is a socket/,
  )
})

function rejectsSettings(settings: object, message: RegExp): void {
  throws(() => readConfig({ ...process.env, ...settings }), message)
}

function newServer() {
  const server = createServer(async () => undefined)
  server.get('/ip', (request) => originOf(request).ipAddress)
  server.get('/trace', async () => traceparentOf(currentContext()?.trace))
  return server
}

/** Leaves a socket behind, as a killed process does. */
async function leaveDeadSocket(): Promise<void> {
  const script = `require('node:net').createServer().listen('${path}', () => process.kill(process.pid, 'SIGKILL'))`
  await once(spawn(process.execPath, ['-e', script]), 'exit')
  equal((await stat(path)).isSocket(), true)
}

async function get(url: string): Promise<string> {
  const ca = await readFile(`${folder}/own.pem`)
  const headers = {
    host: 'id.test',
    'x-forwarded-for': '198.51.100.1, 203.0.113.9',
    traceparent,
  }
  const outgoing = request({
    socketPath: path,
    path: url,
    ca,
    servername: 'id.test',
    headers,
  }).end()
  const [answer] = await once(outgoing, 'response')
  return Buffer.concat(await answer.toArray()).toString()
}
