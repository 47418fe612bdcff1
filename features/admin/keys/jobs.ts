import { isKeyAged, maxKeyAge } from '#domain/keys/signing-key.ts'
import { db } from '#server/db.ts'
import { rotate } from './rotate.ts'

/** Rotates the single sign-on key once it reaches its maximum age. */
export async function rotateAgedKey(): Promise<void> {
  if (await isKeyAged(db, 'oidc')) await rotate('oidc', maxKeyAge)
}
