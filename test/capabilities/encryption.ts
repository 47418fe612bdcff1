import { createCipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts a text as the product stores it: AES-256-GCM with a key that is derived from a key of SECRET_KEYS for the
 * purpose.
 */
export function encrypt(secretKey: string, purpose: string, owner: string, text: string): string {
  const key = Buffer.from(secretKey, 'base64')
  const nonce = randomBytes(12)
  const derived = Buffer.from(hkdfSync('sha256', key, '', `portico ${purpose}`, 32))
  const cipher = createCipheriv('aes-256-gcm', derived, nonce)
  cipher.setAAD(Buffer.from(owner))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  const keyId = hash('sha256', key, 'hex').slice(0, 8)
  return [keyId, nonce.toString('base64url'), body.toString('base64url')].join('.')
}
