import type { FieldIssue } from './form-faults.ts'

/** The `max` of a date field. Without one, Chrome accepts years of six digits, which `Date` does not parse. */
export const lastDay = '9999-12-31'

/** Returns the last second of a day in the browser's time zone; null for an empty or invalid day. */
export function endOfDay(day: unknown): string | null {
  const end = new Date(`${String(day)}T23:59:59`)
  return Number.isNaN(end.getTime()) ? null : end.toISOString()
}

/** Returns the day of a moment in the browser's time zone, such as 2026-11-23. */
export function dayOf(moment: Date): string {
  const parts = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}

/**
 * Returns the end of the day, as `endOfDay`, or the saved end if that is in the future and on this day. Returns null
 * for a day that `pastDayIssues` reports.
 */
export function endOfFutureDay(day: unknown, saved: string | null = null): string | null {
  if (pastDayIssues('', day).length > 0) return null
  const isKept = saved !== null && Date.parse(saved) > Date.now() && dayOf(new Date(saved)) === day
  return isKept ? saved : endOfDay(day)
}

/** Returns an issue if the day is in the past or invalid, for the `check` of a form. An empty day has none. */
export function pastDayIssues(name: string, day: unknown): FieldIssue[] {
  const end = endOfDay(day)
  const isWrong = end === null ? day !== '' : Date.parse(end) < Date.now()
  return isWrong ? [{ name, key: 'inThePast' }] : []
}
