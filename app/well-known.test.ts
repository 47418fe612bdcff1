import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { config } from '#server/config.ts'
import { buildServer } from './server.ts'

const server = await buildServer()

test('security.txt names the contact, the languages and the expiry date', async () => {
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

test('the well-known path for changing a password redirects to the security page', async () => {
  const { statusCode, headers } = await server.inject('/.well-known/change-password')
  deepEqual([statusCode, headers.location], [302, '/main/security#change-password'])
})

test('a well-known document names the page on which passkeys are added and managed', async () => {
  const { statusCode, headers, payload } = await server.inject('/.well-known/passkey-endpoints')
  equal(statusCode, 200)
  match(String(headers['content-type']), /^application\/json/)
  const url = `${config.publicUrl}/main/security#passkeys`
  deepEqual(JSON.parse(payload), { enroll: url, manage: url })
})

test('without additional origins, the document of related origins answers 404', async () => {
  equal((await server.inject('/.well-known/webauthn')).statusCode, 404)
})

test('additional origins are listed at the host of the passkeys only', async (t) => {
  const [own = ''] = config.passkeys.users.origins
  config.passkeys.users.origins = [own, 'https://pay.example']
  t.after(() => (config.passkeys.users.origins = [own]))
  const { rpId } = config.passkeys.users
  const answer = await server.inject({ url: '/.well-known/webauthn', headers: { host: rpId } })
  deepEqual(answer.json(), { origins: [own, 'https://pay.example'] })
  const other = { url: '/.well-known/webauthn', headers: { host: 'other.example' } }
  equal((await server.inject(other)).statusCode, 404)
})

test('RT-15 an unknown path below .well-known answers 404', async () => {
  const name = 'resource-that-should-not-exist-whose-status-code-should-not-be-200'
  equal((await server.inject(`/.well-known/${name}`)).statusCode, 404)
})
