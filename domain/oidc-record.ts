import { tokenHash } from '#server/secret.ts'

/** Hashes the id of a record of the OpenID provider for storage, so that reading the table reveals no usable token. */
export function recordIdOf(id: string): string {
  return tokenHash(id).toString('base64url')
}
