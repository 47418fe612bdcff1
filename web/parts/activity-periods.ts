import { dayOf } from '#contract/relative-time.ts'
import { formatOf } from '#contract/time.ts'

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
type Dates = { [Each in keyof Bounds]: string | undefined }

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

/**
 * Returns the moments of the dates in a URL. A day such as 2026-11-20 begins and ends at the midnights of this time zone;
 * other texts stay.
 */
export function momentsOfDays({ startDate, endDate }: Dates, timeZone: string): Bounds {
  return {
    ...(startDate !== undefined && { startDate: startOfDay(startDate, 0, timeZone) }),
    ...(endDate !== undefined && { endDate: startOfDay(endDate, 1, timeZone) }),
  }
}

const dayMs = 24 * 60 * 60 * 1000

function startOfDay(day: string, daysAfter: number, timeZone: string): string {
  const utc = Date.parse(`${day}T00:00Z`)
  // Also excludes days such as 2026-02-31, which `Date` reads as another one.
  if (Number.isNaN(utc) || !new Date(utc).toISOString().startsWith(`${day}T`)) return day
  const midnightUtc = utc + daysAfter * dayMs
  // The offset at midnight differs from that at the first guess if the clocks change between them.
  const guess = midnightUtc - offsetMs(midnightUtc, timeZone)
  return new Date(midnightUtc - offsetMs(guess, timeZone)).toISOString()
}

const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
const wall = { year: 'numeric', month: '2-digit', day: '2-digit', ...clock } as const

/** Returns how far the clocks of a time zone are ahead of UTC. */
function offsetMs(moment: number, timeZone: string): number {
  // Canadian English writes 2026-11-20, 01:00:00.
  const text = formatOf('en-CA', timeZone, wall).format(moment).replace(', ', 'T')
  return Date.parse(`${text}Z`) - moment
}
