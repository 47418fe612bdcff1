import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { exportJWK, exportPKCS8, exportSPKI, generateKeyPair } from 'jose'
import { isSameKey, kindOf, readKeys, type PublicKey } from './public-keys.ts'

const pairs = await Promise.all(
  ['ES256', 'RS256', 'Ed25519'].map((alg) => generateKeyPair(alg, { extractable: true })),
)
const [pair = await generateKeyPair('ES256')] = pairs
const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'first', alg: 'ES256' }

async function faultIn(text: string, existing: readonly PublicKey[] = []) {
  const result = await readKeys(text, existing)
  return 'fault' in result ? result.fault : undefined
}

async function keysIn(text: string) {
  const result = await readKeys(text, [])
  return 'keys' in result ? result.keys : []
}

test('public keys are read as JWK, as JWKS and as PEM', async () => {
  deepEqual(await keysIn(JSON.stringify(jwk)), [jwk])
  deepEqual(await keysIn(JSON.stringify({ keys: [jwk] })), [jwk])
  const pems = await Promise.all(pairs.map(({ publicKey }) => exportSPKI(publicKey)))
  const keys = await keysIn(pems.join('\n'))
  deepEqual(keys.map(kindOf), ['ES256 · P-256', 'RS256/PS256 · RSA 2048', 'EdDSA · Ed25519'])
  equal(keys[0]?.x, jwk.x)
  // A PEM key has its thumbprint as id, so that a client finds it by the thumbprint or without an id.
  equal(keys[0]?.kid?.length, 43)
  equal(kindOf(jwk as PublicKey), 'ES256 · P-256')
})

test('a private, shared, weak or malformed key is rejected before it is sent', async () => {
  const secret = { ...(await exportJWK(pair.privateKey)), kid: 'secret' }
  equal(await faultIn(JSON.stringify(secret)), 'privateKeyPasted')
  equal(await faultIn(JSON.stringify({ keys: [jwk, secret] })), 'privateKeyPasted')
  equal(await faultIn(await exportPKCS8(pair.privateKey)), 'privateKeyPasted')
  equal(await faultIn('-----BEGIN RSA PRIVATE KEY-----'), 'privateKeyPasted')
  equal(await faultIn('{"kty":"oct","k":"c2VjcmV0"}'), 'symmetricKey')
  const { publicKey } = await generateKeyPair('ES384', { extractable: true })
  equal(await faultIn(await exportSPKI(publicKey)), 'weakKeys')
  equal(await faultIn(JSON.stringify({ kty: 'RSA', n: 'A'.repeat(171), e: 'AQAB' })), 'weakKeys')
  for (const text of [
    '',
    'null',
    '[]',
    '{"keys":[]}',
    '{',
    '-----BEGIN PUBLIC KEY-----',
    '{"a":1}',
  ])
    equal(await faultIn(text), 'noKeyRead', text)
})

test('a key and an id can be added only once, and at most ten keys', async () => {
  const existing = [jwk as PublicKey]
  equal(await faultIn(JSON.stringify({ ...jwk, kid: 'other' }), existing), 'knownKey')
  const [, rsa = pair] = pairs
  const other = { ...(await exportJWK(rsa.publicKey)), kid: 'first' }
  equal(await faultIn(JSON.stringify(other), existing), 'knownKey')
  equal(await faultIn(JSON.stringify({ ...other, kid: 'second' }), existing), undefined)
  const ten = Array.from({ length: 10 }, (_, at) => ({ ...jwk, kid: `${at}`, x: `x${at}` }))
  equal(await faultIn(JSON.stringify(other), ten as PublicKey[]), 'tooMany')
})

test('a key with the id of another, or with none, is not the same key', async () => {
  const key = jwk as PublicKey
  const [, { publicKey } = pair] = pairs
  const other = (await exportJWK(publicKey)) as PublicKey
  const { kid: _, ...withoutId } = key
  equal(isSameKey(key, { ...key }), true)
  equal(isSameKey(key, { ...other, kid: 'first' }), false)
  equal(isSameKey(withoutId, other), false)
  equal(isSameKey(key, { ...key, alg: 'ES384' }), false)
})
