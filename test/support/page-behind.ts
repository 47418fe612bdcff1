import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { closeAll, type Running } from './proxies.ts'

type PageOptions = { issuer: string; platformId: string; jwksUri: () => string }

/** A request that reached the platform. */
export type Arrived = { method: string; url: string; headers: Record<string, string[]> }

/** Starts a platform as in docs/integrating.md, which accepts only identities that the portal signed for it. */
export async function startPage({
  issuer,
  platformId,
  jwksUri,
}: PageOptions): Promise<Running & { port: number; arrived: Arrived[] }> {
  const arrived: Arrived[] = []
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined
  const server = createServer(async (request, response) => {
    arrived.push({
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headersDistinct as Record<string, string[]>,
    })
    response.setHeader('content-type', 'text/html; charset=utf-8')
    try {
      keys ??= createRemoteJWKSet(new URL(jwksUri()))
      const token = String(request.headers['x-portico-identity'])
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience: platformId,
        typ: 'entry+jwt',
        algorithms: ['EdDSA'],
      })
      response.end(`<!doctype html><html lang="en"><title>Orders</title><h1>Welcome, ${payload['name']}</h1>
        <form method="post" action="/pay"><label>Amount <input name="amount"></label><button>Pay</button></form>`)
    } catch {
      response.writeHead(403).end('<title>Orders</title><h1>Nobody</h1>')
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, arrived, stop: () => closeAll(server) }
}
