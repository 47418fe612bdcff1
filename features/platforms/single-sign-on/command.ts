import { recordAudit } from '#domain/audit.ts'
import { generateKey, keyUses, rotateKey, type KeyUse } from '#domain/signing-key.ts'
import { db, transaction } from '#server/db.ts'

const usage = `npm run keys:rotate -- [${keyUses.join('|')}]`

/** `npm run keys:rotate`: what was signed by the old key can be checked until the last of it has expired. */
export async function rotateKeysCommand(words: readonly string[]): Promise<string[]> {
  const [use = 'oidc', ...others] = words
  if (!isKeyUse(use) || others.length > 0) {
    throw new Error(`There is no such key. Use it like this:\n  ${usage}`)
  }
  const fresh = await generateKey(use)
  const rotated = await transaction(db, async (tx) => {
    const done = await rotateKey(tx, use, fresh)
    if (done)
      await recordAudit(tx, { kind: 'system' }, 'signing_key_rotated', { data: { use, ...done } })
    return done
  })
  if (!rotated) {
    throw new Error(
      `Nothing was changed: the ${use} key was never used, or is being rotated just now.`,
    )
  }
  const { kid, retiredKid, signsFrom } = rotated
  return [
    `The new ${use} key ${kid} is published from now on and signs from ${signsFrom.toISOString()}.`,
    `The old one, ${retiredKid}, signs until then and can be asked for 13 hours longer.`,
  ]
}

function isKeyUse(word: string): word is KeyUse {
  return keyUses.includes(word as KeyUse)
}
