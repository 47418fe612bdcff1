import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import type { JWK } from 'jose'
import { commonErrors } from '#contract/refusal.ts'
import { publish } from '#test/published.ts'
import { refusedWith } from '#test/people.ts'
import { requireKeys } from '#domain/keys/public-keys.ts'

function rsa(modulusLength: number): JWK {
  return generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ format: 'jwk' })
}

function assertRefused(keys: Parameters<typeof requireKeys>[0]) {
  return refusedWith(commonErrors.invalidInput, requireKeys(keys))
}

test('S14: RSA keys of platforms with less than 2,048 bits are refused, registered directly or at an address', async () => {
  const [weak, strong] = [rsa(2_040), rsa(2_048)]
  await requireKeys({ jwks: { keys: [strong] }, jwksUri: null })
  await assertRefused({ jwks: { keys: [weak] }, jwksUri: null })
  await assertRefused({ jwks: { keys: [strong, weak] }, jwksUri: null })
  const body = JSON.stringify({ keys: [weak] })
  const { url } = await publish({ '/keys': [200, body, {}] })
  await assertRefused({ jwks: null, jwksUri: `${url}/keys` })
})
