import { keysInUse } from '#domain/encrypted-columns.ts'
import type { Db } from '#server/db.ts'
import { knownKeyIds } from '#server/secret.ts'

/** Throws when something is sealed under a key that SECRET_KEYS does not hold: nobody could open it. */
export async function requireKeys(db: Db): Promise<void> {
  const known = new Set(knownKeyIds())
  for (const { name, keyIds } of await keysInUse(db)) {
    const missing = keyIds.filter((id) => !known.has(id))
    if (missing.length === 0) continue
    throw new Error(
      `SECRET_KEYS does not hold the key ${missing.join(', ')}, under which ${name} of this database are sealed; ` +
        `it holds ${[...known].join(', ')}. Add the key that was in use before behind the new one, ` +
        'such as SECRET_KEYS="new,old". A key that is lost cannot be replaced.',
    )
  }
}
