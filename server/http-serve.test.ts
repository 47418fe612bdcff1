import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { createServer, originOf, serve } from './http.ts'

const sample = endpoint('GET /sample', {
  access: 'anyone',
  summary: 'A sample',
  reply: z.object({ name: z.string(), parts: z.array(z.object({ id: z.int() })) }),
})

test('S1: AP-08 a reply contains only the fields of its contract', async () => {
  const server = createServer(async () => undefined)
  const whole = { name: 'Ada', hash: 'secret', parts: [{ id: 1, hash: 'secret' }] }
  serve(server, sample, async () => whole)
  deepEqual((await server.inject('/sample')).json(), { name: 'Ada', parts: [{ id: 1 }] })
})

test('S1: an error code that the contract does not declare answers 500001', async () => {
  const server = createServer(async () => undefined)
  serve(server, sample, async () => {
    throw new Refusal(errorCodes.addressBlocked)
  })
  const answer = await server.inject('/sample')
  deepEqual([answer.statusCode, answer.json().errorCode], [500, 500001])
})

test('S1: X-Forwarded-For is used only if it comes from a trusted proxy', async () => {
  const server = createServer(async () => undefined)
  server.get('/from', async (request) => originOf(request).ipAddress)
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const from = async (remoteAddress: string) =>
    (await server.inject({ url: '/from', remoteAddress, headers })).body
  equal(await from('127.0.0.1'), '203.0.113.9')
  equal(await from('198.51.100.1'), '198.51.100.1')
})
