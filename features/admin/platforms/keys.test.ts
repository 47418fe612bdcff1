import { doesNotReject, rejects } from 'node:assert/strict'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { test } from 'node:test'
import type { JWK } from 'jose'
import { commonErrors } from '#contract/refusal.ts'
import { requireKeys } from '#domain/public-keys.ts'

const required = (...keys: JWK[]) => requireKeys({ jwks: { keys }, jwksUri: null })

const publicJwk = ({ publicKey }: { publicKey: KeyObject }) =>
  publicKey.export({ format: 'jwk' }) as JWK
const rsa = (modulusLength: number) => publicJwk(generateKeyPairSync('rsa', { modulusLength }))
const ec = (namedCurve: string) => publicJwk(generateKeyPairSync('ec', { namedCurve }))

test('S1: keys of a platform are RSA of 2048 bits and more, P-256 or Ed25519', async () => {
  const good = [rsa(2048), ec('P-256'), publicJwk(generateKeyPairSync('ed25519'))]
  for (const key of good) await doesNotReject(required(key))
  await doesNotReject(required(...good))
})

test('S1: a weak key of a platform is refused, also among good ones', async () => {
  const weak = [rsa(1024), rsa(2047), ec('secp256k1'), publicJwk(generateKeyPairSync('x25519'))]
  for (const key of weak) {
    const refusal = { code: commonErrors.invalidInput }
    await rejects(required(key), refusal, JSON.stringify(key))
    await rejects(required(ec('P-256'), key), refusal)
  }
})
