import { decrypt, tokenHash } from '#server/secret.ts'

/** Client secrets that an earlier version encrypted (columns client_secret, old_client_secret). New ones are hashed. */

export type EncryptedSecrets = { clientSecret: string | null; oldClientSecret: string | null }

type Hashes = { clientSecretHash: Buffer | null; oldClientSecretHash: Buffer | null }

/** Returns the platform with hashes in place of the encrypted secrets. */
export function withSecretHashes<Platform extends { id: string } & Hashes>(
  stored: Platform & EncryptedSecrets,
) {
  const { clientSecret, oldClientSecret, ...platform } = stored
  return {
    ...platform,
    clientSecretHash: hashOfEncrypted(stored.id, clientSecret) ?? stored.clientSecretHash,
    oldClientSecretHash: hashOfEncrypted(stored.id, oldClientSecret) ?? stored.oldClientSecretHash,
  }
}

/** Returns the hash of an encrypted secret; null for null. */
export function hashOfEncrypted(id: string, encrypted: string | null): Buffer | null {
  return encrypted === null ? null : tokenHash(decrypt('client-secret', id, encrypted))
}
