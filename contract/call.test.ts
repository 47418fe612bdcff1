import { deepEqual, equal, rejects } from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import * as z from 'zod/mini'
import { CallFailure, createCall } from './call.ts'
import { endpoint } from './endpoint.ts'

const read = endpoint('GET /thing', {
  access: 'anyone',
  summary: '',
  reply: z.object({ value: z.string() }),
})
const write = endpoint('POST /thing', {
  access: 'anyone',
  summary: '',
  body: z.object({}),
  reply: z.object({ value: z.string() }),
})

type Answer = {
  status?: number
  headers?: Record<string, string>
  body?: string
  isSilent?: boolean
  /** Sends the start of the body and never ends it. */
  isCutShort?: boolean
}

const requests: IncomingMessage[] = []
let answers: Answer[] = []
const server = createServer((request, response) => {
  requests.push(request)
  const answer = answers.shift() ?? {}
  if (answer.isSilent) return
  response.writeHead(answer.status ?? 200, answer.headers)
  if (answer.isCutShort) response.write(answer.body)
  else response.end(answer.body ?? '{"value":"x"}')
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => server.close().closeAllConnections())
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

function newCall(timeoutMs = 30_000) {
  requests.length = 0
  return createCall({ fetch, base: (path) => address + path, timeoutMs })
}

function failsAs(kind: CallFailure['kind'], promise: Promise<unknown>): Promise<void> {
  return rejects(promise, (error) => error instanceof CallFailure && error.kind === kind)
}

test('AP-01 every request carries X-Requested-With and no-cache', async () => {
  answers = []
  await newCall()(read, {})
  equal(requests[0]?.headers['x-requested-with'], 'XMLHttpRequest')
  equal(requests[0]?.headers['cache-control'], 'no-cache')
})

test('AP-02 concurrent first calls fetch one CSRF token', async () => {
  const token = { headers: { 'x-csrf-token': 'one' } }
  answers = [token, token, token]
  const call = newCall()
  await Promise.all([call(write, { body: {} }), call(write, { body: {} })])
  deepEqual(
    requests.map(({ url, headers }) => [url, headers['x-csrf-token']]),
    [
      ['/csrf', undefined],
      ['/thing', 'one'],
      ['/thing', 'one'],
    ],
  )
})

test('AP-01 AP-02 each call sends the latest CSRF token, whether it came with a success or an error', async () => {
  const call = newCall()
  answers = [
    { headers: { 'x-csrf-token': 'one' } },
    {
      status: 400,
      headers: { 'x-csrf-token': 'two' },
      body: '{"errorCode":400001,"errors":[{"code":400001}]}',
    },
    {},
  ]
  await call(read, {})
  await rejects(call(write, { body: {} }))
  await call(write, { body: {} })
  deepEqual(
    requests.map((request) => request.headers['x-csrf-token']),
    [undefined, 'one', 'two'],
  )
})

test('the first changing call fetches a CSRF token, and a stale token is replaced once', async () => {
  const call = newCall()
  answers = [
    { status: 204, headers: { 'x-csrf-token': 'stale' }, body: '' },
    {
      status: 403,
      headers: { 'x-csrf-token': 'fresh' },
      body: '{"errorCode":403002,"errors":[{"code":403002}]}',
    },
    {},
  ]
  await call(write, { body: {} })
  deepEqual(
    requests.map((request) => [request.url, request.headers['x-csrf-token']]),
    [
      ['/csrf', undefined],
      ['/thing', 'stale'],
      ['/thing', 'fresh'],
    ],
  )
})

test('AP-03 CallFailure distinguishes timeout, network error, abort and malformed response', async () => {
  answers = [{ isSilent: true }]
  await failsAs('timeout', newCall(500)(read, {}))
  await failsAs('network', createCall({ fetch, base: () => 'http://127.0.0.1:1/' })(read, {}))
  answers = [{ isSilent: true }]
  const leaving = new AbortController()
  server.once('request', () => leaving.abort())
  await failsAs('aborted', newCall()(read, {}, { signal: leaving.signal }))
  answers = [{ body: '{"value":', isCutShort: true }]
  await failsAs('timeout', newCall(500)(read, {}))
  answers = [{ body: '<html>' }]
  await failsAs('malformed', newCall()(read, {}))
  answers = [{ body: '{"value":7}' }]
  await failsAs('malformed', newCall()(read, {}))
  answers = [{ status: 502, body: '{"message":"bad gateway"}' }]
  await failsAs('malformed', newCall()(read, {}))
})
