import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { config } from './config.ts'

/** What a derived key is for; a value made for one purpose means nothing to another. */
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

/** 256 random bits, as text for a cookie or a link. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What of a token is stored: a stolen table opens nothing. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** A token for an id, the same each time it is made; only under the key that was first then. */
export function tokenFor(purpose: Purpose, id: string): string {
  return mac(firstKey(), purpose, id).toString('base64url')
}

/** The token of an id under whichever key it was first made, found by its stored hash. */
export function storedTokenFor(purpose: Purpose, id: string, hash: Buffer): string | undefined {
  const tokens = config.secretKeys.map((key) => mac(key, purpose, id).toString('base64url'))
  return tokens.find((token) => tokenHash(token).equals(hash))
}

/** Whether a token belongs to an id, under any of the keys. */
export function isTokenFor(purpose: Purpose, id: string, token: string): boolean {
  const given = Buffer.from(token, 'base64url')
  return config.secretKeys.some((key) => {
    const wanted = mac(key, purpose, id)
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  })
}

/** AES-256-GCM under the first key; `owner` must be the same again when it is opened. */
export function encrypt(purpose: Purpose, owner: string, text: string): string {
  const key = firstKey()
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', derived(key, purpose), nonce).setAAD(
    Buffer.from(owner),
  )
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return [keyId(key), nonce.toString('base64url'), sealed.toString('base64url')].join('.')
}

/** Throws when the text was sealed for another owner or purpose, changed, or under a key that is gone. */
export function decrypt(purpose: Purpose, owner: string, sealed: string): string {
  const [id, nonce = '', body = ''] = sealed.split('.')
  const key = config.secretKeys.find((candidate) => keyId(candidate) === id)
  if (!key) throw new Error(`no key ${id} in SECRET_KEYS`)
  const bytes = Buffer.from(body, 'base64url')
  const decipher = createDecipheriv(
    'aes-256-gcm',
    derived(key, purpose),
    Buffer.from(nonce, 'base64url'),
  )
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(-16))
  return decipher.update(bytes.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8')
}

/** The same text under the first key; undefined where it is so already. */
export function reencrypt(purpose: Purpose, owner: string, sealed: string): string | undefined {
  if (sealed.startsWith(`${firstKeyId()}.`)) return undefined
  return encrypt(purpose, owner, decrypt(purpose, owner, sealed))
}

/** What a key is called in what it has sealed; of the key itself nothing can be known by it. */
export function knownKeyIds(): string[] {
  return config.secretKeys.map(keyId)
}

export function firstKeyId(): string {
  return keyId(firstKey())
}

/** One text key for each of the program's keys, newest first, for a library that wants its own. */
export function derivedKeys(purpose: Purpose): string[] {
  return config.secretKeys.map((key) => derived(key, purpose).toString('base64url'))
}

function firstKey(): Buffer {
  const [first] = config.secretKeys
  if (!first) throw new Error('SECRET_KEYS is empty')
  return first
}

function mac(key: Buffer, purpose: Purpose, id: string): Buffer {
  return createHmac('sha256', derived(key, purpose)).update(id).digest()
}

const derivedCache = new Map<string, Buffer>()

function derived(key: Buffer, purpose: Purpose): Buffer {
  const name = `${keyId(key)} ${purpose}`
  const known = derivedCache.get(name)
  if (known) return known
  const made = Buffer.from(hkdfSync('sha256', key, '', `portico ${purpose}`, 32))
  derivedCache.set(name, made)
  return made
}

function keyId(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8)
}
