import { endAccessOfNext, type UsersOnPlatform } from '#domain/platform-access-end.ts'
import { hashClientSecrets } from '#domain/subsystem.ts'
import { db } from '#server/db.ts'
import { logger } from '#server/log.ts'

/** Replaces client secrets that an earlier version encrypted by hashes. */
export async function hashEncryptedSecrets(): Promise<void> {
  const count = await hashClientSecrets(db)
  if (count > 0) logger.info({ count }, 'encrypted client secrets were replaced by hashes')
}

/** Ends what users have on a platform that was deactivated or taken from their company. Can be repeated. */
export async function endPlatformAccess(users: UsersOnPlatform): Promise<void> {
  let last: string | undefined
  do last = await endAccessOfNext(db, users, last)
  while (last !== undefined)
}
