import {
  endAccessOfNext,
  type UsersOnPlatform,
} from '#domain/platform-access/platform-access-end.ts'
import { hashClientSecrets } from '#domain/platforms/subsystem.ts'
import { db } from '#server/db.ts'
import { logger } from '#server/log.ts'

/** Replaces client secrets, which an earlier version stored encrypted, by their hashes. */
export async function hashEncryptedSecrets(): Promise<void> {
  const count = await hashClientSecrets(db)
  if (count > 0) logger.info({ count }, 'encrypted client secrets were replaced by hashes')
}

/** Ends users' access to a platform that was deactivated or removed from their company. Safe to repeat. */
export async function endPlatformAccess(users: UsersOnPlatform): Promise<void> {
  let last: string | undefined
  do last = await endAccessOfNext(db, users, last)
  while (last !== undefined)
}
