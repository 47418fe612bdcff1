import { db } from '#server/db.ts'
import { firstKeyId, knownKeyIds } from '#server/secret.ts'
import { reencryptAll } from './reencrypt.ts'

/** `npm run keys:reencrypt`: afterwards older keys can leave SECRET_KEYS. */
export async function reencryptCommand(words: readonly string[]): Promise<string[]> {
  if (words.length > 0) {
    throw new Error(
      `It takes nothing more: ${words.join(' ')}\nUse it like this:\n  npm run keys:reencrypt`,
    )
  }
  const { count, neededUntil } = await reencryptAll(db, (done, all) => {
    process.stderr.write(`${done} of ${all}\n`)
  })
  const older = knownKeyIds().filter((id) => id !== firstKeyId())
  return [
    `Sealed under the key ${firstKeyId()}, the first of SECRET_KEYS: all of it, ${count} of it anew.`,
    ...(older.length === 0 ? [] : [adviceFor(older, neededUntil)]),
  ]
}

function adviceFor(older: readonly string[], neededUntil: Date | undefined): string {
  const which =
    older.length === 1 ? `The older key ${older[0]}` : `The older keys ${older.join(', ')}`
  const when = neededUntil
    ? `from ${neededUntil.toISOString()}, when the last link that was made under it has expired`
    : 'now'
  return `${which} can leave SECRET_KEYS ${when}; whoever is logged in stays so.`
}
