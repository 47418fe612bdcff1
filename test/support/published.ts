import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** The response at a URL; without one, requests hang. */
export type Published = [status: number, text: string, headers?: Record<string, string>] | 'silence'

/** A platform's own web server, with these pages; they may be changed while it runs. */
export async function publish(pages: Record<string, Published>) {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    const page = pages[url] ?? [404, '']
    if (page === 'silence') return
    const [status, text, headers] = page
    response.writeHead(status, { location: '/keys', ...headers }).end(text)
  })
  server.listen(0, '127.0.0.1')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, pages }
}
