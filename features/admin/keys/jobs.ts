import { isKeyAged, maxKeyAge } from '#domain/signing-key.ts'
import { db } from '#server/db.ts'
import { rotate } from './rotate.ts'

/** Replaces the key of single sign-on when it has reached its age. */
export async function rotateAgedKey(): Promise<void> {
  if (await isKeyAged(db, 'oidc')) await rotate('oidc', maxKeyAge)
}
