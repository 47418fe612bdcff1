import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** The response at a URL. With 'silence', requests hang. */
export type Published = [status: number, text: string, headers?: Record<string, string>] | 'silence'

/** Starts a platform's web server with these pages, which may be changed while it runs. */
export async function publish(pages: Record<string, Published>) {
  const requestedUrls: string[] = []
  const server = createServer(({ url = '' }, response) => {
    requestedUrls.push(url)
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
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: requestedUrls,
    pages,
  }
}
