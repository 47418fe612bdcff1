import type { Locale } from '#contract/locale.ts'
import { config } from '#server/config.ts'
import { row, rows, sql, type Db } from '#server/db.ts'

/** When somebody was here last, or was let in: from then on an account counts as unused. */
const lastUsed = sql`greatest(created_at, last_login_at, reactivated_at)`

const { warnDays, deactivateDays } = config.dormant

/** Unused for so long that its owner is to be told, and was not since. */
export const isToBeWarned = sql`
  active and ${lastUsed} <= now() - make_interval(days => ${warnDays})
  and (dormant_warned_at is null or dormant_warned_at < ${lastUsed})`

/** Unused for still longer; and she had all of the time that a warning leaves, however late it came. */
export const isToBeDeactivated = sql`
  active and ${lastUsed} <= now() - make_interval(days => ${deactivateDays})
  and dormant_warned_at >= ${lastUsed}
  and dormant_warned_at <= now() - make_interval(days => ${deactivateDays - warnDays})`

/** When somebody who is warned now is deactivated. */
export const deactivatedAt = sql`
  greatest(now() + make_interval(days => ${deactivateDays - warnDays}),
           ${lastUsed} + make_interval(days => ${deactivateDays}))`

export type Dormant = { id: string; email: string; preferredLanguage: Locale; until: Date }

/** Some of those whom nobody has seen for long, by what is to be done with them. */
export function findDormant(
  db: Db,
  what: 'warn' | 'deactivate',
  most: number,
): Promise<{ id: string }[]> {
  return rows<{ id: string }>(
    db,
    sql`
    select id from users where ${what === 'warn' ? isToBeWarned : isToBeDeactivated}
    order by ${lastUsed} limit ${most}`,
  )
}

/** Whether she was warned and has not been here since. */
export async function isStillDormant(db: Db, id: string): Promise<boolean> {
  const found = await row<{ id: string }>(
    db,
    sql`select id from users where id = ${id} and active and dormant_warned_at >= ${lastUsed}`,
  )
  return found !== undefined
}
