import { email, requiredText } from '#contract/fields.ts'
import { readOptions } from '#server/command-options.ts'
import { db } from '#server/db.ts'
import { eraseUser } from './erase.ts'

/** Erases a deactivated user. Cannot be undone. */
export async function eraseUserCommand(args: readonly string[]): Promise<string[]> {
  const options = readOptions(args, { email, reason: requiredText(500) })
  const id = await eraseUser(db, { kind: 'system' }, options)
  return [
    `${options.email} was erased. The audit log calls the user ${id}.`,
    'Backups hold the data until they are deleted: docs/data.md.',
  ]
}
