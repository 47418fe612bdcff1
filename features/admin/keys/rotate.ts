import { recordAudit } from '#domain/audit/audit.ts'
import { generateKey, rotateKey, type KeyRotation, type KeyUse } from '#domain/keys/signing-key.ts'
import { db, transaction } from '#server/db.ts'

/**
 * Replaces the signing key; with `age`, an SQL interval, only if the key has reached it. Returns undefined if nothing
 * was replaced. Of concurrent calls with an age, one succeeds.
 */
export async function rotate(use: KeyUse, age?: string): Promise<KeyRotation | undefined> {
  const newKey = await generateKey(use)
  return transaction(db, async (tx) => {
    const rotation = await rotateKey(tx, use, newKey, age)
    const data = { use, ...rotation }
    if (rotation) await recordAudit(tx, { kind: 'system' }, 'signing_key_rotated', { data })
    return rotation
  })
}
