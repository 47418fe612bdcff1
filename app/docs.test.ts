import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { apiDocs } from './docs.ts'

const document = { openapi: '3.1.0', info: { title: 'Portico API', version: '1' }, paths: {} }
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

function docsServer(title = 'Portico API'): FastifyInstance {
  const server = Fastify()
  apiDocs(server, { base: '/api', title: () => title, access: 'anyone', document: () => document })
  return server
}

test('the document is sent as JSON with nosniff', async () => {
  const answer = await docsServer().inject('/api/openapi.json')
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
  assert.equal(answer.headers['x-content-type-options'], 'nosniff')
  assert.equal(answer.headers['cache-control'], 'private, no-cache')
  assert.deepEqual(answer.json(), document)
})

test('the page and its files have a policy that names no other host', async () => {
  const server = docsServer()
  const page = await server.inject('/api/docs')
  const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url)
  const paths = files.filter((url) => url !== 'data:,')
  const answers = await Promise.all(paths.map((path) => server.inject(path)))

  assert.match(page.headers['content-type'] ?? '', /^text\/html/)
  assert.equal(paths.length, 5)
  assert.deepEqual(
    paths.filter((path) => !path.startsWith('/api/')),
    [],
  )
  for (const answer of [page, ...answers]) {
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.headers['content-security-policy'], policy)
    assert.equal(answer.headers['x-content-type-options'], 'nosniff')
  }
})

test('the page, its script and its style sheets name no other host', async () => {
  const server = docsServer()
  const [page, start, own, viewer] = await Promise.all(
    ['/api/docs', '/api/docs/start.js', '/api/docs/page.css', '/api/docs/viewer.css'].map((path) =>
      server.inject(path),
    ),
  )
  assert.doesNotMatch(page!.body + start!.body + own!.body, /\/\//)
  assert.doesNotMatch(viewer!.body, /@import|url\(["']?(?!["']?data:)/)
})

test('the page sends no requests to the API or to a validator', async () => {
  const start = await docsServer().inject('/api/docs/start.js')
  assert.match(start.body, /supportedSubmitMethods: \[\]/)
  assert.match(start.body, /validatorUrl: null/)
})

test('the viewer is compressed for browsers that accept it', async () => {
  const server = docsServer()
  const url = '/api/docs/viewer.js'
  const plain = await server.inject(url)
  const br = await server.inject({ url, headers: { 'accept-encoding': 'gzip, deflate, br' } })
  const gzip = await server.inject({ url, headers: { 'accept-encoding': 'gzip' } })

  assert.equal(plain.headers['content-encoding'], undefined)
  assert.equal(br.headers['content-encoding'], 'br')
  assert.equal(gzip.headers['content-encoding'], 'gzip')
  assert.equal(br.headers.vary, 'Accept-Encoding')
  assert.ok(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload))
  assert.ok(gunzipSync(gzip.rawPayload).equals(plain.rawPayload))
  assert.ok(br.rawPayload.length < 500_000)
})

test('a current copy is answered with 304', async () => {
  const server = docsServer()
  const first = await server.inject('/api/docs/viewer.css')
  const headers = { 'if-none-match': String(first.headers.etag) }
  const again = await server.inject({ url: '/api/docs/viewer.css', headers })
  assert.equal(again.statusCode, 304)
  assert.equal(again.body, '')
})

test('the title is escaped', async () => {
  const page = await docsServer('</title><script>').inject('/api/docs')
  assert.match(page.body, /<title>&lt;\/title&gt;&lt;script&gt;/)
})
