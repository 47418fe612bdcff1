import type { Me } from '#contract/me.ts'
import { profileFieldNames, type Profile } from '#contract/profile-fields.ts'
import type { Theme } from '#contract/theme.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { mailUser } from '#domain/mail/mail.ts'
import { getMe } from '#domain/accounts/me.ts'
import {
  getUser,
  saveProfile as storeProfile,
  saveTheme as storeTheme,
  settleTimezone as storeTimezone,
} from '#domain/accounts/user.ts'
import type { UserCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'

type Name = keyof Profile | 'theme'
const names: readonly Name[] = [...profileFieldNames, 'theme']

export function saveProfile(db: Db, caller: UserCaller, profile: Profile): Promise<Me> {
  return recordChange(db, caller, (tx, before) => storeProfile(tx, before, profile))
}

export function settleTimezone(db: Db, caller: UserCaller, timezone: string): Promise<Me> {
  return recordChange(db, caller, (tx) => storeTimezone(tx, caller.userId, timezone))
}

export function saveTheme(db: Db, caller: UserCaller, theme: Theme | null): Promise<Me> {
  return recordChange(db, caller, (tx) => storeTheme(tx, caller.userId, theme))
}

/** Changes the profile, and records the changed fields before and after in the audit log. Atomic. */
function recordChange(
  db: Db,
  caller: UserCaller,
  change: (tx: Transaction, before: Me) => Promise<void>,
): Promise<Me> {
  return transaction(db, async (tx) => {
    const before = await getMe(tx, caller)
    await change(tx, before)
    const after = await getMe(tx, caller)
    const changed = names.filter((name) => before[name] !== after[name])
    if (changed.length > 0) {
      await recordAudit(tx, caller, 'profile_changed', {
        targetId: caller.userId,
        data: { before: pick(before, changed), after: pick(after, changed) },
      })
    }
    if (changed.includes('phone'))
      await mailUser(tx, 'phone-changed', await getUser(tx, caller.userId))
    return after
  })
}

function pick(me: Me, changed: readonly Name[]): Partial<Pick<Me, Name>> {
  return Object.fromEntries(changed.map((name) => [name, me[name]]))
}
