import { createPublicKey, type JsonWebKeyInput } from 'node:crypto'
import type { JSONWebKeySet } from 'jose'
import { keySet } from '#contract/key-set.ts'
import { invalidField } from '#contract/refusal.ts'
import { callOutside } from '#server/outbound.ts'

/** Throws 400001 if a key is too weak or the keys cannot be fetched. Never call inside a transaction. */
export async function requireKeys(source: {
  jwks: JSONWebKeySet | null
  jwksUri: string | null
}): Promise<void> {
  if (source.jwks && !source.jwks.keys.every(isUsable)) throw invalidField('jwks', 'weakKeys')
  if (source.jwksUri === null) return
  const published = await fetchKeys(source.jwksUri).catch(() => undefined)
  if (!published) throw invalidField('jwksUri', 'keysNotFound')
  if (!published.keys.every(isUsable)) throw invalidField('jwksUri', 'weakKeys')
}

async function fetchKeys(url: string): Promise<JSONWebKeySet | undefined> {
  const { status, body } = await callOutside(url, { headers: { accept: 'application/json' } })
  if (status !== 200) return undefined
  const parsed = keySet.safeParse(JSON.parse(body.toString('utf8')))
  return parsed.success ? (parsed.data as JSONWebKeySet) : undefined
}

/** Returns true for an RSA key of at least 2048 bits, a P-256 key and an Ed25519 key. */
function isUsable(jwk: object): boolean {
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' } as JsonWebKeyInput)
    const { modulusLength = 0, namedCurve } = key.asymmetricKeyDetails ?? {}
    if (key.asymmetricKeyType === 'rsa') return modulusLength >= 2048
    return key.asymmetricKeyType === 'ed25519' || namedCurve === 'prime256v1'
  } catch {
    return false
  }
}
