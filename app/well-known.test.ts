import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { config } from '#server/config.ts'
import { buildServer } from './server.ts'

const server = await buildServer()

test('a finder of a hole learns whom to write to, in which languages and until when', async () => {
  const { statusCode, headers, payload } = await server.inject('/.well-known/security.txt')
  equal(statusCode, 200)
  match(String(headers['content-type']), /^text\/plain; charset=utf-8$/)
  const lines = payload.trim().split('\n')
  ok(lines.includes(`Contact: mailto:${config.brand.supportEmail}`))
  ok(lines.includes(`Canonical: ${config.publicUrl}/.well-known/security.txt`))
  ok(lines.includes('Preferred-Languages: en, ar, fr, es, zh'))
  const expires = lines.find((line) => line.startsWith('Expires: '))?.slice('Expires: '.length)
  const days = (Date.parse(expires ?? '') - Date.now()) / 86_400_000
  ok(days > 1 && days < 365, `expires in ${days} days`)
})

test('a password manager finds where a password is changed', async () => {
  const { statusCode, headers } = await server.inject('/.well-known/change-password')
  deepEqual([statusCode, headers.location], [302, '/main/security#change-password'])
})

test('a password manager learns that there are no passkeys here yet', async () => {
  const { statusCode, headers, payload } = await server.inject('/.well-known/passkey-endpoints')
  deepEqual([statusCode, payload], [200, '{}'])
  match(String(headers['content-type']), /^application\/json/)
})

test('RT-15 what must not exist below .well-known answers 404', async () => {
  const name = 'resource-that-should-not-exist-whose-status-code-should-not-be-200'
  equal((await server.inject(`/.well-known/${name}`)).statusCode, 404)
})
