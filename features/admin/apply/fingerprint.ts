import { createHash } from 'node:crypto'
import type { Db } from '#server/db.ts'
import type { Plan } from './plan.ts'

/**
 * Returns a hash of everything that a plan changes: each item before and after, and the version of an item whose secret
 * is replaced. Equal for two plans only if approving one approves the other. Contains no secret.
 */
export async function fingerprintOf(db: Db, { sections }: Plan): Promise<string> {
  const hash = createHash('sha256')
  for (const { section, changes } of sections) {
    for (const { kind, item, before, fields, secret } of changes) {
      const version =
        secret === undefined || before === undefined
          ? undefined
          : await section.secret?.versionOf(db, before)
      hash.update(JSON.stringify([section.name, kind, item, before, fields, version]))
    }
  }
  return hash.digest('base64url')
}
