import { calculateJwkThumbprint, exportJWK, importSPKI, type JWK } from 'jose'
import * as z from 'zod/mini'
import { publicKey, secretMembers } from '#contract/key-set.ts'

export type PublicKey = z.output<typeof publicKey>

const maxKeys = 10
const minRsaBits = 2048

const keyFaults = [
  'noKeyRead',
  'privateKeyPasted',
  'symmetricKey',
  'weakKeys',
  'knownKey',
  'tooMany',
] as const
export type KeyFault = (typeof keyFaults)[number]

type ReadResult = { keys: PublicKey[] } | { fault: KeyFault }

/**
 * Reads a public key as JWK or PEM, or several as JWKS. The text never leaves this browser. Adds the thumbprint as id
 * to a key without one (RFC 7638). Reports keys that the server would reject, and those already in `storedKeys`.
 */
export async function readKeys(
  text: string,
  storedKeys: readonly PublicKey[],
): Promise<ReadResult> {
  if (text.includes('PRIVATE KEY-----')) return { fault: 'privateKeyPasted' }
  const parsedKeys = text.includes('-----BEGIN') ? await keysOfPem(text) : keysOfJson(text)
  if (parsedKeys.length === 0) return { fault: 'noKeyRead' }
  if (parsedKeys.some((key) => isJwk(key) && key.kty === 'oct')) return { fault: 'symmetricKey' }
  if (parsedKeys.some(isPrivate)) return { fault: 'privateKeyPasted' }
  const checked = z.array(publicKey).safeParse(parsedKeys)
  if (!checked.success) return { fault: 'noKeyRead' }
  if (!checked.data.every(isStrong)) return { fault: 'weakKeys' }
  const keys = await Promise.all(checked.data.map(withId)).catch(() => [])
  if (keys.length === 0) return { fault: 'noKeyRead' }
  const all = [...storedKeys, ...keys]
  if (all.length > maxKeys) return { fault: 'tooMany' }
  return hasDuplicates(all) ? { fault: 'knownKey' } : { keys }
}

/** Describes the algorithms and type of a key, for example `ES256 · P-256` or `RS256/PS256 · RSA 2048`. */
export function kindOf(key: PublicKey): string {
  const { kty, crv, n } = key
  return `${algorithmsOf(key).join('/')} · ${kty === 'RSA' ? `RSA ${bitsOf(n)}` : (crv ?? kty)}`
}

/** Returns the algorithm that the key names, or those that the server derives from the key type. */
export function algorithmsOf({ kty, alg }: PublicKey): [string, ...string[]] {
  if (alg !== undefined) return [alg]
  if (kty === 'RSA') return ['RS256', 'PS256']
  return [kty === 'EC' ? 'ES256' : 'EdDSA']
}

/** The members that decide which signatures a key verifies and how clients name it. */
const comparedMembers = ['kty', 'crv', 'x', 'y', 'n', 'e', 'kid', 'alg'] as const

/** Returns true if two keys verify the same signatures under the same id. */
export function isSameKey(one: PublicKey, other: PublicKey): boolean {
  return comparedMembers.every((name) => one[name] === other[name])
}

function keysOfJson(text: string): unknown[] {
  try {
    const json = JSON.parse(text) as unknown
    if (typeof json !== 'object' || json === null) return []
    return 'keys' in json && Array.isArray(json.keys) ? json.keys : [json]
  } catch {
    return []
  }
}

const pemBlock = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g

async function keysOfPem(text: string): Promise<JWK[]> {
  const parsedKeys = await Promise.all((text.match(pemBlock) ?? []).map(jwkOf))
  return parsedKeys.flatMap((key) => key ?? [])
}

/**
 * Parses a PEM key. Tries each algorithm, because PEM names only the key type. Returns undefined if none fits. Includes
 * ES384 and ES512, so that `readKeys` reports their keys as weak instead of unreadable.
 */
async function jwkOf(pem: string): Promise<JWK | undefined> {
  for (const alg of ['ES256', 'EdDSA', 'RS256', 'ES384', 'ES512']) {
    const key = await importSPKI(pem, alg, { extractable: true }).catch(() => undefined)
    if (key) return exportJWK(key)
  }
  return undefined
}

type Jwk = Readonly<Record<string, unknown>>

function isJwk(key: unknown): key is Jwk {
  return typeof key === 'object' && key !== null
}

function isPrivate(key: unknown): boolean {
  return isJwk(key) && secretMembers.some((each) => each in key)
}

/** Returns true if the server accepts the size or curve of the key. */
function isStrong({ kty, crv, n }: PublicKey): boolean {
  if (kty === 'RSA') return bitsOf(n) >= minRsaBits
  return crv === (kty === 'EC' ? 'P-256' : 'Ed25519')
}

/** Returns the size of a base64url modulus in bits. */
function bitsOf(modulus = ''): number {
  return Math.floor((modulus.length * 6) / 8) * 8
}

async function withId(key: PublicKey): Promise<PublicKey> {
  const thumbprint = await calculateJwkThumbprint(key as JWK)
  return { ...key, kid: key.kid ?? thumbprint }
}

function hasDuplicates(keys: readonly PublicKey[]): boolean {
  const ids = keys.flatMap(({ kid }) => kid || [])
  // `x` identifies a key on a curve, and `n` an RSA key.
  const values = keys.map(({ x, n }) => x ?? n)
  return new Set(ids).size < ids.length || new Set(values).size < values.length
}
