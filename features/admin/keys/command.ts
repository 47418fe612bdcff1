import { db } from '#server/db.ts'
import { firstKeyId, knownKeyIds } from '#server/secret.ts'
import { UsageError } from '#server/usage-error.ts'
import { reencryptAll } from './reencrypt.ts'

/** Re-encrypts everything with the first key; afterwards older keys can be removed from SECRET_KEYS. */
export async function reencryptCommand(words: readonly string[]): Promise<string[]> {
  if (words.length > 0) throw new UsageError('It takes no arguments.')
  const { count, neededUntil } = await reencryptAll(db, (done, all) => {
    process.stderr.write(`${done} of ${all}\n`)
  })
  const older = knownKeyIds().filter((id) => id !== firstKeyId())
  return [
    `Everything is encrypted with the key ${firstKeyId()}, the first of SECRET_KEYS; ${count} values were re-encrypted.`,
    ...(older.length === 0 ? [] : [adviceFor(older, neededUntil)]),
  ]
}

function adviceFor(older: readonly string[], neededUntil: Date | undefined): string {
  const which =
    older.length === 1 ? `The older key ${older[0]}` : `The older keys ${older.join(', ')}`
  const when = neededUntil
    ? `from ${neededUntil.toISOString()}, when the last link made with it has expired`
    : 'now'
  return `${which} can be removed from SECRET_KEYS ${when}; users stay logged in.`
}
