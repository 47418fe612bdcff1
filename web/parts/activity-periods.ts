import { dayOf } from '#contract/relative-time.ts'

/** Periods to choose from. `week` is today and the six days before; `last` is the day of the last login. */
export const periods = ['all', 'today', 'yesterday', 'week', 'last'] as const
export type Period = (typeof periods)[number]

/** Returns the period that contains `time`: today or yesterday, or `last` for any other day. */
export function periodOf(time: string, timeZone: string, now = new Date()): Period {
  const day = dayOf(time, timeZone)
  if (day === dayOf(now, timeZone)) return 'today'
  return day === dayOf(midnight(now, 1), timeZone) ? 'yesterday' : 'last'
}

type Bounds = { startDate?: string; endDate?: string }

/**
 * Returns the bounds of a period, at midnight in the browser's time zone. The period `last` is the day of `lastLogin`;
 * if that is null, the period has no bounds.
 */
export function boundsOf(period: Period, lastLogin: string | null, now = new Date()): Bounds {
  if (period === 'all') return {}
  if (period === 'last') return lastLogin === null ? {} : dayAround(new Date(lastLogin), 0)
  if (period === 'yesterday') return dayAround(now, 1)
  return { startDate: midnight(now, period === 'week' ? 6 : 0).toISOString() }
}

function dayAround(time: Date, daysBefore: number): Bounds {
  return {
    startDate: midnight(time, daysBefore).toISOString(),
    endDate: midnight(time, daysBefore - 1).toISOString(),
  }
}

/**
 * Returns the midnight that begins the day `daysBefore` days before `time`: in UTC if `timeZone` is UTC, otherwise in
 * the browser's time zone, because pages offer no other zones.
 */
export function midnight(time: Date, daysBefore: number, timeZone?: string): Date {
  const date = new Date(time)
  if (timeZone === 'UTC') {
    date.setUTCHours(0, 0, 0, 0)
    date.setUTCDate(date.getUTCDate() - daysBefore)
  } else {
    date.setHours(0, 0, 0, 0)
    date.setDate(date.getDate() - daysBefore)
  }
  return date
}
