import { recordAudit } from '#domain/audit.ts'
import { consumeAccessCode as open, type OpenedAccess } from '#domain/forward-auth-access.ts'
import type { Origin } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import type { Platform } from './platform.ts'

type Shown = { platform: Platform; code: string; state: string }

/** Lets in the one browser that a code was made for, once; undefined for anybody else. */
export function openEntry(db: Db, origin: Origin, shown: Shown): Promise<OpenedAccess | undefined> {
  const { platform, code, state } = shown
  return transaction(db, async (tx) => {
    const opened = await open(tx, { code, state })
    if (!opened) return undefined
    const actor = { ...origin, userId: opened.userId }
    await recordAudit(tx, actor, 'platform_accessed', { subSystem: platform.id })
    return opened
  })
}
