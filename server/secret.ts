import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { config } from './config.ts'

/** The purpose of a derived key. Values created for one purpose are invalid for any other. */
export type Purpose =
  | 'second-factor'
  | 'signing-key'
  | 'csrf'
  | 'link'
  | 'human-check'
  | 'cursor'
  | 'provider-cookie'
  | 'client-secret'
  | 'admin-sign-in'
  | 'passkey'
  | 'login-address'
  | 'test-login'
  | 'webhook'
  | 'support-code'
  | 'configuration'

/** Returns 256 random bits as base64url, for a cookie or a link. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns true if an external secret has at least 32 printable characters: 128 bits as hexadecimal digits. */
export function isStrongSecret(value: string): boolean {
  return value.length >= 32 && /^[!-~]+$/.test(value)
}

/** Returns the only form in which tokens are stored, so that a leaked table does not give access to sessions. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** Derives the token of an id with the first key. Deterministic. */
export function tokenFor(purpose: Purpose, id: string): string {
  return mac(firstKey(), purpose, id).toString('base64url')
}

/** Derives the token of an id with the key that matches the stored hash; undefined if SECRET_KEYS lacks that key. */
export function storedTokenFor(purpose: Purpose, id: string, hash: Buffer): string | undefined {
  const tokens = config.secretKeys.map((key) => mac(key, purpose, id).toString('base64url'))
  return tokens.find((token) => tokenHash(token).equals(hash))
}

/** Verifies a token of `tokenFor` with any of the keys, in constant time. */
export function isTokenFor(purpose: Purpose, id: string, token: string): boolean {
  const actual = Buffer.from(token, 'base64url')
  return config.secretKeys.some((key) => isEqual(actual, mac(key, purpose, id)))
}

/** Derives six digits for an id with the first key. Deterministic, so that they need not be stored. */
export function digitsFor(purpose: Purpose, id: string): string {
  return digitsOf(firstKey(), purpose, id)
}

/** Verifies digits of `digitsFor` with any of the keys, in constant time. */
export function areDigitsFor(purpose: Purpose, id: string, digits: string): boolean {
  const actual = Buffer.from(digits)
  return config.secretKeys.some((key) => isEqual(actual, Buffer.from(digitsOf(key, purpose, id))))
}

function isEqual(actual: Buffer, expected: Buffer): boolean {
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

function digitsOf(key: Buffer, purpose: Purpose, id: string): string {
  // 2^48 is not a multiple of a million, but the bias is only 10^-8.
  return String(mac(key, purpose, id).readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

/** Encrypts a text by AES-256-GCM with the first key. `decrypt` requires the same `owner`. */
export function encrypt(purpose: Purpose, owner: string, text: string): string {
  const key = firstKey()
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(key, purpose), nonce)
  cipher.setAAD(additionalDataOf(owner))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return [keyId(key), nonce.toString('base64url'), body.toString('base64url')].join('.')
}

/** Decrypts a text. Throws if its owner or purpose differs, it was modified, or its key is not in SECRET_KEYS. */
export function decrypt(purpose: Purpose, owner: string, encrypted: string): string {
  const [id, ...parts] = encrypted.split('.')
  const key = config.secretKeys.find((candidate) => keyId(candidate) === id)
  if (!key) throw new Error(`no key ${id} in SECRET_KEYS`)
  const [nonce, body] = parts.map((part) => Buffer.from(part, 'base64url')) as [Buffer, Buffer]
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(key, purpose), nonce)
  decipher.setAAD(additionalDataOf(owner)).setAuthTag(body.subarray(-16))
  return decipher.update(body.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8')
}

/** Returns the additional authenticated data, with which a text decrypts only for its owner. */
function additionalDataOf(owner: string): Buffer {
  return Buffer.from(owner)
}

/** Re-encrypts a text with the first key. Returns undefined if it is already encrypted with that key. */
export function reencrypt(purpose: Purpose, owner: string, encrypted: string): string | undefined {
  if (encrypted.startsWith(`${firstKeyId()}.`)) return undefined
  return encrypt(purpose, owner, decrypt(purpose, owner, encrypted))
}

/** Returns the ids of the keys as they appear in encrypted texts. They reveal nothing about the keys. */
export function secretKeyIds(): string[] {
  return config.secretKeys.map(keyId)
}

export function firstKeyId(): string {
  return keyId(firstKey())
}

/** Derives a key from each secret key, newest first, for a library that signs by itself. */
export function derivedKeys(purpose: Purpose): string[] {
  return config.secretKeys.map((key) => deriveKey(key, purpose).toString('base64url'))
}

function firstKey(): Buffer {
  return config.secretKeys[0]!
}

function mac(key: Buffer, purpose: Purpose, id: string): Buffer {
  return createHmac('sha256', deriveKey(key, purpose)).update(id).digest()
}

const derivedCache = new Map<string, Buffer>()

function deriveKey(key: Buffer, purpose: Purpose): Buffer {
  const name = `${keyId(key)} ${purpose}`
  const cached = derivedCache.get(name)
  if (cached) return cached
  const derivedKey = Buffer.from(hkdfSync('sha256', key, '', `portico ${purpose}`, 32))
  derivedCache.set(name, derivedKey)
  return derivedKey
}

function keyId(key: Buffer): string {
  return hash('sha256', key, 'hex').slice(0, 8)
}
