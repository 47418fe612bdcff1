import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { apiDocs } from './docs.ts'

const document = { openapi: '3.1.0', info: { title: 'Portico API', version: '1' }, paths: {} }

function docsServer(): FastifyInstance {
  const server = Fastify()
  apiDocs(server, {
    base: '/api',
    access: 'anyone',
    document: async () => document,
    pages: '/developers',
  })
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

test('the former address of the page redirects to the documentation', async () => {
  const answer = await docsServer().inject('/api/docs')
  assert.equal(answer.statusCode, 301)
  assert.equal(answer.headers.location, '/developers')
})

test('the document is compressed for clients that accept it', async () => {
  const server = docsServer()
  const url = '/api/openapi.json'
  const plain = await server.inject(url)
  const br = await server.inject({ url, headers: { 'accept-encoding': 'gzip, deflate, br' } })
  const gzip = await server.inject({ url, headers: { 'accept-encoding': 'gzip' } })

  assert.equal(plain.headers['content-encoding'], undefined)
  assert.equal(br.headers['content-encoding'], 'br')
  assert.equal(gzip.headers['content-encoding'], 'gzip')
  assert.equal(br.headers.vary, 'Accept-Encoding')
  assert.ok(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload))
  assert.ok(gunzipSync(gzip.rawPayload).equals(plain.rawPayload))
})

test('a client with a current copy gets 304', async () => {
  const server = docsServer()
  const first = await server.inject('/api/openapi.json')
  const headers = { 'if-none-match': String(first.headers.etag) }
  const again = await server.inject({ url: '/api/openapi.json', headers })
  assert.equal(again.statusCode, 304)
  assert.equal(again.body, '')
})
