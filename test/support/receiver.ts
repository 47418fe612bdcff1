import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export type Received = {
  id: string
  timestamp: string
  signature: string
  body: string
  headers: Record<string, string>
}

/** Starts a receiver of webhooks on this machine. Responds with 204 by default. */
export async function startReceiver(
  answer: (received: Received, response: ServerResponse) => void = (_, response) =>
    void response.writeHead(204).end(),
): Promise<{ url: string; all: Received[]; stop: () => Promise<void> }> {
  const all: Received[] = []
  const server = createServer((request, response) => {
    void read(request).then((received) => {
      all.push(received)
      answer(received, response)
    })
  })
  // A test that failed while this receiver starts no longer runs hooks, and must not keep its process alive.
  server.on('connection', (socket) => socket.unref()).unref()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  after(stop)
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/events`, all, stop }
}

async function read(request: IncomingMessage): Promise<Received> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  )
  return {
    id: headers['webhook-id'] ?? '',
    timestamp: headers['webhook-timestamp'] ?? '',
    signature: headers['webhook-signature'] ?? '',
    body: Buffer.concat(parts).toString('utf8'),
    headers,
  }
}
