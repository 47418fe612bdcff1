import { doesNotReject, rejects } from 'node:assert/strict'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { test } from 'node:test'
import type { JWK } from 'jose'
import { commonErrors } from '#contract/refusal.ts'
import { requireKeys } from '#domain/keys/public-keys.ts'

const checkKeys = (...keys: JWK[]) => requireKeys({ jwks: { keys }, jwksUri: null })

const publicJwk = ({ publicKey }: { publicKey: KeyObject }) =>
  publicKey.export({ format: 'jwk' }) as JWK
const rsa = (modulusLength: number) => publicJwk(generateKeyPairSync('rsa', { modulusLength }))
const ec = (namedCurve: string) => publicJwk(generateKeyPairSync('ec', { namedCurve }))

test('S1: the keys of a platform may be RSA with at least 2048 bits, P-256 or Ed25519', async () => {
  const good = [rsa(2048), ec('P-256'), publicJwk(generateKeyPairSync('ed25519'))]
  for (const key of good) await doesNotReject(checkKeys(key))
  await doesNotReject(checkKeys(...good))
})

test('S1: a weak key of a platform is refused, even among valid ones', async () => {
  const weak = [rsa(1024), rsa(2047), ec('secp256k1'), publicJwk(generateKeyPairSync('x25519'))]
  for (const key of weak) {
    const refusal = { code: commonErrors.invalidInput }
    await rejects(checkKeys(key), refusal, JSON.stringify(key))
    await rejects(checkKeys(ec('P-256'), key), refusal)
  }
})
