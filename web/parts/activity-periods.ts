import { dayOf } from '#contract/relative-time.ts'

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
 * Returns the bounds of a period, at midnight in the browser's time zone. `last` is a time on the last active day; null
 * if there is none, for which the period `last` has no bounds.
 */
export function boundsOf(period: Period, last: string | null, now = new Date()): Bounds {
  if (period === 'all') return {}
  if (period === 'last') return last === null ? {} : dayAround(new Date(last), 0)
  if (period === 'yesterday') return dayAround(now, 1)
  return { startDate: midnight(now, period === 'week' ? 6 : 0).toISOString() }
}

function dayAround(time: Date, daysBefore: number): Bounds {
  return {
    startDate: midnight(time, daysBefore).toISOString(),
    endDate: midnight(time, daysBefore - 1).toISOString(),
  }
}

/** Returns the midnight that begins a day, in UTC or else in the browser's time zone; portal pages offer no other zones. */
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
