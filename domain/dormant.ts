import type { Locale } from '#contract/locale.ts'
import { config } from '#server/config.ts'
import { affects, scalars, sql, type Db } from '#server/db.ts'

/** Start of the time without use: creation, last login or reactivation. */
const lastUsed = sql`greatest(created_at, last_login_at, reactivated_at)`

const { dormantWarnDays: warnDays, dormantDeactivateDays: deactivateDays } = config

/** Unused long enough for a warning, and not warned since. */
export const isToBeWarned = sql`
  active and ${lastUsed} <= now() - make_interval(days => ${warnDays})
  and (dormant_warned_at is null or dormant_warned_at < ${lastUsed})`

/** Unused long enough for a deactivation, and warned long enough ago, even if the warning came late. */
export const isToBeDeactivated = sql`
  active and ${lastUsed} <= now() - make_interval(days => ${deactivateDays})
  and dormant_warned_at >= ${lastUsed}
  and dormant_warned_at <= now() - make_interval(days => ${deactivateDays - warnDays})`

/** When a user who is warned now will be deactivated. */
export const deactivatedAt = sql`
  greatest(now() + make_interval(days => ${deactivateDays - warnDays}),
           ${lastUsed} + make_interval(days => ${deactivateDays}))`

export type Dormant = { id: string; email: string; preferredLanguage: Locale; until: Date }

/** A batch of dormant users, the longest unused first. */
export function findDormant(db: Db, due: 'warn' | 'deactivate', limit: number): Promise<string[]> {
  return scalars<string>(db)`
    select id from users where ${due === 'warn' ? isToBeWarned : isToBeDeactivated}
    order by ${lastUsed} limit ${limit}`
}

/** Warned and not logged in since. */
export function isStillDormant(db: Db, id: string): Promise<boolean> {
  return affects(db)`
    select from users where id = ${id} and active and dormant_warned_at >= ${lastUsed}`
}
