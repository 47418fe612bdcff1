import { recordAudit } from '#domain/audit.ts'
import { generateKey, keyUses, rotateKey, type KeyUse } from '#domain/signing-key.ts'
import { db, transaction } from '#server/db.ts'
import { UsageError } from '#server/usage-error.ts'

/** `npm run keys:rotate`: rotates a signing key. What the old key signed stays verifiable until it has expired. */
export async function rotateKeysCommand(words: readonly string[]): Promise<string[]> {
  const [use = 'oidc', ...others] = words
  if (!isKeyUse(use) || others.length > 0) {
    throw new UsageError(`Say one key of ${keyUses.join(', ')}.`)
  }
  const newKey = await generateKey(use)
  const rotated = await transaction(db, async (tx) => {
    const done = await rotateKey(tx, use, newKey)
    if (done)
      await recordAudit(tx, { kind: 'system' }, 'signing_key_rotated', { data: { use, ...done } })
    return done
  })
  if (!rotated) {
    throw new Error(
      `Nothing was changed: the ${use} key is not in use yet, or is being rotated by another command.`,
    )
  }
  const { kid, retiredKid, signsFrom } = rotated
  return [
    `The new ${use} key ${kid} is published now and signs from ${signsFrom.toISOString()}.`,
    `The old key ${retiredKid} signs until then and stays published for 13 more hours.`,
  ]
}

function isKeyUse(word: string): word is KeyUse {
  return keyUses.includes(word as KeyUse)
}
