import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

/** The same messages as HTML without script or style: as quick as a page of them can be. */
export async function servePlainly(
  words: readonly string[],
): Promise<{ url: string; stop: () => void }> {
  const [title = '', ...lines] = words.map((line) =>
    line.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  )
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<link rel="icon" href="data:,"><title>${title}</title></head><body><h1>${title}</h1>`,
    ...lines.map((line) => `<p>${line}</p>`),
    '</body></html>',
  ].join('')
  const body = gzipSync(html)
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() }
}
