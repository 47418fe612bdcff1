import type { Me } from '#contract/me.ts'
import { recordAudit } from '#domain/audit.ts'
import { getMe } from '#domain/me.ts'
import { saveProfile as save, type Profile } from '#domain/user.ts'
import type { UserCaller } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'

/** Records the changed fields, before and after, in the audit log. */
export function saveProfile(db: Db, caller: UserCaller, profile: Profile): Promise<Me> {
  return transaction(db, async (tx) => {
    const before = await getMe(tx, caller)
    await save(tx, before, profile)
    const after = await getMe(tx, caller)
    const changed = (Object.keys(profile) as (keyof Profile)[]).filter(
      (name) => before[name] !== after[name],
    )
    if (changed.length > 0) {
      await recordAudit(tx, caller, 'profile_changed', {
        targetId: caller.userId,
        data: { before: pick(before, changed), after: pick(after, changed) },
      })
    }
    return after
  })
}

function pick(me: Me, names: readonly (keyof Profile)[]): Partial<Profile> {
  return Object.fromEntries(names.map((name) => [name, me[name]]))
}
